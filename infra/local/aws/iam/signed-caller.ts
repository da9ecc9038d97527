import type { IncomingMessage } from "node:http";
import type { FunctionUnit } from "#infra/functions.ts";
import { accessKeyIdOf } from "#infra/local/aws/protocol/aws-json-server.ts";
import { statementsFor } from "#infra/policies/function-policy.ts";
import type { ResourceArns } from "#infra/policies/statement.ts";
import { areEqualSecrets } from "#shared/domain/equal-secrets.ts";
import { signRequest } from "#shared/platform/aws/signed-request.ts";
import { evaluate } from "./evaluate.ts";

/** The secret key of every function in the local run; its access key id is the function's id. */
export const LOCAL_SECRET_KEY = "local";

/** Headers that the signer sets itself. */
const ofSigner = new Set(["host", "x-amz-date"]);

/** The function that signed the request, if its role allows the request; otherwise null. */
export type SignedCaller = (
  request: IncomingMessage,
  url: URL,
  body: Buffer,
) => Promise<string | null>;

/**
 * The gateway's IAM authorizer: checks a function's signature, and whether its role allows this
 * method and path.
 * @param baseUrl the API's address as callers see it, which the signature covers
 */
export const createIamAuthorizer =
  (arns: ResourceArns, units: readonly FunctionUnit[], baseUrl: () => string): SignedCaller =>
  async (request, { pathname, search }, body) => {
    const address = `${baseUrl()}${pathname}${search}`;
    const caller = await signerOf(request, address, body, arns.region);
    const unit = units.find(({ id }) => id === caller);
    if (unit === undefined) return null;
    const verdict = evaluate(statementsFor(unit.needs, arns), {
      action: "execute-api:Invoke",
      resource: `${arns.apiArn}/${request.method}${pathname}`,
      context: {},
    });
    return verdict === "allowed" ? unit.id : null;
  };

/**
 * The access key id that signed the request (Signature Version 4, recomputed and compared); null if
 * the signature is invalid.
 */
async function signerOf(
  request: IncomingMessage,
  url: string,
  body: Buffer,
  region: string,
): Promise<string | null> {
  const { authorization = "", "x-amz-date": date } = request.headers;
  const accessKeyId = accessKeyIdOf(request);
  const signedHeaders = /\bSignedHeaders=([a-z0-9;-]{1,1000}),/.exec(authorization)?.[1];
  const at = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(date));
  if (accessKeyId === null || signedHeaders === undefined || at === null) return null;
  const [, year, month, day, hour, minute, second] = at;
  const headers = Object.fromEntries(
    signedHeaders
      .split(";")
      .filter((name) => !ofSigner.has(name))
      .map((name) => [name, String(request.headers[name] ?? "")]),
  );
  const method = request.method as "GET" | "POST" | "PUT";
  const made = await signRequest(
    {
      service: "execute-api",
      region,
      method,
      url,
      headers,
      ...(body.length > 0 ? { body } : {}),
    },
    `${year}-${month}-${day}T${hour}:${minute}:${second}Z`,
    { accessKeyId, secretAccessKey: LOCAL_SECRET_KEY },
  );
  return areEqualSecrets(made.headers.authorization ?? "", authorization) ? accessKeyId : null;
}

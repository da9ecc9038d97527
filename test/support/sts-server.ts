import { text } from "node:stream/consumers";
import { faultOfTexts, type TextLimits } from "#infra/local/aws/protocol/text-limits.ts";
import { startLocalServer } from "#infra/local/local-server.ts";

/** The limits of STS for each text, as in infra/local/aws/limits.ts. */
export const assumeRoleLimits = {
  Action: { pattern: /AssumeRole/ },
  DurationSeconds: { pattern: /\d+/ },
  ExternalId: { pattern: /[\w+=,.@:/-]*/, min: 2, max: 1224 },
  RoleArn: { pattern: /[\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd]+/, min: 20, max: 2048 },
  RoleSessionName: { pattern: /[\w+=,.@-]*/, min: 2, max: 64 },
  Version: { pattern: /2011-06-15/ },
} as const satisfies TextLimits;

/** A fake cloud-b token service that speaks STS's query protocol and XML. */
export interface StsServer {
  url: string;
  /** Role ARN → the external id that its trust policy demands. */
  trusted: Map<string, string>;
  close(): Promise<void>;
}

const answered = `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleResult>
    <AssumedRoleUser><AssumedRoleId>ARO123EXAMPLE123:countersign</AssumedRoleId></AssumedRoleUser>
    <Credentials>
      <AccessKeyId>ASIAIOSFODNN7EXAMPLE</AccessKeyId>
      <SecretAccessKey>wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLEKEY</SecretAccessKey>
      <SessionToken>AQoDYXdzEPT//////////wEXAMPLE</SessionToken>
      <Expiration>2099-07-15T23:28:33.359Z</Expiration>
    </Credentials>
  </AssumeRoleResult>
</AssumeRoleResponse>`;

const denied = (role: string) => `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <Error>
    <Type>Sender</Type>
    <Code>AccessDenied</Code>
    <Message>User: arn:aws:iam::000000000000:root is not authorized to perform: sts:AssumeRole on resource: ${role}</Message>
  </Error>
</ErrorResponse>`;

export async function startSts(): Promise<StsServer> {
  const server = await startLocalServer(async (request, response) => {
    const asked = new URLSearchParams(await text(request));
    const role = asked.get("RoleArn") ?? "";
    const isSigned =
      /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/[a-z0-9-]+\/sts\/aws4_request, /.test(
        request.headers.authorization ?? "",
      );
    const isGiven =
      isSigned &&
      faultOfTexts(assumeRoleLimits, Object.fromEntries(asked)) === null &&
      asked.get("Action") === "AssumeRole" &&
      sts.trusted.get(role) === asked.get("ExternalId");
    response.writeHead(isGiven ? 200 : 403, { "content-type": "text/xml" });
    response.end(isGiven ? answered : denied(role));
  });
  const sts: StsServer = {
    url: server.url,
    trusted: new Map(),
    close: server.close,
  };
  return sts;
}

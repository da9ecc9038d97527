import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { findSecret, type Secret, type Secrets } from "./secret.ts";
import type { Change } from "./secret-store.ts";

const VALUE_LIMIT_BYTES = 65_536;
const BAD_NAME =
  "Invalid name. Must be a valid name containing alphanumeric characters, " +
  "or any of the following: -/_+=.@!";

type Input = Record<string, unknown>;

/** A call that changes nothing. */
export type Read = (secrets: Secrets, input: Input) => unknown;

/** A call that may change the secrets; `at` is in milliseconds, `newArn` makes a name's ARN. */
export type Write = (
  secrets: Secrets,
  input: Input,
  circumstances: { at: number; newArn: (name: string) => string },
) => Change;

/** The request fields that several calls share. */
export const fields = {
  name: z.string().regex(/^[A-Za-z0-9/_+=.@-]{1,512}$/, BAD_NAME),
  secretId: z.string().min(1).max(2048),
  token: z.string().min(32).max(64).optional(),
  versionId: z.string().min(32).max(64).optional(),
  /** The value; SecretBinary is not supported. */
  text: z
    .string()
    .min(1)
    .refine((text) => Buffer.byteLength(text) <= VALUE_LIMIT_BYTES, "Must be at most 65536 bytes")
    .optional(),
  stage: z.string().min(1).max(256),
  kmsKeyId: z.string().max(2048).optional(),
  nextToken: z.string().optional(),
  maxResults: z.int().min(1).max(100).default(100),
};

/**
 * The parsed request (null members count as absent).
 * @throws AwsError `ValidationException`, which never quotes values
 */
export function parse<T extends z.ZodType>(schema: T, input: Input): z.infer<T> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const message =
    issue?.message === BAD_NAME
      ? BAD_NAME
      : `1 validation error detected: Value at '${issue?.path.join(".")}' ` +
        `failed to satisfy constraint: ${issue?.message}`;
  throw new AwsError("ValidationException", message);
}

/** The id of the version to write. SDK clients always send one; without it AWS refuses the call. */
export function versionIdOf(token: string | undefined): string {
  if (token !== undefined) return token;
  throw new AwsError(
    "InvalidRequestException",
    "You must provide a ClientRequestToken value. We recommend a UUID-type value.",
  );
}

/** Finds a secret, even one marked deleted. @throws AwsError `ResourceNotFoundException` */
export function requireSecret(secrets: Secrets, id: string): Secret {
  const secret = findSecret(secrets, id);
  if (secret !== undefined) return secret;
  const message = "Secrets Manager can't find the specified secret.";
  throw new AwsError("ResourceNotFoundException", message);
}

/** Finds a secret. @throws AwsError `InvalidRequestException` if it is marked deleted */
export function requireUsableSecret(secrets: Secrets, id: string): Secret {
  const secret = requireSecret(secrets, id);
  if (secret.deletionAt === null) return secret;
  const message =
    "You can't perform this operation on the secret because it was marked for deletion.";
  throw new AwsError("InvalidRequestException", message);
}

/** A time in the protocol's format: seconds since the epoch, with fraction. */
export function seconds(milliseconds: number): number {
  return milliseconds / 1000;
}

/** The page of items that follows the item `nextToken` names, and the next page's token. */
export function pageOf<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  { NextToken, MaxResults }: { NextToken?: string | undefined; MaxResults: number },
): { page: T[]; nextToken: string | undefined } {
  const after =
    NextToken === undefined
      ? -1
      : items.findIndex((item) => keyOf(item) === Buffer.from(NextToken, "base64url").toString());
  if (NextToken !== undefined && after === -1) {
    throw new AwsError("InvalidNextTokenException", "The NextToken value is invalid.");
  }
  const page = items.slice(after + 1, after + 1 + MaxResults);
  const last = page.at(-1);
  const more = last !== undefined && after + 1 + page.length < items.length;
  return { page, nextToken: more ? Buffer.from(keyOf(last)).toString("base64url") : undefined };
}

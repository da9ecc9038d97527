import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import type { StateCall } from "#infra/local/aws/protocol/state-calls.ts";
import { findSecret, type Secret, type Secrets } from "./secret.ts";

const VALUE_LIMIT_BYTES = 65_536;
const BAD_NAME =
  "Invalid name. Must be a valid name containing alphanumeric characters, " +
  "or any of the following: -/_+=.@!";

/** `at` is in milliseconds since the epoch, `newArn` makes a name's ARN. */
export type Call = StateCall<Secret, { at: number; newArn: (name: string) => string }>;

/** The request fields that several calls share. */
export const fields = {
  name: z.string().regex(/^[A-Za-z0-9/_+=.@-]{1,512}$/, BAD_NAME),
  secretId: z.string().min(1).max(2048),
  token: z.string().min(32).max(64).optional(),
  versionId: z.string().min(32).max(64),
  /** The value; SecretBinary is not supported. */
  text: z
    .string()
    .min(1)
    .refine((text) => Buffer.byteLength(text) <= VALUE_LIMIT_BYTES, "Must be at most 65536 bytes")
    .optional(),
  kmsKeyId: z.string().max(2048).optional(),
};

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

/** The error for a version that is not there. */
export const noVersion = (what: string): AwsError =>
  new AwsError(
    "ResourceNotFoundException",
    `Secrets Manager can't find the specified secret value for ${what}`,
  );

/** A time in the protocol's format: seconds since the epoch, with fraction. */
export const seconds = (milliseconds: number): number => milliseconds / 1000;

import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import type { StateCall } from "#infra/local/aws/protocol/state-calls.ts";
import { findSecret, type Secret, type Secrets } from "./secret.ts";

/** `at` is in milliseconds since the epoch, `newArn` makes a name's ARN. */
export type Call = StateCall<Secret, { at: number; newArn: (name: string) => string }>;

/** The request fields that several calls share. limits.ts defines which texts they accept. */
export const fields = {
  name: z.string(),
  secretId: z.string(),
  token: z.string().optional(),
  versionId: z.string(),
  /** The value; SecretBinary is not supported. */
  text: z.string().optional(),
  kmsKeyId: z.string().optional(),
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

/** The error for a version that does not exist. */
export const noVersion = (what: string): AwsError =>
  new AwsError(
    "ResourceNotFoundException",
    `Secrets Manager can't find the specified secret value for ${what}`,
  );

/** A time in the protocol's format: seconds since the epoch, with fraction. */
export const seconds = (milliseconds: number): number => milliseconds / 1000;

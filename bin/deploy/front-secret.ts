import { createHash } from "node:crypto";
import { frontSecretOf } from "#infra/aws/naming.ts";
import { type Aws, done, INPUT, read } from "../aws/cli.ts";

/**
 * Hashes of the secret by which the API recognises its CloudFront distribution: the current one and,
 * while CloudFront still sends it, the previous one. Creates the entry if there is none.
 * @returns hashes in hex, separated by commas, and the version of the current secret
 */
export function frontSecret(aws: Aws, stage: string): { hashes: string; version: string } {
  const id = frontSecretOf(stage);
  const current = versionOf(aws, id, "AWSCURRENT") ?? make(aws, id);
  const previous = versionOf(aws, id, "AWSPREVIOUS");
  const texts = [current.SecretString, ...(previous === null ? [] : [previous.SecretString])];
  const hashes = texts.map((text) => createHash("sha256").update(text).digest("hex"));
  return { hashes: hashes.join(","), version: current.VersionId };
}

interface Value {
  SecretString: string;
  VersionId: string;
}

function versionOf(aws: Aws, id: string, label: string): Value | null {
  const answer = aws([
    "secretsmanager",
    "get-secret-value",
    "--secret-id",
    id,
    "--version-stage",
    label,
  ]);
  if (answer.outcome === "refused" && /ResourceNotFoundException/.test(answer.reason)) return null;
  return read<Value>(answer);
}

function make(aws: Aws, id: string): Value {
  const { RandomPassword } = read<{ RandomPassword: string }>(
    aws([
      "secretsmanager",
      "get-random-password",
      "--password-length",
      "64",
      "--exclude-punctuation",
    ]),
  );
  done(
    aws(
      ["secretsmanager", "create-secret", "--name", id, "--secret-string", INPUT],
      RandomPassword,
    ),
  );
  const made = versionOf(aws, id, "AWSCURRENT");
  if (made === null) throw new Error(`${id} was made but cannot be read.`);
  return made;
}

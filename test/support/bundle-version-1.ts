import { canonicalJson } from "#shared/domain/canonical.ts";

const ADDED_BY_VERSION_2 = [
  "public_seal",
  "verifier_key",
  "log_proof",
  "timestamp",
  "timestamp_reason",
  "logged_late",
];

/** Converts a bundle to version 1, which the service produced before there was a log. */
export function asVersion1(text: string): string {
  const bundle = JSON.parse(text);
  const rest = Object.entries(bundle).filter(([name]) => !ADDED_BY_VERSION_2.includes(name));
  return canonicalJson({ ...Object.fromEntries(rest), version: 1 });
}

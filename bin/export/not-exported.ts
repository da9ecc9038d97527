import { credentials, fixedSecretNames } from "#infra/functions.ts";
import { kindsLeftOut } from "./records.ts";

/** Lists what is not in an export, and why: each credential, and what only the service can make. */
export function notExported(
  isWhole: boolean,
  entries: readonly string[],
  certificates: readonly string[],
) {
  const platform = isWhole ? [...credentials.map(({ entry }) => entry), ...fixedSecretNames()] : [];
  return {
    credentials: [...new Set([...platform, ...entries])].toSorted().map((entry) => ({
      entry,
      why: "a secret; it stays in the secret store and can be read there by whoever may",
    })),
    endpoints:
      "Signing secrets of webhook endpoints are in records/hooks as ciphertext; their key stays in KMS.",
    keys: isWhole
      ? [
          { what: "KMS keys of log, rows, clearance, webhooks", why: "they cannot leave KMS" },
          { what: "accounts of people", why: "in the user pool: npm run admin -- list" },
        ]
      : [],
    kinds: kindsLeftOut,
    links: "Links of counsel and rooms are shown by their SHA-256.",
    certificates: certificates.map((of) => ({
      of,
      why: "never issued, or what its pages show has changed since; the bundle has its evidence",
    })),
  };
}

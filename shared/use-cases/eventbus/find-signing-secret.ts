import { createThrottle } from "#shared/domain/aged-cache.ts";
import type { SignatureFault } from "#shared/domain/connections/delivery.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { type Verification, verifySignature } from "#shared/domain/eventbus/delivery-signature.ts";
import type { AcceptedSecret } from "#shared/platform/secrets/webhook-secrets.ts";
import { knownSecrets } from "./webhook-secret.ts";

/** Limits how often forged events can make an instance look for a newer secret. */
const mayLookAgain = createThrottle(1000);

/** Which secret signed an event, or why none did. */
export type Signed = { secret: AcceptedSecret } | { secret: null; fault: SignatureFault };

/** The contract's name for each reason; the timestamp is signed as well, hence `no_match`. */
const faults = {
  missing_header: "missing_signature",
  malformed_header: "malformed_signature",
  timestamp_out_of_tolerance: "no_match",
  no_match: "no_match",
} as const satisfies Record<
  Extract<Verification<unknown>, { valid: false }>["reason"],
  SignatureFault
>;

/**
 * The secret an event was signed with, or why none was. A signature that matches no known secret
 * may come from one that was only just rotated in: then the deployment is read again, at most once
 * a second.
 * @throws DomainError `cloudb_eventbus_webhook_secret_not_configured`
 */
export async function findSigningSecret(
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  now: string,
): Promise<Signed> {
  const at = Date.parse(now);
  const known = await knownSecrets(now);
  if (known.secrets.length === 0) {
    throw new DomainError(
      "cloudb_eventbus_webhook_secret_not_configured",
      "The platform admin has to provision the event bus's webhook secret first.",
    );
  }
  const first = verifySignature(known.secrets, headers, body, at);
  if (first.valid) return { secret: first.secret };
  if (first.reason !== "no_match" || !mayLookAgain(at)) {
    return { secret: null, fault: faults[first.reason] };
  }
  const newer = await knownSecrets(now, known.revision);
  const second = verifySignature(newer.secrets, headers, body, at);
  return second.valid ? { secret: second.secret } : { secret: null, fault: faults[second.reason] };
}

import type { DecisionForm } from "#shared/domain/reviews/decision-form.ts";
import type { Review } from "./api.ts";
import type { Chosen } from "./file.ts";
import { signWithPasskey } from "./passkey.ts";
import { committed } from "./salts.ts";
import { canonical } from "./snapshot.ts";

/** Signs with a passkey. The challenge is the SHA-256 of the signed object. */
async function sign(signed: object, keys: readonly string[]) {
  const text = new TextEncoder().encode(canonical(signed));
  return signWithPasskey(await crypto.subtle.digest("SHA-256", text), keys);
}

/** Asks counsel's passkey to sign the address that the request goes to; null if it declined. */
export function signDelegation({ request_id, nonce, keys = [] }: Review, email: string) {
  const delegation = { request_id, delegate_email: email, nonce: nonce ?? null };
  return sign(delegation, keys);
}

/**
 * Asks counsel's passkey to sign exactly what is sent: the challenge is the decision's SHA-256.
 * @returns null if the person or the device declined
 */
export async function signDecision(review: Review, form: DecisionForm, file: Chosen | null) {
  const { request_id, rule_version_hash, counsel, nonce, keys = [] } = review;
  const { comment, rule_verdicts, salts = {} } = form;
  const signed = (text: string, path: string | number) =>
    committed(text, salts[`rule_verdicts.${path}.text`]);
  const verdicts = rule_verdicts?.map(async ({ text, suggestions, ...said }, i) => ({
    ...said,
    ...(text ? { text: await signed(text, i) } : {}),
    ...(suggestions
      ? {
          suggestions: await Promise.all(
            suggestions.map(async ({ field, text: words }, n) => ({
              field,
              text: await signed(words, `${i}.suggestions.${n}`),
            })),
          ),
        }
      : {}),
  }));
  const decision = {
    request_id,
    decision: form.decision,
    decision_comment: comment ? await committed(comment, salts.decision_comment) : null,
    document: file?.sha256 ?? null,
    rule_version_hash,
    counsel_id: counsel.id ?? null,
    nonce: nonce ?? null,
    ...(verdicts ? { rule_verdicts: await Promise.all(verdicts) } : {}),
  };
  return sign(decision, keys);
}

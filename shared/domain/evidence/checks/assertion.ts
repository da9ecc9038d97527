import { faultsOfAssertion } from "#shared/domain/counsel/assertion.ts";
import { type Assertion, assertionSchema } from "#shared/domain/counsel/assertion-form.ts";
import { wordsOf } from "#shared/domain/counsel/counsel-key.ts";
import type { ChainedRow } from "../evidence-file.ts";
import type { Facts } from "../facts.ts";
import { type Finding, fail, open, pass } from "../finding.ts";
import { keyHistoryOf } from "../key-history.ts";

const id = "counsel_key";

/**
 * Judges what counsel's key signed.
 * @param given the assertion as the row has it
 * @param rows counsel's rows up to the act
 * @param challenge base64url, of exactly this act
 * @param act what it is called
 */
export async function judgeAssertion(
  { file, leaves }: Facts,
  given: unknown,
  rows: readonly ChainedRow[],
  challenge: string,
  act: "decision" | "delegation",
): Promise<Finding> {
  const parsed = assertionSchema().safeParse(given);
  if (!parsed.success) return fail(id, "What counsel's key signed is incomplete.");
  const assertion: Assertion = parsed.data;
  const enrolled = keyHistoryOf(rows).keys.filter(
    ({ credential_id }) => credential_id === assertion.credential_id,
  );
  const [key] = enrolled;
  if (key === undefined) return fail(id, "It was signed with a key that no row enrols before.");
  if (enrolled.length > 1) return fail(id, "The key that signed it was enrolled more than once.");
  if (key.enrolled_at >= file.request.created_at) {
    return fail(id, `The key was enrolled at ${key.enrolled_at}, after the request.`);
  }
  const [enrolment, requested] = [key.row_hash, file.audit[0]?.row_hash ?? ""].map((hash) =>
    leaves.get(hash),
  );
  if (enrolment && requested && enrolment.index >= requested.index) {
    return fail(
      id,
      `The key's enrolment is dated ${key.enrolled_at}, but the log took it after the request, at ${enrolment.time}.`,
    );
  }
  if (key.retired_at !== null) {
    return fail(id, `The key was retired at ${key.retired_at}, before the ${act}.`);
  }
  const faults = await faultsOfAssertion(assertion, key, {
    challenge,
    origin: null,
    rpId: key.rp_id,
  });
  if (faults.length > 0) return fail(id, `What the key signed is not valid: ${faults.join(", ")}.`);
  if (!enrolment || !requested) {
    return open(id, "Whether the key was enrolled before the request: the log has to show it.");
  }
  return pass(
    id,
    `Signed with the passkey ${wordsOf(key.public_key_spki)}, enrolled at ${key.enrolled_at}: ` +
      "compare the words with those that counsel read out.",
  );
}

import { placeholderOf } from "#shared/domain/reviews/review.ts";
import { decisionRowIn, isDecidedFile } from "../evidence-file.ts";
import type { Facts } from "../facts.ts";
import { type Finding, fail, NO_DECISION, none, open, pass } from "../finding.ts";
import { counselThen, differingCounsel } from "../state.ts";

/** Compares counsel's name and details with their rows, as of the decision or the newest ones. */
export function checkIdentity({ file, replayed }: Facts): Finding {
  const id = "counsel_identity";
  const { counsel, request } = file;
  if (counsel === null) return fail(id, "The counsel's record is missing.");
  if (counsel.id !== request.counsel_id || counsel.framework_id !== request.framework_id) {
    return fail(id, "Request and counsel do not belong together.");
  }
  const then = counselThen(file, replayed.world);
  if (then === null) return fail(id, "state_differs: No row about counsel says who they were.");
  const differing = differingCounsel(counsel, then);
  const when = isDecidedFile(file) ? "recorded with the decision" : "in their newest row";
  return differing.length === 0
    ? pass(id, `Counsel is named as ${when}.`)
    : fail(id, `state_differs: Differs from what was ${when}: ${differing.join(", ")}.`);
}

/** Compares the record's digest of the supplementary document with the decision row's. */
export function checkDocument({ file }: Facts): Finding {
  const id = "document";
  if (!isDecidedFile(file)) return none(id, NO_DECISION);
  const recorded = decisionRowIn(file)?.context.document;
  if (recorded !== null && typeof recorded !== "string") {
    return fail(id, "The decision's row does not say whether there was a document.");
  }
  if (file.request.supplementary_pdf_kv_secret !== placeholderOf(recorded)) {
    return fail(id, "The digest is not the one recorded with the decision.");
  }
  return recorded === null
    ? pass(id, "The decision came without a document.")
    : pass(id, `The document has the SHA-256 ${recorded}.`);
}

/** A decision dated before its counsel was registered is a red flag (first seed, created_at). */
export function checkRegistered({ file }: Facts): Finding {
  const id = "signed_after_counsel_created";
  const [created] = file.counsel_audit;
  if (created?.action !== "counsel.created") {
    return fail(id, "The counsel's rows do not begin with their registration.");
  }
  const { decided_at } = file.request;
  if (decided_at === null) return none(id, NO_DECISION);
  return decided_at >= created.created_at
    ? pass(id, `The counsel was registered at ${created.created_at}.`)
    : fail(id, `Dated before the counsel was registered at ${created.created_at}.`);
}

/**
 * Checks that counsel's own key signed the decision, or signed the delegation that ended the request,
 * if a key was required.
 * @param log the finding about the log: a key waits for the log no longer than that
 */
export function checkCounselKey({ file, replayed }: Facts, log: Finding): Finding {
  const id = "counsel_key";
  const own = file.audit.findLast(({ row_hash }) => replayed.keys.has(row_hash));
  const verdict = own && replayed.keys.get(own.row_hash);
  if (verdict === undefined) return none(id, NO_DECISION);
  const { result, detail } = verdict;
  if (result === "open") return log.mark === "fail" ? fail(id, detail) : open(id, detail);
  return result === "pass" ? pass(id, detail) : fail(id, `counsel_key: ${detail}`);
}

import { placeholderOf } from "#shared/domain/reviews/placeholder.ts";
import { type ChainedRow, decisionRowIn, identityFields, isDecidedFile } from "../evidence-file.ts";
import type { Facts } from "../facts.ts";
import { type Finding, fail, NO_DECISION, none, pass } from "../finding.ts";

type Identity = Readonly<Record<(typeof identityFields)[number], string | null>>;

/** Counsel's name and details as the decision's row records them; null if it does not. */
export function recordedIdentity(row: ChainedRow | undefined): Identity | null {
  const recorded = row?.context.counsel;
  if (typeof recorded !== "object" || recorded === null) return null;
  const said = new Map<string, unknown>(Object.entries(recorded));
  const textOf = (name: string) => (typeof said.get(name) === "string" ? said.get(name) : null);
  return Object.fromEntries(identityFields.map((name) => [name, textOf(name)])) as Identity;
}

const quoted = (value: string | null): string => (value === null ? "none" : JSON.stringify(value));

/** Compares counsel's name and details with those that row hash, chain and seal cover. */
export function checkIdentity({ file }: Facts): Finding {
  const id = "counsel_identity";
  const { counsel, request, counsel_email } = file;
  if (counsel === null) return fail(id, "The counsel's record is missing.");
  if (counsel.id !== request.counsel_id || counsel.framework_id !== request.framework_id) {
    return fail(id, "Request and counsel do not belong together.");
  }
  if (!isDecidedFile(file)) return none(id, NO_DECISION);
  const recorded = recordedIdentity(decisionRowIn(file));
  if (recorded === null) return fail(id, "The decision's row does not name counsel.");
  const differing = identityFields
    .filter((field) => recorded[field] !== counsel[field])
    .map((field) => `${field} (${quoted(recorded[field])} then, ${quoted(counsel[field])} now)`);
  if (counsel_email === null || counsel.email !== counsel_email) differing.push("email");
  return differing.length === 0
    ? pass(id, "Counsel is named as recorded with the decision.")
    : fail(id, `Differs from what was recorded with the decision: ${differing.join(", ")}.`);
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

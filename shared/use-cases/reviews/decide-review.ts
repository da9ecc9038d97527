import { randomBytes, randomUUID } from "node:crypto";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { sameJson } from "#shared/domain/canonical-json.ts";
import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { presentedIn } from "#shared/domain/language.ts";
import type { DecisionRequest } from "#shared/domain/reviews/decision-request.ts";
import { saltsOf } from "#shared/domain/reviews/decision-salts.ts";
import { endIn } from "#shared/domain/reviews/in-rows.ts";
import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import { referencesOf } from "#shared/domain/reviews/reference.ts";
import {
  type DecidedReview,
  isDecided,
  isPending,
  placeholderOf,
  type ReviewRecord,
} from "#shared/domain/reviews/review.ts";
import { checkVerdicts, verdictsOf } from "#shared/domain/reviews/rule-verdicts.ts";
import { decide } from "#shared/domain/reviews/transitions.ts";
import type { Salts } from "#shared/domain/reviews/words.ts";
import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import {
  COUNSEL_SECRET,
  currentKey,
  readKeyring,
} from "#shared/platform/secrets/counsel-keyring.ts";
import { counselTrail } from "#shared/store/audit-trails.ts";
import { counselOf } from "#shared/store/counsel.ts";
import { verdictsOfCounsel } from "#shared/store/counsel-verdicts.ts";
import { signingActions } from "#shared/store/decisions.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { getPanel } from "#shared/store/panels.ts";
import { currentReview, getReview, moveReview } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { stateDiffers } from "#shared/use-cases/log/genuine-rows.ts";
import { countDecision, readCounting } from "#shared/use-cases/panels/count-decision.ts";
import { noteTwoPeople } from "#shared/use-cases/setup/note-two-people.ts";
import { announceEvent } from "#shared/use-cases/webhooks/announce-event.ts";
import { type OpenLink, refuseEnded, underLink } from "./load-link.ts";
import { panelForMember } from "./panel-for-member.ts";
import { panelUnderLink } from "./panel-under-link.ts";
import { proofCodeOf } from "./proof-code-of.ts";
import { receiptOf } from "./receipt-of.ts";
import { refuseUnchangedWords } from "./refuse-unchanged-words.ts";
import {
  type Deciding,
  type InRows,
  readRowsUnder,
  recordInRows,
  refuseUnconfirmed,
  signerUnder,
} from "./rows-under-link.ts";

/**
 * Records counsel's decision, once, and returns its receipt (first seed, POST …/decide). Repeating
 * the same decision returns the same signature and writes nothing.
 * @throws DomainError `validation_failed` and `verdicts_contradict_decision` for verdicts on single
 *   rules, `suggestion_unchanged`, `already_decided`, `review_expired`, `review_cancelled`, `panel_decided`,
 *   `review_delegated`, `counsel_unconfirmed`, `counsel_review_secret_not_configured`, `assertion_required`,
 *   `assertion_invalid`
 */
export async function decideReview(link: OpenLink, request: DecisionRequest, now: string) {
  const { decided, row, panel } = isDecided(link.record)
    ? await recordedDecision(link)
    : await decideOnce(link, await acceptable(request, link.record), now);
  refuseOther(decided, request);
  const { id, status, decided_at, decision_signature, rule_version_hash } = decided;
  return {
    request_id: id,
    decision: status,
    decided_at,
    decision_signature,
    rule_version_hash,
    ...verdictsOf(decided),
    ...referencesOf(decided),
    ...(panel === null ? {} : { panel: panelForMember(panel, link) }),
    row_hash: row.row_hash ?? "",
    log_proof: link.logProof,
    proof_code: await proofCodeOf(row.row_hash ?? ""),
    receipt: receiptOf(row, link.logProof, link.logKeys),
  };
}

interface SaltedRequest extends DecisionRequest {
  salts: Salts;
}

/** The decision, if the request under review can take it, with the salts of its texts. */
async function acceptable(request: DecisionRequest, record: ReviewRecord): Promise<SaltedRequest> {
  checkVerdicts(request, record.rule_use_case_ids);
  await refuseUnchangedWords(record, request);
  return { ...request, salts: saltsOf(request, () => randomBytes(16).toString("hex")) };
}

interface Recorded {
  decided: DecidedReview;
  row: AuditRow;
  /** The panel through which the decision counts, as it is afterwards; null: there is none. */
  panel: PanelRecord | null;
}

/** The decision in the request's rows, whatever else the table says. */
async function recordedDecision(link: OpenLink, known?: InRows): Promise<Recorded> {
  const { record, rows } =
    known ?? (await recordInRows(link.record, link, await readRowsUnder(link)));
  const row = endIn(rows);
  if (row === null || !isDecided(record)) {
    throw new DomainError("already_decided", "This link no longer accepts a decision.");
  }
  const stored = record.panel_id === null ? null : await getPanel(record.panel_id);
  return { decided: record, row, panel: await panelUnderLink(stored, record, link) };
}

async function decideOnce(link: OpenLink, request: SaltedRequest, now: string): Promise<Recorded> {
  await noteTwoPeople(link.deployment, now);
  const attached = attachedVersion(link.deployment, COUNSEL_SECRET);
  const key = currentKey(await readKeyring(Date.parse(now), attached));
  const presented = await presentation(link.record, request);
  return retryOnConflict(link.record, async (found) => {
    const record = underLink(found, link);
    refuseEnded(record, now);
    const [under, counting, earlier] = await Promise.all([
      readRowsUnder(link),
      readCounting(record),
      verdictsOfCounsel(record.counsel_id),
    ]);
    const told = await recordInRows(record, link, under);
    if (!isPending(told.record)) {
      refuseEnded(told.record, now);
      return { done: await recordedDecision(link, told) };
    }
    if (!isPending(record)) throw new Error(`A review that is ${record.status} passed the guard.`);
    await refuseUnconfirmed(link, under);
    const signer = await signerUnder(link, under);
    const credential = await signingKey({ record, signer, link, under }, request);
    const { after, row } = decide(record, {
      ...request,
      ...presented,
      link: link.signed.row_hash,
      signer,
      key,
      id: randomUUID(),
      now,
    });
    const counted = await countDecision(after, signer, counting, link.logKeys);
    if (counted === null) return { conflict: (await getReview(record.id)) ?? record };
    const signing = signingActions(after, signer, credential, earlier);
    const outcome = await moveReview(record, after, row, { ...signing, ...counted.part });
    if (outcome.committed) {
      await announceEvent(row);
      return { done: { decided: after, row, panel: counted.after } };
    }
    await refuseOtherHead(link, signer, outcome.failed.get("counsel"));
    return { conflict: currentReview(outcome) ?? record };
  });
}

/**
 * If counsel was changed meanwhile, the next attempt finds the row that says so.
 * @throws DomainError `state_differs` if there is none
 */
async function refuseOtherHead(
  { signed }: OpenLink,
  { counsel_head }: Signer,
  found: Record<string, unknown> | null | undefined,
): Promise<void> {
  const { counsel_id } = signed.review;
  if (!found || counselOf(found).audit_head.hash === counsel_head) return;
  const rows = await counselTrail(counsel_id);
  if (rows.at(-1)?.row_hash !== counsel_head) return;
  throw stateDiffers("counsel", counsel_id, "newest_row");
}

/** Counsel's own key. The code that checks its signature is loaded only if a key is involved. */
async function signingKey(deciding: Deciding, request: SaltedRequest) {
  if (deciding.signer.signing_policy === "link" && request.assertion === null) return null;
  const { requiredKey } = await import("./required-key.ts");
  return requiredKey(deciding, request);
}

/** The page's language as the row records it. The framework is read only if a language was named. */
async function presentation({ framework_id }: ReviewRecord, { language }: DecisionRequest) {
  if (language === null) return {};
  return presentedIn(language, (await getFramework(framework_id))?.lang ?? null);
}

/** @throws DomainError `already_decided` unless the recorded decision is the same one */
function refuseOther(decided: DecidedReview, request: DecisionRequest) {
  const { decision, comment, counsel_reference, document, rule_verdicts } = request;
  const isSame =
    decided.status === decision &&
    decided.decision_comment === comment &&
    decided.counsel_reference === counsel_reference &&
    decided.supplementary_pdf_kv_secret === placeholderOf(document) &&
    sameJson(decided.rule_verdicts, rule_verdicts);
  if (isSame) return;
  throw new DomainError(
    "already_decided",
    `This review was decided at ${decided.decided_at}; a decision cannot be changed.`,
  );
}

import { randomBytes, randomUUID } from "node:crypto";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { type Signer, signerOf } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { presentedIn } from "#shared/domain/language.ts";
import type { DecisionRequest } from "#shared/domain/reviews/decision-request.ts";
import { saltsOf } from "#shared/domain/reviews/decision-salts.ts";
import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import { placeholderOf } from "#shared/domain/reviews/placeholder.ts";
import {
  type DecidedReview,
  isDecided,
  isPending,
  type PendingReview,
  type ReviewRecord,
} from "#shared/domain/reviews/review.ts";
import { checkVerdicts, verdictsOf } from "#shared/domain/reviews/rule-verdicts.ts";
import { strictest } from "#shared/domain/reviews/signed-link.ts";
import { decide } from "#shared/domain/reviews/transitions.ts";
import type { Salts } from "#shared/domain/reviews/words.ts";
import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import {
  COUNSEL_SECRET,
  currentKey,
  readKeyring,
} from "#shared/platform/secrets/counsel-keyring.ts";
import { reviewTrail } from "#shared/store/audit-trails.ts";
import { counselOf, getCounsel } from "#shared/store/counsel.ts";
import { signingActions } from "#shared/store/decisions.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { getPanel } from "#shared/store/panels.ts";
import { currentReview, getReview, moveReview } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { countDecision } from "#shared/use-cases/panels/count-decision.ts";
import { announceEvent } from "#shared/use-cases/webhooks/announce-event.ts";
import { type OpenLink, refuseEnded, underLink } from "./load-link.ts";
import { panelForMember } from "./panel-for-member.ts";
import { receiptOf } from "./receipt-of.ts";

/**
 * Records counsel's decision, once, and returns its receipt (first seed, POST …/decide). Repeating
 * the same decision returns the same signature and writes nothing.
 * @throws DomainError `validation_failed` and `verdicts_contradict_decision` for verdicts on single
 *   rules, `already_decided`, `review_expired`, `review_cancelled`, `panel_decided`,
 *   `review_delegated`, `counsel_review_secret_not_configured`, `assertion_required`,
 *   `assertion_invalid`
 */
export async function decideReview(link: OpenLink, request: DecisionRequest, now: string) {
  checkVerdicts(request, link.record.rule_use_case_ids);
  const salts = saltsOf(request, () => randomBytes(16).toString("hex"));
  const { decided, row, panel } = isDecided(link.record)
    ? await recordedDecision(link.record.id)
    : await decideOnce(link, { ...request, salts }, now);
  refuseOther(decided, request);
  const { id, status, decided_at, decision_signature, rule_version_hash } = decided;
  return {
    request_id: id,
    decision: status,
    decided_at,
    decision_signature,
    rule_version_hash,
    ...verdictsOf(decided),
    ...(panel === null ? {} : { panel: panelForMember(panel, now) }),
    row_hash: row.row_hash ?? "",
    log_proof: link.logProof,
    receipt: receiptOf(row, link.logProof, link.logKeys),
  };
}

interface SaltedRequest extends DecisionRequest {
  salts: Salts;
}

interface Recorded {
  decided: DecidedReview;
  row: AuditRow;
  /** The panel that the decision counts through, as it stands after it; null: it is in none. */
  panel: PanelRecord | null;
}

/** The decision as record and trail have it, whatever the link's own copy says. */
async function recordedDecision(id: string): Promise<Recorded> {
  const [record, rows] = await Promise.all([getReview(id), reviewTrail(id)]);
  const row = rows.find(({ action }) => action === `rule_review.${record?.status}`);
  if (record === null || row === undefined || !isDecided(record)) {
    throw new DomainError("already_decided", "This link no longer accepts a decision.");
  }
  const panel = record.panel_id === null ? null : await getPanel(record.panel_id);
  return { decided: record, row, panel };
}

async function decideOnce(link: OpenLink, request: SaltedRequest, now: string): Promise<Recorded> {
  const { record: first, deployment } = link;
  const { signer: expected } = link.signed;
  const attached = attachedVersion(deployment, COUNSEL_SECRET);
  const key = currentKey(await readKeyring(Date.parse(now), attached));
  const presented = await presentation(first, request);
  const start = { record: first, signer: await currentSigner(first, expected, request) };
  return retryOnConflict(start, async ({ record: found, signer }) => {
    const record = underLink(found, link);
    refuseEnded(record, now);
    if (isDecided(record)) return { done: await recordedDecision(record.id) };
    if (!isPending(record)) throw new Error(`A review that is ${record.status} passed the guard.`);
    const credential = await signingKey(record, signer, request);
    const { after, row } = decide(record, {
      ...request,
      ...presented,
      signer,
      key,
      id: randomUUID(),
      now,
    });
    const counting = await countDecision(after, signer);
    if (counting === null) {
      return { conflict: { record: (await getReview(record.id)) ?? record, signer } };
    }
    const signing = signingActions(after, signer, credential);
    const outcome = await moveReview(record, after, row, { ...signing, ...counting.part });
    if (outcome.committed) {
      await announceEvent(row);
      return { done: { decided: after, row, panel: counting.after } };
    }
    const counsel = outcome.failed.get("counsel");
    return {
      conflict: {
        record: currentReview(outcome) ?? record,
        signer: counsel ? strictest(expected, signerOf(counselOf(counsel))) : signer,
      },
    };
  });
}

/** Counsel's own key; what checks its signature is loaded only where one is involved. */
async function signingKey(record: PendingReview, signer: Signer, request: SaltedRequest) {
  if (signer.signing_policy === "link" && request.assertion === null) return null;
  const { requiredKey } = await import("./required-key.ts");
  return requiredKey(record, signer, request);
}

/** What the row says of the page's language; the framework is read only if one was named. */
async function presentation({ framework_id }: ReviewRecord, { language }: DecisionRequest) {
  if (language === null) return {};
  return presentedIn(language, (await getFramework(framework_id))?.lang ?? null);
}

/**
 * Counsel as the link records them; the write's condition checks that against the counsel's record.
 * If a key is involved, the current policy decides, so the record is read first.
 */
async function currentSigner(
  { counsel_id }: ReviewRecord,
  expected: Signer,
  { assertion }: DecisionRequest,
): Promise<Signer> {
  if (expected.signing_policy === "link" && assertion === null) return expected;
  const counsel = await getCounsel(counsel_id);
  return counsel === null ? expected : strictest(expected, signerOf(counsel));
}

/** @throws DomainError `already_decided` unless the recorded decision is the same one */
function refuseOther(decided: DecidedReview, request: DecisionRequest) {
  const { decision, comment, document, rule_verdicts } = request;
  const isSame =
    decided.status === decision &&
    decided.decision_comment === comment &&
    decided.supplementary_pdf_kv_secret === placeholderOf(document) &&
    canonicalJson(decided.rule_verdicts) === canonicalJson(rule_verdicts);
  if (isSame) return;
  throw new DomainError(
    "already_decided",
    `This review was decided at ${decided.decided_at}; a decision cannot be changed.`,
  );
}

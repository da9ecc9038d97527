import { randomUUID } from "node:crypto";
import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import { keysInRows } from "#shared/domain/counsel/in-rows.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { refuseSuperseded, requireKnown, superseded } from "#shared/domain/frameworks/framework.ts";
import { expiryAfter } from "#shared/domain/reviews/expiry.ts";
import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import { requestPanel } from "#shared/domain/reviews/panel-transitions.ts";
import { panelOfLink } from "#shared/domain/reviews/signed-link.ts";
import type { OnReject } from "#shared/domain/reviews/statuses.ts";
import { frameworkRead } from "#shared/store/frameworks.ts";
import type { KeptStanding } from "#shared/store/kept-attributes.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { putNewPanel } from "#shared/store/panels.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { liveRulesRead, originsRead } from "#shared/store/rules.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { canSign, relyingParty } from "#shared/use-cases/counsel/relying-party.ts";
import {
  type FoundCounsel,
  findCounsel,
  type SignedCounsel,
  signedCounselWithRows,
} from "#shared/use-cases/counsel/signed-counsel.ts";
import { needsTwoPeople } from "#shared/use-cases/counsel/two-people.ts";
import {
  type Deliver,
  deliveryOf,
  requireMail,
} from "#shared/use-cases/courier/promise-review-mail.ts";
import { requireImported } from "#shared/use-cases/frameworks/require-imported.ts";
import { assignable } from "#shared/use-cases/reviews/assignable.ts";
import { type DraftedRequest, draftRequest } from "#shared/use-cases/reviews/draft-request.ts";
import {
  announceLink,
  calledOf,
  pinnedContents,
  type RequestedReview,
  type RequestTerms,
} from "#shared/use-cases/reviews/issue-request.ts";
import { requireSigningKey } from "#shared/use-cases/reviews/require-signing-key.ts";
import { knownRules } from "#shared/use-cases/reviews/unknown-rules.ts";
import { announceToListeners } from "#shared/use-cases/webhooks/announce-event.ts";
import { refuseTwice } from "./refuse-twice.ts";

interface AskedPanel extends RequestTerms {
  framework_id: string;
  rule_use_case_ids: string[];
  counsel_ids: string[];
  need: number;
  on_reject: OnReject;
}

type PanelOrder = AskedPanel & { deliver: Deliver };
type Asked = ReturnType<typeof pinnedContents> & { called: ReturnType<typeof calledOf> };

/**
 * Asks several counsel for a review of the same rules, in one transaction: a request for each, with
 * a link of its own (reviews-that-run, "Panels").
 * @throws DomainError `unknown_framework`, `framework_superseded`, `unknown_counsel`,
 *   `counsel_framework_mismatch`, `counsel_inactive`, `counsel_unconfirmed`, `counsel_needs_key`,
 *   `counsel_twice`, `unknown_rules`, `counsel_review_secret_not_configured`, `mail_not_configured`,
 *   `counsel_mail_stopped`, `state_differs`
 */
export async function createPanel(
  asking: AskedPanel,
): Promise<{ panel: PanelRecord; reviews: RequestedReview[] }> {
  const { framework_id, rule_use_case_ids } = asking;
  const order = { ...asking, deliver: deliveryOf(asking.deliver, framework_id) };
  const [{ framework, live, origins }, kept, registered] = await Promise.all([
    readTogether({
      framework: frameworkRead(framework_id),
      live: liveRulesRead(framework_id, rule_use_case_ids),
      origins: originsRead(framework_id, rule_use_case_ids),
    }),
    readKeptStanding(framework_id, rule_use_case_ids),
    findCounsel(order.counsel_ids),
  ]);
  refuseSuperseded(requireKnown(framework, framework_id));
  membersOf(order, registered.records);
  const rules = knownRules(rule_use_case_ids, live);
  const [counsel] = await Promise.all([
    signed(order, registered),
    requireSigningKey(order.now),
    requireImported(framework_id, rules, origins, registered.logKeys),
  ]);
  for (const one of counsel) await requireMail(order.deliver, one);
  const first: Present = { kept, counsel };
  const called = calledOf(rules, order.requestedBy);
  const asked = { ...pinnedContents(framework_id, rules), called };
  const { panel, drafts } = await retryOnConflict(first, async (present) => {
    const drafted = await write(order, asked, present);
    return drafted === null ? { conflict: await readPresent(order) } : { done: drafted };
  });
  for (const { record, link } of drafts) await announceLink(record.id, link, order.deliver);
  if (order.deliver !== "mail") await announceToListeners();
  const reviews = drafts.map(({ record, link }) => ({ ...record, magic_link_url: link }));
  return { panel, reviews };
}

/** Data that may change while a panel is being written. */
interface Present {
  kept: KeptStanding;
  counsel: readonly CounselRecord[];
}

async function readPresent(order: PanelOrder): Promise<Present> {
  const [kept, registered] = await Promise.all([
    readKeptStanding(order.framework_id, order.rule_use_case_ids),
    findCounsel(order.counsel_ids),
  ]);
  return { kept, counsel: await signed(order, registered) };
}

/**
 * The members according to their own rows.
 * @throws DomainError as `membersOf`, `counsel_needs_key`, `state_differs`
 */
async function signed(order: PanelOrder, found: FoundCounsel): Promise<CounselRecord[]> {
  const told = await signedCounselWithRows(found);
  const counsel = membersOf(
    order,
    told.map((one) => one?.counsel ?? null),
  );
  for (const one of told) if (one !== null) requireKey(one);
  return counsel;
}

function membersOf(
  { framework_id, requestedBy }: PanelOrder,
  registered: readonly (CounselRecord | null)[],
): CounselRecord[] {
  const counsel = registered.map((one) => assignable(one, framework_id, requestedBy));
  refuseTwice(counsel);
  return counsel;
}

/** @throws DomainError `counsel_needs_key`: their link could never be used */
function requireKey({ counsel, rows }: SignedCounsel): void {
  if (counsel.signing_policy === "link" || keysInRows(rows).some(canSign)) return;
  throw new DomainError(
    "counsel_needs_key",
    `${counsel.display_name} decides with their own key, and has none for ${relyingParty().rpId}.`,
  );
}

/** Writes the panel with all its requests; null if an assumption no longer holds. */
async function write(
  order: PanelOrder,
  asked: Asked,
  { counsel, kept }: Present,
): Promise<{ panel: PanelRecord; drafts: DraftedRequest[] } | null> {
  const { framework_id, now } = order;
  const id = randomUUID();
  const common = {
    ...asked,
    framework_id,
    expires_at: expiryAfter(order.expiry_days, now),
    requested_by_user_id: order.requestedBy.userId,
  };
  const drafting = counsel.map((one) =>
    draftRequest({
      ...common,
      panel_id: id,
      matter_reference: null,
      may_delegate: order.may_delegate || null,
      counsel: one,
      deliver: order.deliver,
      now,
    }),
  );
  const drafts = await Promise.all(drafting);
  const places = drafts.map(({ record }) => ({
    counsel_id: record.counsel_id,
    review_id: record.id,
    status: record.status,
    decided_at: null,
  }));
  const { after, row } = requestPanel(
    { ...common, id, need: order.need, on_reject: order.on_reject, members: places },
    { id: randomUUID(), now },
  );
  const members = drafts.map((one) => ({ ...one, panel: panelOfLink(row) }));
  const outcome = await putNewPanel(
    { panel: after, row },
    members,
    kept,
    needsTwoPeople(framework_id),
  );
  if (outcome.committed) return { panel: after, drafts };
  if (outcome.failed.has("framework")) throw superseded(framework_id);
  return null;
}

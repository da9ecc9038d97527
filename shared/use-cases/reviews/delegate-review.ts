import { randomBytes, randomUUID } from "node:crypto";
import { delegationChallenge } from "#shared/domain/counsel/assertion.ts";
import type { Assertion } from "#shared/domain/counsel/assertion-form.ts";
import type { Counsel, CounselRecord, Delegate, Signer } from "#shared/domain/counsel/counsel.ts";
import { keysInRows } from "#shared/domain/counsel/in-rows.ts";
import { newCounsel } from "#shared/domain/counsel/new-counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { isPending, type PendingReview, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { cancel, type Reason } from "#shared/domain/reviews/transitions.ts";
import { allCounsel } from "#shared/store/counsel.ts";
import { readCounselMail } from "#shared/store/counsel-mail.ts";
import { delegate } from "#shared/store/delegations.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { getReview } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { canSign, relyingParty } from "#shared/use-cases/counsel/relying-party.ts";
import { getSignedCounselWithRows } from "#shared/use-cases/counsel/signed-counsel.ts";
import { needsTwoPeople } from "#shared/use-cases/counsel/two-people.ts";
import { stateDiffers } from "#shared/use-cases/log/genuine-rows.ts";
import { replacedInPanel } from "#shared/use-cases/panels/replace-in-panel.ts";
import { noteTwoPeople } from "#shared/use-cases/setup/note-two-people.ts";
import { announceMail, announceToListeners } from "#shared/use-cases/webhooks/announce-event.ts";
import { draftRequest } from "./draft-request.ts";
import { type OpenLink, refuseEnded, underLink } from "./load-link.ts";
import { requireKeyOf } from "./require-signing-key.ts";
import { verifiedKey } from "./required-key.ts";
import { readRowsUnder, recordInRows, refuseUnconfirmed, signerUnder } from "./rows-under-link.ts";

/**
 * The person to whom counsel passes the request on, and why; `assertion`: made with counsel's own key.
 */
export interface DelegationRequest extends Delegate {
  reason: string;
  assertion?: Assertion | undefined;
}

interface DelegatedTo {
  delegated_to: Pick<Counsel, "display_name" | "email">;
}
type Passed = DelegatedTo & { isMailed: boolean };

/**
 * Counsel passes a request on, once (reviews-that-run, "Delegation"). Counsel's request ends, and the
 * delegate gets one for the rest of the window, in one transaction.
 * @throws DomainError `delegation_not_allowed`, `delegate_is_counsel`, `delegate_in_panel`,
 *   `counsel_twice`, `counsel_inactive`, `delegate_needs_key`, `assertion_required`, `assertion_invalid`, `already_decided`,
 *   `counsel_unconfirmed`, `counsel_review_secret_not_configured`, `state_differs`, and what
 *   `refuseEnded` throws
 */
export async function delegateReview(
  link: OpenLink,
  asked: DelegationRequest,
  now: string,
): Promise<DelegatedTo> {
  await noteTwoPeople(link.deployment, now);
  const passed = await retryOnConflict<ReviewRecord, Passed>(link.record, async (found) => {
    const record = underLink(found, link);
    refuseEnded(record, now);
    const done = await passOn(allowed(record), link, asked, now);
    return done === null ? { conflict: (await getReview(record.id)) ?? record } : { done };
  });
  await (passed.isMailed ? announceMail() : announceToListeners());
  return { delegated_to: passed.delegated_to };
}

/** @throws DomainError `already_decided`, `delegation_not_allowed` */
function allowed(record: ReviewRecord): PendingReview {
  if (!isPending(record)) {
    throw new DomainError("already_decided", "This review was decided; it cannot be passed on.");
  }
  if (record.may_delegate) return record;
  throw new DomainError("delegation_not_allowed", "This review is yours alone to decide.");
}

/**
 * The request and the two parties of its delegation, according to signed rows, and the rules' review
 * state.
 */
async function partiesOf(
  record: PendingReview,
  link: OpenLink,
  asked: DelegationRequest,
  now: string,
) {
  const { framework_id, rule_use_case_ids, panel_id } = record;
  const [under, known, kept] = await Promise.all([
    readRowsUnder(link),
    allCounsel(asked.email),
    // In a panel, the panel keeps the mark on the rules.
    panel_id === null ? readKeptStanding(framework_id, rule_use_case_ids) : null,
    requireKeyOf(link.deployment, now),
  ]);
  const { record: inRows } = await recordInRows(record, link, under);
  refuseEnded(inRows, now);
  const told = allowed(inRows);
  await refuseUnconfirmed(link, under);
  const signer = await signerUnder(link, under);
  const delegator = { ...signer, id: record.counsel_id, framework_id };
  const to = await signedDelegate(acceptable(delegator, known, asked), asked, (signed, hasKey) =>
    acceptable(
      delegator,
      known.map((one) => (one.id === signed.id ? signed : one)),
      asked,
      hasKey,
    ),
  );
  const challenge = delegationChallenge({
    request_id: record.id,
    delegate_email: asked.email,
    nonce: record.nonce,
  });
  const deciding = { record, signer, link, under };
  const key = await verifiedKey(deciding, asked.assertion ?? null, challenge);
  return { told, delegator, signer, key, to, kept };
}

/** @returns null if something has moved since it was read */
async function passOn(
  record: PendingReview,
  link: OpenLink,
  asked: DelegationRequest,
  now: string,
): Promise<Passed | null> {
  const { framework_id } = record;
  const { told, delegator, signer, key, to, kept } = await partiesOf(record, link, asked, now);
  const id = randomUUID();
  const vouched =
    to === null ? newCounsel({ ...asked, framework_id }, { counsel: delegator }, ids(now)) : null;
  const counsel = to ?? (vouched?.after as CounselRecord);
  const { display_name, email } = counsel;
  const reason = { text: asked.reason, salt: randomBytes(16).toString("hex") };
  const ended = cancel(record, {
    actorUserId: null,
    reason: "delegated",
    delegation: {
      delegated_to: { request_id: id, counsel_id: counsel.id, display_name, email },
      reason,
      link: link.signed.row_hash,
      ...(asked.assertion ? { assertion: asked.assertion } : {}),
    },
    id: randomUUID(),
    now,
  });
  // Where links go only by mail, a mail is always promised, and a failed delivery is reported as usual.
  const isMailed =
    needsTwoPeople(framework_id) ||
    (record.mailing !== null && (await readCounselMail(counsel)).stopped === null);
  const drafted = await draftRequest({
    ...continued(told, signer, {
      reason,
      row_hash: ended.row.row_hash ?? "",
    }),
    id,
    counsel,
    panel: link.signed.panel,
    deliver: isMailed ? "mail" : "manual",
    now: ended.row.created_at,
  });
  const panel = await replacedInPanel(record, drafted.record, counsel, now);
  if (panel === "moved") return null;
  const outcome = await delegate({ record, ended, drafted, vouched, signer, key, panel, kept });
  return outcome.committed ? { isMailed, delegated_to: { display_name, email } } : null;
}

/**
 * The counsel who takes the request over, according to the rows about them.
 * @param check judges them again, knowing whether they have a key that can sign
 * @throws DomainError `state_differs`, and what `check` throws
 */
async function signedDelegate(
  found: CounselRecord | null,
  { email }: Delegate,
  check: (signed: CounselRecord, hasKey: boolean) => CounselRecord | null,
): Promise<CounselRecord | null> {
  if (found === null) return null;
  const signed = await getSignedCounselWithRows(found.id);
  if (signed?.counsel.email !== email) throw stateDiffers("counsel", found.id, "email");
  return check(signed.counsel, keysInRows(signed.rows).some(canSign));
}

/** Counsel who passes a request on, according to the rows about them. */
type Delegator = Pick<Counsel, "id" | "framework_id" | "email" | "display_name" | "signing_policy">;

const ids = (now: string) => ({ id: randomUUID(), rowId: randomUUID(), now });

/** The values that the delegate's request takes over. */
const continued = (
  record: PendingReview,
  { display_name, email }: Signer,
  why: { reason: Reason; row_hash: string },
) => ({
  framework_id: record.framework_id,
  rule_use_case_ids: record.rule_use_case_ids,
  rule_version_hash: record.rule_version_hash,
  pinned_hashes: record.pinned_hashes,
  expires_at: record.expires_at,
  requested_by_user_id: record.requested_by_user_id,
  panel_id: record.panel_id,
  delegated_from: record.id,
  called: record.called,
  matter_reference: record.matter_reference,
  delegatedBy: { counsel_id: record.counsel_id, display_name, email, ...why },
});

/**
 * The registered counsel who can take the request over: the newest active one of the framework. null: a
 * new one is registered for it. Delegates who decide with a key of their own anywhere, or who take over
 * from someone who does, need a key here.
 * @param known every counsel with the delegate's address
 * @param hasKey whether the one found has a key that can sign; true until their rows are read
 * @throws DomainError `delegate_is_counsel`, `counsel_inactive`, `delegate_needs_key`
 */
function acceptable(
  delegator: Delegator,
  known: readonly CounselRecord[],
  { email }: Delegate,
  hasKey = true,
): CounselRecord | null {
  const ofFramework = known.filter(({ framework_id }) => framework_id === delegator.framework_id);
  const found = newest(ofFramework.filter(({ active }) => active));
  if (email === delegator.email || found?.id === delegator.id) {
    throw new DomainError("delegate_is_counsel", "Name somebody else than yourself.");
  }
  if (found === null && ofFramework.length > 0) {
    throw new DomainError(
      "counsel_inactive",
      "They are no longer registered for this rule book; name somebody else, or ask who sent you this request.",
    );
  }
  const own = found === null ? known.filter(({ active }) => active) : [found];
  if (![delegator, ...own].some(decidesByKey)) return found;
  if (found !== null && decidesByKey(found) && hasKey) return found;
  throw new DomainError(
    "delegate_needs_key",
    `The delegate has to decide with a key of their own, and has none for ${relyingParty().rpId}.`,
  );
}

const decidesByKey = ({ signing_policy }: Pick<Counsel, "signing_policy">): boolean =>
  signing_policy === "key_required";

const newest = (counsel: readonly CounselRecord[]): CounselRecord | null =>
  counsel.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)).at(-1) ?? null;

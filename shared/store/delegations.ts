import type { CounselChange, Signer } from "#shared/domain/counsel/counsel.ts";
import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import type { PanelTransition } from "#shared/domain/reviews/panel-transitions.ts";
import type { PendingReview } from "#shared/domain/reviews/review.ts";
import type { Transition } from "#shared/domain/reviews/transitions.ts";
import { counselIs, newCounselActions } from "./counsel.ts";
import { keyIsInUse } from "./counsel-keys.ts";
import type { KeptStanding } from "./kept-attributes.ts";
import { openOnRules } from "./open-marks.ts";
import { countSeatChange } from "./panel-seats.ts";
import { panelActions } from "./panels.ts";
import { moveActions, type NewReview, newReviewActions } from "./reviews.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/** The data that a delegation writes. */
interface Delegation {
  /** The delegator's request, and its end. */
  record: PendingReview;
  ended: Transition;
  /** The delegate's request. */
  drafted: NewReview & { mail: readonly Action[] | undefined };
  /** The delegate as newly registered; null: known before. */
  vouched: CounselChange | null;
  /** The delegator as the delegation records them, and their key if one signed it. */
  signer: Signer;
  key: Parameters<typeof keyIsInUse>[0] | null;
  /** The panel that both are in. */
  panel: { before: PanelRecord; moved: PanelTransition; seen: number } | null;
  /** The rules' review state, as read before; null: the panel keeps the mark on the rules. */
  kept: KeptStanding | null;
}

/**
 * Ends the delegator's request and opens the delegate's in its place, with the delegate's
 * registration if it is new, in one transaction: at most 39 actions.
 */
export async function delegate(
  given: Delegation,
): Promise<
  Outcome<
    | "record"
    | "request"
    | "delegate"
    | "counsel"
    | "credential"
    | "rules"
    | "panel"
    | "panelRow"
    | "seats"
    | "mail"
  >
> {
  const { record, ended, drafted, vouched, signer, key, panel, kept } = given;
  const { framework_id } = record;
  const { panel: moved, panelRow } =
    panel === null
      ? { panel: undefined, panelRow: undefined }
      : panelActions(panel.before, panel.moved.after, panel.moved.row);
  return transact({
    record: moveActions({ before: record, ...ended }),
    request: newReviewActions(drafted),
    delegate:
      vouched === null
        ? counselIs(drafted.record.counsel_id, drafted.signer)
        : newCounselActions(vouched),
    counsel: counselIs(record.counsel_id, signer),
    credential: key === null ? undefined : keyIsInUse(key),
    rules: kept === null ? undefined : openOnRules(drafted.record, kept, "anything", record.id),
    panel: moved,
    panelRow,
    seats: panel === null ? undefined : countSeatChange(framework_id, panel.seen),
    mail: drafted.mail,
  });
}

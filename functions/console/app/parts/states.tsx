import { daysLeft, dueBefore } from "#shared/domain/reviews/stage.ts";
import type { PanelStatus } from "#shared/domain/reviews/statuses.ts";
import { exceptionsIn, mixedText, outcomesOfReview } from "#shared/domain/standing/outcomes.ts";
import { t } from "../reviews/texts.ts";
import type { Answer, Item } from "../shell/client.ts";
import { Badge, type Tone } from "./basics.tsx";

export type Review = Answer<"getReview">;

export const statusTones: Readonly<Record<Review["status"] | PanelStatus, Tone>> = {
  pending: "wait",
  open: "wait",
  approved: "good",
  approved_with_changes: "good",
  changes_requested: "warn",
  rejected: "bad",
  undecided: "quiet",
  cancelled: "quiet",
  expired: "quiet",
};

/** A list names this many rules of each outcome. */
export const MAX_NAMED = 3;

type Listed = Pick<Item<"listReviews">, "rule_names" | "rule_use_case_ids"> &
  Pick<Review, "status" | "rule_verdicts">;

/**
 * A review's status. If its rules have different outcomes, these are shown first, and a result that
 * leaves a rule out is not shown as an approval.
 */
export function StatusBadge({ of }: { of: Listed }) {
  const { status } = of;
  const outcomes = outcomesOfReview(of);
  const mixed = mixedText(outcomes, MAX_NAMED);
  const tone = exceptionsIn(outcomes).length > 0 ? "warn" : statusTones[status];
  return (
    <>
      <Badge tone={tone}>{mixed ?? t.statuses[status]}</Badge>
      {mixed !== null && <p class="soft fine">{t.statuses[status]}</p>}
    </>
  );
}

/** The time left for a pending review, in words and as a bar. */
export function TimeLeft({ of }: { of: Pick<Review, "status" | "created_at" | "expires_at"> }) {
  if (of.status !== "pending") return <span class="soft">–</span>;
  const now = new Date().toISOString();
  const end = Date.parse(of.expires_at);
  const start = Date.parse(of.created_at);
  const left = end - Date.parse(now);
  const share = Math.max(0, Math.min(1, left / (end - start)));
  return (
    <div class="left">
      <span>{left < 0 ? t.overdue : t.daysLeft(daysLeft(now, of.expires_at))}</span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar-back" width="100" height="6" />
        <rect
          class={of.expires_at < dueBefore(now) ? "bar-fill warn" : "bar-fill"}
          width={100 * share}
          height="6"
        />
      </svg>
    </div>
  );
}

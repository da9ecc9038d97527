import { Link } from "wouter-preact";
import { t } from "../frameworks/texts.ts";
import { Badge } from "./basics.tsx";

/** The open request or panel of a rule, as in rows of coverage. */
export interface Open {
  open_review_id: string | null;
  open_panel_id: string | null;
  /** It asks about the wording that is shown, not about an earlier one. */
  open_holds_wording: boolean | null;
}

/** Whether a request or a panel is open on a rule. */
export const isOpen = ({ open_review_id, open_panel_id }: Open): boolean =>
  open_review_id !== null || open_panel_id !== null;

/** Whether counsel is being asked about the wording that is shown. */
export const isUnderReview = ({ open_holds_wording }: Open): boolean => open_holds_wording === true;

/** A link to a rule's open request or panel, shown beside any status. It says what it asks about. */
export function OpenBeside({ row }: { row: Open }) {
  if (!isOpen(row)) return null;
  const { open_review_id, open_panel_id } = row;
  const texts = isUnderReview(row) ? t.open : t.openEarlier;
  const to =
    open_panel_id === null ? `/reviews/${open_review_id}` : `/reviews/panels/${open_panel_id}`;
  return (
    <p class="fine">
      <Badge tone="wait">
        <Link href={to}>{open_panel_id === null ? texts.request : texts.panel}</Link>
      </Badge>
    </p>
  );
}

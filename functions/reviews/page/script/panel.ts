import type { EndedPanel, Lapsed, Review } from "./api.ts";
import { fill, fillOptional } from "./dom.ts";
import { inDays } from "./format.ts";
import { list, mixedText, namesIn } from "./outcomes.ts";
import { counted, filled, says } from "./says.ts";
import { textOf } from "./words.ts";

type Panel = NonNullable<Review["panel"]>;

/** The panel's result, preceded by the outcomes if its rules differ. */
function resultOf({ status, outcomes }: Panel): string {
  const mixed = mixedText(outcomes);
  return `${mixed === "" ? "" : `${mixed}. `}${says.panel.results[status]}`;
}

/** How many members have to approve, what a rejection does, and when the panel ends. */
function rulesOf({ need, on_reject }: Panel): string {
  return [counted(says.panel.need, need), says.panel[on_reject], says.panel.until].join(" ");
}

/**
 * Shows how the request reached this counsel and which panel it counts towards. Every proof states this
 * beside the decision.
 */
export function fillProvenance({ counsel, delegation, panel }: Review | Lapsed): void {
  fillPanel(panel);
  if (delegation === undefined) return;
  const { from, at, reason, vouched_by } = delegation;
  const on = inDays(at.slice(0, 10));
  const passed = filled(says.passedOn, {
    from,
    to: counsel.display_name,
    on,
    reason: textOf(reason),
  });
  const vouched = vouched_by === null ? "" : `; ${filled(says.vouched, { by: vouched_by })}`;
  fill("passed-on", `${passed}${vouched}`);
}

/** Shows which panel the request belongs to, and the panel's result once it has ended. */
export function fillPanel(panel: Panel | undefined): void {
  if (panel === undefined) return;
  const place = filled(says.panel.place, { members: panel.members });
  fillOptional("panel", `${place} ${panel.status === "open" ? rulesOf(panel) : resultOf(panel)}`);
}

/** What a member reads if the panel decided without them. The text names the review. */
export function endedText(panel: EndedPanel | null): string {
  if (panel === null) return "";
  const { framework, articles, rule_count } = panel;
  const review = [
    articles.join(", "),
    counted(says.rules, rule_count),
    framework.short_name ?? framework.display_name,
  ];
  return filled(says.panel.ended, {
    review: review.filter((part) => part !== "").join(" · "),
    result: resultOf(panel),
  });
}

/** Names the rules that were amended after the request, before counsel signs. */
export function fillChangedMeanwhile(review: Review): void {
  const { changed_meanwhile: ids } = review;
  const names = namesIn(review);
  const rules = list.format(ids.map((id) => names.get(id) ?? id));
  const text = ids.length === 0 ? "" : filled(says.changedMeanwhile, { rules });
  fillOptional("changed-meanwhile", text);
}

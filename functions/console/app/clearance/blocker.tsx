import { Link } from "wouter-preact";
import type { BlockerReason } from "#shared/domain/clearance/answer.ts";
import { Badge, type Tone } from "../parts/basics.tsx";
import { line, words } from "../parts/format.ts";
import { may } from "../shell/client.ts";
import type { Clearance } from "./question.ts";
import { t } from "./texts.ts";

type Blocker = Clearance["blockers"][number];

const waiting: ReadonlySet<BlockerReason> = new Set(["panel_open", "pending"]);
const toneOf = (reason: BlockerReason): Tone => (waiting.has(reason) ? "wait" : "bad");

/** Why a rule may not ship, in words. */
export const Reason = ({ of: { reason, detail, changed_fields } }: { of: Blocker }) => (
  <>
    <Badge tone={toneOf(reason)}>{t.reasons[reason].name}</Badge>
    <p class="fine">{line(detail)}</p>
    {changed_fields.length > 0 && (
      <p class="fine">{t.changed(changed_fields.map((field) => words(line(field))).join(", "))}</p>
    )}
  </>
);

/** Reasons that another review does away with. */
const reviewed: ReadonlySet<BlockerReason> = new Set([
  "never_reviewed",
  "wording_differs",
  "approval_too_old",
]);
export const requestable = ({ reason }: Blocker): boolean => reviewed.has(reason);

export const requestOf = (frameworkId: string, ids: readonly string[]): string =>
  `/reviews/new?${new URLSearchParams({ framework_id: frameworkId, rules: ids.join(",") })}`;

/** A rule's id, which leads to the rule for whoever may see it. */
export const RuleName = ({ frameworkId, id }: { frameworkId: string; id: string }) =>
  may("listRules") ? (
    <Link href={`/rule-books/${frameworkId}/rules/${encodeURIComponent(id)}`} class="entry">
      <code>{line(id)}</code>
    </Link>
  ) : (
    <code>{line(id)}</code>
  );

/** By name and firm, or by id where nobody says more. */
export const Approver = ({ of }: { of: NonNullable<Blocker["approved_by"]> }) => {
  if (of.display_name === undefined) return <code>{of.id}</code>;
  const name = of.firm ? `${of.display_name}, ${of.firm}` : of.display_name;
  return <span>{line(name)}</span>;
};

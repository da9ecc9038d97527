import { Link } from "wouter-preact";
import type { BlockerReason } from "#shared/domain/clearance/reasons.ts";
import { ruleAt } from "../parts/addresses.ts";
import { Badge, type Tone } from "../parts/basics.tsx";
import { fieldName } from "../parts/field-names.ts";
import { line } from "../parts/format.ts";
import { NamedRule } from "../parts/named-rule.tsx";
import { isUnderReview, type Open, OpenBeside } from "../parts/open-beside.tsx";
import { knownRule } from "../parts/rule-words.ts";
import { type Answer, may } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import type { Clearance, NamedBook } from "./question.ts";
import { t } from "./texts.ts";

type Blocker = Clearance["blockers"][number];

const waiting: ReadonlySet<BlockerReason> = new Set(["panel_open", "pending"]);
const toneOf = (reason: BlockerReason): Tone => (waiting.has(reason) ? "wait" : "bad");

/** Why a rule may not ship, in words. */
export const Reason = ({ of: { reason, detail, changed_fields } }: { of: Blocker }) => (
  <>
    <Badge tone={toneOf(reason)}>{t.reasons[reason].name}</Badge>
    {changed_fields.length > 0 ? (
      <p class="fine">{t.changed(changed_fields.map(fieldName).join(", "))}</p>
    ) : (
      <p class="fine">{line(detail)}</p>
    )}
  </>
);

/** Reasons that another review can remove. */
const reviewed: ReadonlySet<BlockerReason> = new Set([
  "never_reviewed",
  "wording_differs",
  "approval_too_old",
]);
export const requestable = ({ reason }: Blocker): boolean => reviewed.has(reason);

/** What to do about the reason: once counsel is asked about the wording, wait for the answer. */
export const Todo = ({ of, open }: { of: Blocker; open: Open }) => (
  <>
    {reviewed.has(of.reason) && isUnderReview(open)
      ? t.reasons.pending.todo
      : t.reasons[of.reason].todo}
    {of.review_id !== null && may("getReview") && (
      <p class="fine">
        <Link href={`/reviews/${of.review_id}`}>{t.review}</Link>
      </p>
    )}
    {!waiting.has(of.reason) && <OpenBeside row={open} />}
  </>
);

type Outlined = NonNullable<Answer<"getCoverage">["outline"]>[number];

/** The live rules of a book by their ids, with the open requests on each once they are known. */
type Rules = ReadonlyMap<string, NamedBook["rules"][number] & Partial<Open>>;

export const nothingOpen = { open_review_id: null, open_panel_id: null, open_holds_wording: null };

/**
 * @param rules as everybody may see them; users who may read open requests get those as well
 * @param isLive whether the answer is about the live wordings, now: Coverage knows which requests are
 * open on those alone. Otherwise only the reason says that counsel is asked
 */
export function useRules(framework_id: string, rules: NamedBook["rules"], isLive: boolean): Rules {
  const asked = { params: { framework_id }, query: { view: "outline" } } as const;
  const { data } = useCall("getCoverage", isLive && may("getCoverage") ? asked : null);
  const open = new Map<string, Outlined>(data?.outline?.map((rule) => [rule.use_case_id, rule]));
  const openOn = (id: string) => (isLive ? open.get(id) : nothingOpen);
  return new Map(rules.map((rule) => [rule.use_case_id, { ...rule, ...openOn(rule.use_case_id) }]));
}

/**
 * A rule by its article and title, or, if it is gone, by what its id tells. It links to the rule for
 * users who may see it.
 */
export function RuleName({ of: { frameworkId, rules }, id }: { of: Named; id: string }) {
  const rule = rules.get(id);
  const name =
    rule === undefined ? (
      knownRule(id)
    ) : (
      <NamedRule citation={rule.citation ?? undefined} title={rule.title} />
    );
  const code = <code>{line(id)}</code>;
  return (
    <>
      {may("listRules") ? (
        <Link href={ruleAt(frameworkId, id)} class="entry">
          {name ?? code}
        </Link>
      ) : (
        (name ?? code)
      )}
      {name !== null && <p class="soft fine">{code}</p>}
    </>
  );
}

/** A book, with the rules that we know of it. */
export interface Named {
  frameworkId: string;
  rules: Rules;
}

/** The approver's name and firm, as far as the reader may see them; otherwise the id. */
export const Approver = ({ of }: { of: NonNullable<Blocker["approved_by"]> }) => {
  const known = [of.display_name, of.firm].filter(Boolean);
  return known.length === 0 ? <code>{of.id}</code> : <span>{line(known.join(", "))}</span>;
};

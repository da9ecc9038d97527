import type { Leaf } from "#shared/domain/clearance/answer.ts";
import { approvalIn, type RuleFacts } from "#shared/domain/clearance/judge.ts";
import type { Question } from "#shared/domain/clearance/question.ts";
import {
  type EnforcementEvent,
  EVER,
  enforcementAt,
  lawChanges,
  lawDaysIn,
  nextStart,
} from "#shared/domain/frameworks/enforcement.ts";
import type { Framework } from "#shared/domain/frameworks/framework.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { type DecidedReview, isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { noStanding, type Standing } from "#shared/domain/standing/standing.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { frameworkRowAt, getFramework } from "#shared/store/frameworks.ts";
import { decisionLeaves } from "#shared/store/log-subjects.ts";
import { getPanel } from "#shared/store/panels.ts";
import { getReviews } from "#shared/store/reviews.ts";
import { panelApprovalsOn } from "#shared/store/rule-decisions.ts";
import { allLiveRules, getLiveRules } from "#shared/store/rules.ts";
import { readRuleRecords, type StandingOn } from "#shared/use-cases/standing/rule-records.ts";
import { givenWordings, wordingsInQuestion, wordingsOf } from "./wordings-of.ts";

interface BookAt {
  framework: Framework | null;
  /** What superseded it by the instant; null: no book that is named; undefined: it was current. */
  superseded: string | null | undefined;
}

/** A book as it is, and whether it was superseded at an instant; for a future one, whether it is. */
export async function bookAt(frameworkId: string, at: string, now: string): Promise<BookAt> {
  const framework = await getFramework(frameworkId);
  const isAsNow = framework === null || at >= now || framework.updated_at <= at;
  const row = isAsNow ? null : await frameworkRowAt(frameworkId, at);
  const then = (row?.context ?? framework) as Framework | null;
  return { framework, superseded: then?.status === "superseded" ? then.superseded_by : undefined };
}

/** Up to this many rules are read by key. For more, the whole book is read. */
const FEW = 100;

interface Loaded {
  /** One entry per rule in question, sorted by use_case_id. */
  facts: RuleFacts[];
  /** The decided review that an approval names. */
  reviewOf(id: string | undefined): DecidedReview | null;
  /** The leaf of its decision; null until the log has taken it, or if nobody asked for it. */
  leafOf(review: DecidedReview): Leaf | null;
}

/**
 * Loads the facts that decide whether each rule is cleared, with the same reads as coverage. It takes
 * only one wait more than coverage, because everything that depends on the rules' standing is read in
 * parallel.
 * @param at the instant that is judged
 * @param wanted `approvals`: also who approved, and where the evidence log has the approval
 */
export async function loadRuleFacts(
  question: Question,
  at: string,
  now: string,
  wanted: "verdicts" | "approvals",
): Promise<Loaded> {
  const { framework_id, use_case_ids } = question;
  const ids = [...use_case_ids].sort();
  const useCaseIds = ids.length > FEW ? undefined : ids;
  const [live, events, records] = await Promise.all([
    readLive(framework_id, ids),
    enforcementOf(framework_id),
    readRuleRecords({ frameworkId: framework_id, at, now, useCaseIds, open: "panel" }),
  ]);
  const past = at < now ? at : null;
  const given = givenWordings(question);
  const early = wordingsInQuestion(given, live, past);
  const ofEarly = await approvedAsAsked(question, await records([...early]), early, at);
  const [wordings, first] = await Promise.all([
    wordingsOf(given, live, ofEarly, past),
    readNamed(early, ofEarly, at, wanted),
  ]);
  const late = new Map(
    ids.flatMap((id): [string, string][] => {
      const { asked } = wordings(id);
      return asked === null || early.has(id) ? [] : [[id, asked.content_hash]];
    }),
  );
  const standingOn = await approvedAsAsked(question, ofEarly, late, at);
  const { reviews, leaves, panels } = joined(first, await readNamed(late, standingOn, at, wanted));
  const rules = question.in_force_only ? ids.flatMap((id) => wordings(id).asked?.rule ?? []) : [];
  const lawOf = lawAt(at, events, rules);
  return {
    facts: ids.map((id): RuleFacts => {
      const { asked, isKnown, approved } = wordings(id);
      const standing = asked === null ? noStanding : standingOn(id, asked.content_hash);
      const panel = openPanelIn(standing);
      return {
        use_case_id: id,
        asked,
        isKnown,
        standing,
        approved,
        panel_review_id: panel === null ? null : (panels.get(panel) ?? panel),
        law: lawOf(asked?.rule ?? { use_case_id: id }),
      };
    }),
    reviewOf: (id) => {
      const review = id === undefined ? undefined : reviews.get(id);
      return review !== undefined && isDecided(review) ? review : null;
    },
    leafOf: ({ id, decision_row_hash }) => {
      const leaf = leaves.get(id);
      // Member by member: the table returns them in any order, but the same state must be the same
      // bytes.
      return leaf?.hash === decision_row_hash ? { index: leaf.index, hash: leaf.hash } : null;
    },
  };
}

/**
 * Where only a panel's approval counts, an approved wording stands by its newest one, even if a single
 * counsel has approved the wording again since.
 * @param wordings content hashes by rule; others stand as before
 */
async function approvedAsAsked(
  { framework_id, panel_required }: Question,
  standingOn: StandingOn,
  wordings: ReadonlyMap<string, string>,
  at: string,
): Promise<StandingOn> {
  const bySingle = [...wordings].filter((wording) => {
    const { state, decision } = standingOn(...wording);
    return panel_required && state === "approved" && decision?.panel_id === null;
  });
  if (bySingle.length === 0) return standingOn;
  const approvals = await panelApprovalsOn(framework_id, new Map(bySingle), at);
  const decisions = new Map(bySingle.map(([id]) => [id, approvals(id)]));
  return (id, wording) => {
    const standing = standingOn(id, wording);
    const decision = wordings.get(id) === wording ? decisions.get(id) : null;
    return decision == null ? standing : { ...standing, decision };
  };
}

async function readLive(frameworkId: string, ids: readonly string[]): Promise<LiveRule[]> {
  if (ids.length > FEW) {
    const wanted = new Set(ids);
    const all = await allLiveRules(frameworkId);
    return all.filter(({ rule }) => wanted.has(rule.use_case_id));
  }
  return (await getLiveRules(frameworkId, ids)).filter((rule) => rule !== null);
}

/**
 * Finds whether a rule's law applies at an instant, and when it starts to.
 * @param rules the rules whose start matters
 */
function lawAt(at: string, events: readonly EnforcementEvent[], rules: readonly Rule[]) {
  const day = at.slice(0, 10);
  const stateOf = enforcementAt(events, at);
  const lawDays = lawDaysIn(lawChanges(rules, events, { ...EVER, after: day }));
  return (rule: Parameters<typeof stateOf>[0]): RuleFacts["law"] => ({
    ...stateOf(rule),
    starts_on: nextStart(lawDays.get(rule.use_case_id), day),
  });
}

/** The items that answers name, besides the rules themselves. */
interface Named {
  reviews: ReadonlyMap<string, ReviewRecord>;
  /** The leaves of decisions, by request. */
  leaves: ReadonlyMap<string, Leaf>;
  /** One member's request, by panel. */
  panels: ReadonlyMap<string, string>;
}

const joined = (a: Named, b: Named): Named => ({
  reviews: new Map([...a.reviews, ...b.reviews]),
  leaves: new Map([...a.leaves, ...b.leaves]),
  panels: new Map([...a.panels, ...b.panels]),
});

async function readNamed(
  wordings: ReadonlyMap<string, string>,
  standingOn: StandingOn,
  at: string,
  wanted: "verdicts" | "approvals",
): Promise<Named> {
  if (wanted === "verdicts") return { reviews: new Map(), leaves: new Map(), panels: new Map() };
  const standings = [...wordings].map((wording) => standingOn(...wording));
  const approving = new Set(standings.flatMap((one) => approvalIn(one)?.review_id ?? []));
  const open = new Set(standings.flatMap((one) => openPanelIn(one) ?? []));
  const [reviews, leaves, panels] = await Promise.all([
    getReviews([...approving]),
    decisionLeaves(approving),
    Promise.all([...open].map((id) => memberOf(id, at))),
  ]);
  return {
    reviews: new Map(reviews.flatMap((one) => (one === null ? [] : [[one.id, one] as const]))),
    leaves,
    panels: new Map(panels.flat()),
  };
}

/** The open panel because of which an undecided rule is not cleared. */
const openPanelIn = ({ state, open }: Standing): string | null =>
  state === "none"
    ? (open.find(({ holds_wording, panel_id }) => holds_wording && panel_id !== null)?.panel_id ??
      null)
    : null;

/** The member's request that an answer names for an open panel. It is always the same one. */
async function memberOf(panelId: string, at: string): Promise<[string, string][]> {
  const members = (await getPanel(panelId))?.members ?? [];
  const open = members.filter(({ decided_at }) => decided_at === null || decided_at > at);
  const [first] = open.map(({ review_id }) => review_id).sort();
  return first === undefined ? [] : [[panelId, first]];
}

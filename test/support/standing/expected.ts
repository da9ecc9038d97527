import { type Facts, type Json, versionAt } from "./facts.ts";
import { blockerOf, bookAt, decisionsOn, type Stands, standsAt, totalsOf } from "./model.ts";

/* The answers that the model expects. */

type Shown = (reviewId: string) => boolean;

const everything: Shown = () => true;

/** An objection as shown to a reader who sees only some decisions. */
function objectionFor({ objection }: Stands, shown: Shown): Json {
  if (objection === null || shown(objection.review_id)) return objection;
  const { verdict, wording_changed_since } = objection;
  const nobody = { review_id: null, panel_id: null, counsel: null, text: null, decided_at: null };
  return { ...nobody, verdict, wording_changed_since };
}

const decisionIds = ({ decision }: Stands, shown: Shown): Json =>
  decision === null || !shown(decision.request.id)
    ? { review_id: null, panel_id: null, decided_at: null }
    : { review_id: decision.request.id, panel_id: decision.panelId, decided_at: decision.at };

/** The rows of the report, by the order of the rules' ids. */
export function coverageAt(facts: Facts, at: string, shown: Shown | null = null): Json {
  const book = bookAt(facts, at);
  const rules = [...book]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([use_case_id, stands]) => {
      const [open] = stands.open;
      const isNamed = shown === null && open !== undefined;
      return {
        use_case_id,
        status: stands.status,
        in_force: inForceOf(facts, use_case_id, at),
        ...decisionIds(stands, shown ?? everything),
        open_review_id: isNamed ? open.reviewId : null,
        open_panel_id: isNamed ? open.panelId : null,
        open_holds_wording: open?.isOwn ?? null,
        objection: objectionFor(stands, shown ?? everything),
        changed_fields: changedIn(facts, use_case_id, stands),
      };
    });
  return { totals: totalsOf(book.values()), rules };
}

/** Whether the law applies by the dates of the wording that was live: the last day is in force. */
function inForceOf(facts: Facts, rule: string, at: string): string {
  const content = versionAt(facts.versions.get(rule) ?? [], at)?.content;
  const day = at.slice(0, 10);
  if (content.applies_until !== undefined && day > content.applies_until) return "ended";
  return content.applies_from !== undefined && day < content.applies_from ? "not_yet" : "in_force";
}

const titleOf = (facts: Facts, rule: string, hash: string): Json =>
  facts.versions.get(rule)?.find((version) => version.hash === hash)?.content.title;

const changedIn = (facts: Facts, rule: string, stands: Stands & { hash: string }): Json[] =>
  stands.state !== "changed" || stands.decision === null
    ? []
    : [
        {
          field: "title",
          approved: titleOf(facts, rule, stands.decision.hash),
          live: titleOf(facts, rule, stands.hash),
        },
      ];

/** The answer about a rule's wording on a day; null: the rule had no wording then. */
export function wordingAt(
  facts: Facts,
  rule: string,
  at: string,
  shown: Shown | null = null,
): Json | null {
  const live = versionAt(facts.versions.get(rule) ?? [], at);
  if (live === undefined) return null;
  const sees = shown ?? everything;
  const stands = standsAt(facts, rule, live.hash, at);
  const { decision } = stands;
  const opinions = opinionsOn(facts, rule, live.hash, at).filter(({ review_id }) =>
    sees(review_id),
  );
  return {
    version: (facts.versions.get(rule) ?? []).indexOf(live) + 1,
    content: live.content,
    in_force: inForceOf(facts, rule, at),
    standing: {
      state: stands.state,
      decision: decision && {
        ...decisionIds(stands, sees),
        outcome: decision.outcome,
        content_hash: decision.hash,
      },
      objection: objectionFor(stands, sees),
      open: stands.open.map(({ reviewId, panelId, expiresAt, isOwn }) => ({
        review_id: shown === null ? reviewId : null,
        panel_id: shown === null ? panelId : null,
        expires_at: expiresAt,
        holds_wording: isOwn,
      })),
    },
    approvals: opinions.filter(({ decision: said }) => said.startsWith("approved")),
    refusals: opinions.filter(({ decision: said }) => !said.startsWith("approved")),
  };
}

/** The counsel who said of exactly this wording what the decision's outcome says. */
function opinionsOn(facts: Facts, rule: string, hash: string, at: string): Json[] {
  const made = decisionsOn(facts, rule, at).filter((one) => one.hash === hash);
  return made.flatMap(({ request, panelId, outcome, at: decided_at }) => {
    const panel = facts.panels.find(({ id }) => id === panelId);
    const sameWord = (said: string) =>
      said.startsWith("approved") === outcome.startsWith("approved");
    const who = facts.requests
      .filter(({ id }) => (panel?.members ?? [request.id]).includes(id))
      .sort((a, b) => ((a.decidedAt ?? "") < (b.decidedAt ?? "") ? -1 : 1));
    return who.flatMap((one) => {
      const decision = decisionOf(one, rule);
      if (decision === null || !sameWord(decision)) return [];
      const { id: review_id, counsel } = one;
      return [{ review_id, panel_id: panelId, counsel, decision, decided_at }];
    });
  });
}

function decisionOf(request: Facts["requests"][number], rule: string): string | null {
  const own = request.verdicts.find(({ use_case_id }) => use_case_id === rule)?.verdict;
  const isNo = request.decision === "rejected" || request.decision === "changes_requested";
  return isNo && own?.startsWith("approved") ? request.decision : (own ?? request.decision);
}

/** The answer whether wordings may ship. For a rule without a given wording, the live one counts. */
export function clearanceAt(
  facts: Facts,
  at: string,
  given: ReadonlyMap<string, { hash: string; title: string }> | null,
): Json {
  const book = bookAt(facts, at);
  const asked = [...facts.versions.keys()].sort().map((rule) => {
    const live = book.get(rule);
    const hash = given?.get(rule)?.hash ?? live?.hash;
    if (live === undefined || hash === undefined) return { rule, reason: "unknown_rule" };
    const stands = standsAt(facts, rule, hash, at);
    return { rule, hash, stands, reason: blockerOf(stands) };
  });
  return {
    cleared: asked.every(({ reason }) => reason === null),
    blockers: asked
      .filter(({ reason }) => reason !== null)
      .map(({ rule, reason, stands }) => ({
        use_case_id: rule,
        reason,
        ...approvalOf(stands),
        ...blockedBy(reason, stands),
      })),
    approvals: asked
      .filter(({ reason }) => reason === null)
      .map(({ rule, hash, stands }) => ({
        use_case_id: rule,
        content_hash: hash,
        review_id: stands?.decision?.request.id,
        ...approvalOf(stands),
      })),
  };
}

const approvalOf = (stands: Stands | undefined): Json =>
  stands?.decision && (stands.state === "approved" || stands.state === "changed")
    ? { approved_by: stands.decision.request.counsel, approved_at: stands.decision.at }
    : { approved_by: null, approved_at: null };

/** The review to which a reason refers. It leaves open which member of an open panel is named. */
function blockedBy(reason: string | null, stands: Stands | undefined): Json {
  if (reason === "panel_open") return {};
  const own = stands?.open.find(({ isOwn }) => isOwn);
  const id = reason === "pending" ? own?.reviewId : stands?.decision?.request.id;
  return { review_id: id ?? null };
}

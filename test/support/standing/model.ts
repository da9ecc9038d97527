import { type Facts, type Request, versionAt } from "./facts.ts";

/*
 * How rules stand, worked out from the words of the specification (standing.md, section 1) over
 * everything that ever happened, by linear scans. It shares no code with the product.
 */

export interface Decided {
  request: Request;
  panelId: string | null;
  outcome: string;
  at: string;
  hash: string;
}

interface Objected {
  review_id: string;
  panel_id: string | null;
  verdict: string;
  counsel: Request["counsel"];
  text: string | null;
  decided_at: string;
  wording_changed_since: boolean;
}

interface Open {
  reviewId: string | null;
  panelId: string | null;
  expiresAt: string;
  isOwn: boolean;
}

export interface Stands {
  state: "approved" | "refused" | "changed" | "none";
  status: string;
  decision: Decided | null;
  objection: Objected | null;
  open: Open[];
}

const isNo = (outcome: string): boolean =>
  outcome === "rejected" || outcome === "changes_requested";

/** The rule's verdict, otherwise the decision. A refusal overrides an approving verdict. */
function outcomeFor({ decision, verdicts }: Request, rule: string): string | null {
  if (decision === null) return null;
  const verdict = verdicts.find(({ use_case_id }) => use_case_id === rule)?.verdict ?? decision;
  return isNo(decision) && !isNo(verdict) ? decision : verdict;
}

const placeOf = ({ decidedAt, id }: Request): string => `${decidedAt} ${id}`;

/** Every decision on a rule up to an instant, oldest first: by time, refusals last, then by id. */
export function decisionsOn({ requests, panels }: Facts, rule: string, at: string): Decided[] {
  const found: Decided[] = [];
  for (const request of requests) {
    const outcome = outcomeFor(request, rule);
    if (request.panelId !== null || outcome === null || !request.rules.includes(rule)) continue;
    const hash = request.hashes.get(rule) ?? "";
    found.push({ request, panelId: null, outcome, at: request.decidedAt ?? "", hash });
  }
  for (const { id, endedAt, outcomes, members } of panels) {
    const outcome = outcomes.get(rule);
    if (endedAt === null || outcome === undefined || outcome === "undecided") continue;
    let telling: Request | null = null;
    for (const request of requests) {
      if (!members.includes(request.id) || outcomeFor(request, rule) !== outcome) continue;
      // If two members decided at the same instant, the one with the greater id counts.
      const isLater = (one: Request): boolean => placeOf(request) > placeOf(one);
      if (telling === null || isLater(telling)) telling = request;
    }
    if (telling === null) throw new Error("No member said what the panel says.");
    const hash = telling.hashes.get(rule) ?? "";
    found.push({ request: telling, panelId: id, outcome, at: endedAt, hash });
  }
  const place = ({ at: time, outcome, panelId, request }: Decided): string =>
    `${time} ${isNo(outcome) ? 1 : 0} ${panelId ?? request.id}`;
  return found.filter((one) => one.at <= at).sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** Requests open on a rule at an instant: made, and neither ended nor expired by then. */
function openOn({ requests }: Facts, rule: string, hash: string, at: string): Open[] {
  const open = new Map<string, Open>();
  for (const request of requests) {
    if (!request.rules.includes(rule)) continue;
    const { createdAt, expiresAt, endedAt, panelId } = request;
    if (createdAt > at || expiresAt < at || (endedAt !== null && endedAt <= at)) continue;
    const isOwn = request.hashes.get(rule) === hash;
    const reviewId = panelId === null ? request.id : null;
    // A panel is open until the last of its members' requests ends: one of them may have got more time.
    const known = open.get(panelId ?? request.id);
    if (known !== undefined && known.expiresAt >= expiresAt) continue;
    open.set(panelId ?? request.id, { reviewId, panelId, expiresAt, isOwn });
  }
  const place = ({ isOwn, expiresAt }: Open) => `${isOwn ? 1 : 0} ${expiresAt}`;
  return [...open]
    .sort(([a, x], [b, y]) =>
      place(x) === place(y) ? (a < b ? -1 : 1) : place(x) > place(y) ? -1 : 1,
    )
    .map(([, one]) => one);
}

/** The verdict's text, otherwise the comment, cut to 280 characters with `…`. */
function wordsOf({ verdicts, comment }: Request, rule: string): string | null {
  const text = verdicts.find(({ use_case_id }) => use_case_id === rule)?.text || comment;
  if (!text) return null;
  return text.length > 280 ? `${text.slice(0, 280)}…` : text;
}

/** The standing of a rule's wording at an instant. */
export function standsAt(facts: Facts, rule: string, hash: string, at: string): Stands {
  const decisions = decisionsOn(facts, rule, at);
  const open = openOn(facts, rule, hash, at);
  const own = decisions.filter((one) => one.hash === hash).at(-1);
  const decision = own ?? decisions.at(-1) ?? null;
  const rest = { decision, open, objection: null };
  if (decision === null) {
    const isPending = open.some(({ isOwn }) => isOwn);
    return { ...rest, state: "none", status: isPending ? "pending" : "never_reviewed" };
  }
  if (isNo(decision.outcome)) {
    const { request, panelId, outcome, at: decided_at } = decision;
    const objection: Objected = {
      review_id: request.id,
      panel_id: panelId,
      verdict: outcome,
      counsel: request.counsel,
      text: wordsOf(request, rule),
      decided_at,
      wording_changed_since: decision.hash !== hash,
    };
    return { ...rest, state: "refused", status: "refused", objection };
  }
  return own === undefined
    ? { ...rest, state: "changed", status: "approved_then_changed" }
    : { ...rest, state: "approved", status: "approved_live" };
}

/** The standing of each rule's live wording at an instant, without rules that were not there yet. */
export function bookAt(facts: Facts, at: string): Map<string, Stands & { hash: string }> {
  const book = new Map<string, Stands & { hash: string }>();
  for (const [rule, versions] of facts.versions) {
    const live = versionAt(versions, at);
    if (live === undefined) continue;
    book.set(rule, { ...standsAt(facts, rule, live.hash, at), hash: live.hash });
  }
  return book;
}

/** How many rules of the book had each status. */
export function totalsOf(statuses: Iterable<{ status: string }>): Record<string, number> {
  const totals: Record<string, number> = {
    approved_live: 0,
    approved_then_changed: 0,
    refused: 0,
    pending: 0,
    never_reviewed: 0,
  };
  for (const { status } of statuses) totals[status] = (totals[status] ?? 0) + 1;
  return totals;
}

/** Why clearance would not let a wording ship; null: it would. */
export function blockerOf({ state, decision, open }: Stands): string | null {
  if (state === "approved") return null;
  if (state === "changed") return "wording_differs";
  if (state === "refused") return decision?.outcome ?? null;
  const own = open.filter(({ isOwn }) => isOwn);
  if (own.some(({ panelId }) => panelId !== null)) return "panel_open";
  return own.length > 0 ? "pending" : "never_reviewed";
}

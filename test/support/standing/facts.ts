// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Json = any;

/** One wording of a rule, and when it went live. */
export interface Version {
  at: string;
  hash: string;
  content: Json;
}

/** A request according to its record and its trail. */
export interface Request {
  id: string;
  panelId: string | null;
  rules: string[];
  /** The wording that each rule had when the request was first made. */
  hashes: Map<string, string>;
  createdAt: string;
  expiresAt: string;
  /** When it was decided or withdrawn. */
  endedAt: string | null;
  decision: string | null;
  decidedAt: string | null;
  verdicts: { use_case_id: string; verdict: string; text?: string | null }[];
  comment: string | null;
  /** Counsel as the decision's row names them. */
  counsel: { id: string; display_name: string; firm: string | null };
}

interface Panel {
  id: string;
  endedAt: string | null;
  outcomes: Map<string, string>;
  members: string[];
}

/** Everything that ever happened to a book, according to records and trails. */
export interface Facts {
  frameworkId: string;
  versions: Map<string, Version[]>;
  requests: Request[];
  panels: Panel[];
}

/**
 * Reads the facts from which a book's standing follows. It says nothing about any rule's standing.
 * @param get returns what an admin is answered at a path
 */
export async function factsOf(
  get: (path: string) => Promise<Json>,
  frameworkId: string,
): Promise<Facts> {
  const all = async (path: string): Promise<Json[]> => {
    const { items, next_cursor } = await get(`${path}limit=200`);
    if (next_cursor !== null) throw new Error(`${path} has more than a page.`);
    return items;
  };
  const book = `/admin/frameworks/${frameworkId}`;
  const versions = new Map<string, Version[]>();
  for (const { use_case_id } of await all(`${book}/rules?`)) {
    const rule = await get(`${book}/rules/${use_case_id}`);
    versions.set(
      use_case_id,
      rule.versions.map(({ created_at, content_hash, content }: Json) => {
        return { at: created_at, hash: content_hash, content };
      }),
    );
  }
  const reviews = await all(`/admin/rule-reviews?framework_id=${frameworkId}&`);
  const byId = new Map<string, Json>(reviews.map((review) => [review.id, review]));
  const requests: Request[] = [];
  for (const review of reviews) {
    const rows = await get(`/admin/rule-reviews/${review.id}/audit?limit=200`);
    requests.push(requestOf(review, rows.items, byId, versions));
  }
  const panels = await all(`/admin/review-panels?framework_id=${frameworkId}&`);
  return { frameworkId, versions, requests, panels: panels.map(panelOf) };
}

/** The version that was live at an instant. */
export const versionAt = (versions: readonly Version[], at: string): Version | undefined =>
  versions.findLast((version) => version.at <= at);

const decisions = ["approved", "approved_with_changes", "changes_requested", "rejected"];

function requestOf(
  review: Json,
  rows: Json[],
  byId: ReadonlyMap<string, Json>,
  versions: Map<string, Version[]>,
): Request {
  // A request that was passed on keeps the wordings of the first request.
  let first = review;
  while (first.delegated_from) first = byId.get(first.delegated_from);
  const decision = decisions.includes(review.status) ? review.status : null;
  const cancelled = rows.find(({ action }) => action === "rule_review.cancelled");
  const decided = rows.find(({ action }) => action === `rule_review.${decision}`);
  const { display_name = "", firm = null } = decided?.context.counsel ?? {};
  return {
    id: review.id,
    panelId: review.panel_id,
    rules: review.rule_use_case_ids,
    hashes: new Map(
      review.rule_use_case_ids.map((id: string, at: number) => [
        id,
        // An import at the same moment may come before or after the request, whatever their dates.
        rows[0]?.context.content_hashes?.[at] ??
          versionAt(versions.get(id) ?? [], first.created_at)?.hash ??
          "",
      ]),
    ),
    createdAt: review.created_at,
    expiresAt: review.expires_at,
    endedAt: review.decided_at ?? cancelled?.created_at ?? null,
    decision,
    decidedAt: review.decided_at,
    verdicts: review.rule_verdicts ?? [],
    comment: review.decision_comment,
    counsel: { id: review.counsel_id, display_name, firm },
  };
}

const panelOf = ({ id, status, decided_at, rules, members }: Json): Panel => ({
  id,
  endedAt: status === "open" ? null : decided_at,
  outcomes: new Map(rules.map(({ use_case_id, outcome }: Json) => [use_case_id, outcome])),
  members: members.map(({ review_id }: Json) => review_id),
});

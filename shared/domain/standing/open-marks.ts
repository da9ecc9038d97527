import type { RuleRequest } from "./standing.ts";

/**
 * A request or panel on a rule, as stored with the rule. The mark stays while the request is open and,
 * if it ended unanswered, until something else is asked about the rule.
 */
export interface OpenMark {
  /** The id of the request, or of the panel. */
  review_id: string;
  isPanel?: true;
  /** The request expires after this instant. */
  expires_at: string;
  /** The wording under review. */
  content_hash: string;
}

/** The marks of the open requests on one rule; some may have expired since. */
export interface MarksOnRule {
  marks: readonly OpenMark[];
  /** Until when requests without a mark may be open; null if there are none. */
  others_until: string | null;
}

export const nothingOpen: MarksOnRule = { marks: [], others_until: null };

/** The most marks that a rule keeps, which bounds the cost of reading them. */
const MAX_MARKS = 4;

const isOpen = ({ expires_at }: { expires_at: string }, at: string): boolean => expires_at >= at;

/** Sorts marks by expiry, latest first. */
const byLife = (a: OpenMark, b: OpenMark): number =>
  a.expires_at !== b.expires_at
    ? a.expires_at > b.expires_at
      ? -1
      : 1
    : a.review_id < b.review_id
      ? -1
      : 1;

/** The marks still open at an instant, latest expiry first. */
export const openMarksAt = ({ marks }: MarksOnRule, at: string): OpenMark[] =>
  marks.filter((mark) => isOpen(mark, at)).sort(byLife);

/**
 * The marks of requests that ended unanswered before an instant, with nothing asked since. The next
 * request on the rule replaces them.
 */
export const unansweredMarksAt = ({ marks }: MarksOnRule, at: string): OpenMark[] =>
  marks.filter((mark) => !isOpen(mark, at));

/** Whether requests without a mark may be open at an instant. */
export const mayHaveOthers = ({ others_until }: MarksOnRule, at: string): boolean =>
  others_until !== null && others_until >= at;

/** Whether a request without a mark may come before all marked ones, among those about this wording. */
export function mayBePreceded(on: MarksOnRule, wording: string, at: string): boolean {
  if (!mayHaveOthers(on, at)) return false;
  const [first] = openMarksAt(on, at).filter(({ content_hash }) => content_hash === wording);
  return first === undefined || first.expires_at <= (on.others_until ?? "");
}

/** Whether a panel without a mark may be open on a wording, if no marked panel is open on it. */
export const mayHidePanel = (on: MarksOnRule, wording: string, at: string): boolean =>
  mayHaveOthers(on, at) &&
  !openMarksAt(on, at).some(({ isPanel, content_hash }) => isPanel && content_hash === wording);

/** The marked requests in their present state: open until they expire. */
export const requestsOf = ({ marks }: MarksOnRule): RuleRequest[] =>
  marks.map(({ review_id, isPanel, content_hash, expires_at }) => ({
    review_id: isPanel ? null : review_id,
    panel_id: isPanel ? review_id : null,
    content_hash,
    created_at: "",
    expires_at,
    ended_at: null,
  }));

/** How the marks of a rule change when another request is opened on it. */
export interface Opening {
  /** The new mark; null if the rule is full of marks that expire later. */
  added: OpenMark | null;
  /** Reviews whose mark is removed, since they have expired or later-expiring ones replace them. */
  removed: string[];
  others_until: string | null;
}

export function opening(on: MarksOnRule, mark: OpenMark, now: string): Opening {
  const marks = [...openMarksAt(on, now), mark].sort(byLife);
  const kept = new Set(marks.slice(0, MAX_MARKS).map(({ review_id }) => review_id));
  const withoutMark = marks.slice(MAX_MARKS).map(({ expires_at }) => expires_at);
  const others = mayHaveOthers(on, now) ? [on.others_until as string] : [];
  return {
    added: kept.has(mark.review_id) ? mark : null,
    removed: on.marks.map(({ review_id }) => review_id).filter((id) => !kept.has(id)),
    others_until: [...others, ...withoutMark].sort().at(-1) ?? null,
  };
}

/** A request that is open on a rule, as it is kept with the rule. */
export interface OpenMark {
  review_id: string;
  /** The request ends by itself after this instant. */
  expires_at: string;
  /** The wording that is under review. */
  content_hash: string;
}

/** What is open on one rule; what the clock has ended since may still be among it. */
export interface OpenOnRule {
  marks: readonly OpenMark[];
  /** Requests beyond those tracked may be open until then; null if there are none. */
  others_until: string | null;
}

export const nothingOpen: OpenOnRule = { marks: [], others_until: null };

/** A rule keeps this many marks, so that what it costs to read it has a bound. */
const MOST_MARKS = 4;

const isOpen = ({ expires_at }: { expires_at: string }, at: string): boolean => expires_at >= at;

/** The mark that stays open longest comes first. */
const byLife = (a: OpenMark, b: OpenMark): number =>
  a.expires_at !== b.expires_at
    ? a.expires_at > b.expires_at
      ? -1
      : 1
    : a.review_id < b.review_id
      ? -1
      : 1;

/** The marks of those still open at an instant, the one that stays open longest first. */
export const openMarksAt = ({ marks }: OpenOnRule, at: string): OpenMark[] =>
  marks.filter((mark) => isOpen(mark, at)).sort(byLife);

/** Whether requests without a mark may be open at an instant. */
export const mayHaveOthers = ({ others_until }: OpenOnRule, at: string): boolean =>
  others_until !== null && others_until >= at;

/** How the marks of a rule change when one more request is opened on it. */
export interface Opening {
  /** The new mark; null where others that live longer fill the rule. */
  put: OpenMark | null;
  /** Reviews whose mark goes: the clock has ended them, or others live longer. */
  drop: string[];
  others_until: string | null;
}

export function opening(on: OpenOnRule, mark: OpenMark, now: string): Opening {
  const marks = [...openMarksAt(on, now), mark].sort(byLife);
  const kept = new Set(marks.slice(0, MOST_MARKS).map(({ review_id }) => review_id));
  const crowdedOut = marks.slice(MOST_MARKS).map(({ expires_at }) => expires_at);
  const others = mayHaveOthers(on, now) ? [on.others_until as string] : [];
  return {
    put: kept.has(mark.review_id) ? mark : null,
    drop: on.marks.map(({ review_id }) => review_id).filter((id) => !kept.has(id)),
    others_until: [...others, ...crowdedOut].sort().at(-1) ?? null,
  };
}

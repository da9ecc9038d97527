import type { SuggestedField } from "#shared/domain/reviews/suggested-fields.ts";
import type { Decision } from "./api.ts";

/** What counsel has said of one rule so far. */
export interface DraftVerdict {
  use_case_id: string;
  verdict: Decision;
  text: string;
  /** Words for the rule in place of its own, by field. */
  suggestions?: Partial<Record<SuggestedField, string>>;
}

/** What counsel has entered so far, kept in this tab until the decision is signed. */
export interface Draft {
  decision: Decision | null;
  /** Whether the decision only follows from the verdicts so far. */
  proposed: boolean;
  /** A list, since a rule may be called `constructor`. */
  verdicts: DraftVerdict[];
  comment: string;
  /** Counsel's own reference. */
  reference: string;
  /** Use case ids of the rules already seen. */
  opened: string[];
  /** What was typed to pass the request on, by field. */
  delegation: Readonly<Record<string, string>>;
}

const empty: Draft = {
  decision: null,
  proposed: false,
  verdicts: [],
  comment: "",
  reference: "",
  opened: [],
  delegation: {},
};
let key = "";
let draft = empty;

export const currentDraft = (): Draft => draft;

/** Restores this request's draft; without session storage, it starts empty. */
export function resumeDraft(requestId: string): Draft {
  const next = `countersign.draft.${requestId}`;
  if (next === key) return draft;
  key = next;
  try {
    draft = { ...empty, ...JSON.parse(sessionStorage.getItem(key) ?? "{}") };
  } catch {
    draft = empty;
  }
  return draft;
}

export function keepDraft(change: Partial<Draft>): void {
  draft = { ...draft, ...change };
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is off or full: the draft still lasts as long as the page.
  }
}

export function dropDraft(): void {
  draft = empty;
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

import type { Decision } from "./api.ts";

/** What counsel has entered so far, kept in this tab until it is signed. */
export interface Draft {
  decision: Decision | null;
  comment: string;
  /** Rules already seen, by use case. */
  opened: string[];
}

const empty: Draft = { decision: null, comment: "", opened: [] };
let key = "";
let draft = empty;

export const currentDraft = (): Draft => draft;

/** Takes up the draft of this request; a browser that keeps nothing starts with an empty one. */
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
    // Storage is off or full: the draft still lives as long as the page.
  }
}

export function dropDraft(): void {
  draft = empty;
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

import type { SuggestedField } from "#shared/domain/reviews/limits.ts";
import { MAX_DAYS_OPEN } from "#shared/domain/reviews/limits.ts";
import type { Decision } from "./api.ts";
import { byId } from "./dom.ts";
import { stored } from "./stored.ts";

/** Counsel's verdict on one rule so far. */
export interface DraftVerdict {
  use_case_id: string;
  verdict: Decision;
  text: string;
  /** Words for the rule in place of its own, by field. */
  suggestions?: Partial<Record<SuggestedField, string>>;
}

/** What counsel has entered so far, kept on the device until the decision is signed or the request ends. */
export interface Draft {
  decision: Decision | null;
  /** Whether the decision only follows from the verdicts so far. */
  proposed: boolean;
  /** One per rule, in any order. A list, because a rule may be called `constructor`. */
  verdicts: DraftVerdict[];
  comment: string;
  /** Counsel's own reference. */
  reference: string;
  /** Use case ids of the rules already seen. */
  opened: string[];
  /** The text typed to pass the request on, by field. */
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
const DAY_MS = 86_400_000;
const PREFIX = "countersign.draft.";
let key = "";
let draft = empty;
/** The end of the request, ISO 8601 UTC. */
let until = "";
/** Whether it is kept on the device; otherwise in this tab. */
let isKept = true;
/** Whether this tab has read or written the stored draft. */
let isKnown = false;

export const currentDraft = (): Draft => draft;

/** What a stored text contains; null: nothing that can be read. */
const inStored = (text: string | null) => stored(() => JSON.parse(text ?? ""));

/** Restores this request's draft; without storage, it starts empty. */
export function resumeDraft(requestId: string, expiresAt: string): Draft {
  until = expiresAt;
  const next = `${PREFIX}${requestId}`;
  if (next !== key) {
    key = next;
    const ofTab = stored(() => sessionStorage.getItem(key));
    const found = ofTab ?? stored(() => localStorage.getItem(key));
    isKept = ofTab === null;
    isKnown = found !== null;
    draft = { ...empty, ...inStored(found)?.draft };
  }
  sweep();
  showKeeping();
  return draft;
}

/** @param change of the lists and the delegation, only what is new or different */
export function keepDraft(change: Partial<Draft>): void {
  draft = changed(draft, change);
  write(change);
  showKeeping();
}

const changed = (before: Draft, change: Partial<Draft>): Draft => ({
  ...before,
  ...change,
  verdicts: [
    ...new Map(
      [...before.verdicts, ...(change.verdicts ?? [])].map((one) => [one.use_case_id, one]),
    ).values(),
  ],
  opened: [...new Set([...before.opened, ...(change.opened ?? [])])],
  delegation: { ...before.delegation, ...change.delegation },
});

/** Stores a change, and leaves alone whatever else another tab has stored. */
function write(change: Partial<Draft>): void {
  stored(() => {
    const storage = () => (isKept ? localStorage : sessionStorage);
    const before = storage().getItem(key);
    // Counsel removed it in another tab, or signed there.
    if (isKnown && before === null) isKept = false;
    isKnown = true;
    const next = changed({ ...draft, ...inStored(before)?.draft }, change);
    storage().setItem(key, JSON.stringify({ until, draft: next }));
  });
}

/** The request is decided or passed on, so nothing of the draft is kept. */
export function dropDraft(): void {
  draft = empty;
  endDraft();
}

/** The request has ended: the draft leaves the device, and is shown once more on this page. */
export function endDraft(): void {
  isKnown = false;
  stored(() => localStorage.removeItem(key));
  stored(() => sessionStorage.removeItem(key));
}

/**
 * Removes drafts of requests that have surely ended, even if one got more time that this device does
 * not know of.
 */
function sweep(): void {
  const ended = new Date(Date.now() - MAX_DAYS_OPEN * DAY_MS).toISOString();
  stored(() => {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(PREFIX) || name === key) continue;
      // A draft without an end goes, too.
      if (!(inStored(localStorage.getItem(name))?.until >= ended)) localStorage.removeItem(name);
    }
  });
}

/** Connects the buttons by which counsel removes the draft from the device, or keeps it there again. */
export function wireKeeping(): void {
  const move = (toDevice: boolean) => () => {
    endDraft();
    isKept = toDevice;
    write(draft);
    showKeeping();
    byId(toDevice ? "forget" : "keep-draft").focus();
  };
  byId("forget").addEventListener("click", move(false));
  byId("keep-draft").addEventListener("click", move(true));
}

function showKeeping(): void {
  const isBegun = JSON.stringify({ ...draft, opened: [] }) !== JSON.stringify(empty);
  byId("kept").hidden = !isKept || !isBegun;
  byId("forgotten").hidden = isKept;
}

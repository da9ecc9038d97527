import type { GivenRule } from "#shared/domain/frameworks/rule.ts";
import type { Answer } from "../shell/client.ts";

export const emptyRule: GivenRule = {
  use_case_id: "",
  title: "",
  citations: [{ label: "" }],
  customer_description_preview: "",
  suggested_verdict_copy: "",
};

/** The live wording with its source, in the form of an import. */
export function givenOf(rule: Answer<"getRule">): GivenRule {
  const { versions, source_status, source_read_on, version } = rule;
  const content = versions.find((one) => one.version === version)?.content ?? emptyRule;
  return {
    ...content,
    ...(source_status !== undefined && { source_status }),
    ...(source_read_on !== undefined && { source_read_on }),
  };
}

/** The text typed into the editor of a rule, and the version that it changes. */
export interface Draft {
  rule: GivenRule;
  /** The live version that the draft began from; 0 for a new rule. */
  version: number;
}

const keyOf = (book: string, rule: string): string => `countersign.rule-draft ${book} ${rule}`;

/** The draft that this browser keeps; null if there is none, or if the browser keeps nothing. */
export function keptDraft(book: string, rule: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(keyOf(book, rule)) ?? "null");
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

const isDraft = (value: unknown): value is Draft => {
  const { rule, version } = (value ?? {}) as Partial<Draft>;
  return (
    typeof version === "number" && typeof rule?.title === "string" && Array.isArray(rule.citations)
  );
};

export function keepDraft(book: string, rule: string, draft: Draft | null): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(book, rule));
    else localStorage.setItem(keyOf(book, rule), JSON.stringify(draft));
  } catch {
    // A browser that stores nothing can still edit; only a reload loses the text.
  }
}

/** Changes a rule's draft: the one that is kept, or else a new one from the live wording. */
export function draftWith(book: string, live: Answer<"getRule">, change: Partial<GivenRule>): void {
  const kept = keptDraft(book, live.use_case_id);
  const rule = { ...(kept?.rule ?? givenOf(live)), ...change };
  keepDraft(book, live.use_case_id, { rule, version: kept?.version ?? live.version });
}

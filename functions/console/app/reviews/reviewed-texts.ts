import type { Rule } from "../parts/rule-text.tsx";
import { type Answer, call, callAll, callForText, type Outcome } from "../shell/client.ts";
import { type Loaded, useLoad } from "../shell/load.ts";

type Content = Answer<"getEvidence">["content"];
export type Pinned = Rule & { framework_id: string };

export interface Texts {
  /** The rules as counsel saw them, in the order of the request. */
  pinned: readonly Pinned[];
  /** The live wording of rules that changed; null: the rule is no longer in the book. */
  live: ReadonlyMap<string, Rule | null>;
}

/** Up to this many changed rules are loaded one by one; for more, the whole book is listed. */
const FEW = 3;

async function askLive(
  framework_id: string,
  ids: readonly string[],
): Promise<Outcome<ReadonlyMap<string, Rule | null>>> {
  const live = new Map<string, Rule | null>(ids.map((id) => [id, null]));
  if (ids.length > FEW) {
    const all = await callAll("listRules", { params: { framework_id } });
    if (all.kind !== "done") return all;
    for (const rule of all.body) if (live.has(rule.use_case_id)) live.set(rule.use_case_id, rule);
    return { kind: "done", body: live };
  }
  for (const use_case_id of ids) {
    const answer = await call("getRule", { params: { framework_id, use_case_id } });
    if (answer.kind === "unreachable") return answer;
    if (answer.kind === "done") live.set(use_case_id, answer.body.versions.at(-1)?.content ?? null);
  }
  return { kind: "done", body: live };
}

async function askTexts(id: string, { changed }: Content): Promise<Outcome<Texts>> {
  const outcome = await callForText("getBundle", { params: { id } });
  if (outcome.kind !== "done") return outcome;
  const { rules: pinned } = JSON.parse(outcome.body) as { rules: Pinned[] };
  const ids = changed.map(({ use_case_id }) => use_case_id);
  const live = await askLive(pinned[0]?.framework_id ?? "", ids);
  return live.kind === "done" ? { kind: "done", body: { pinned, live: live.body } } : live;
}

/** The pinned rules of a review, and the live wording of those that changed since. */
export function useTexts(id: string, content: Content | undefined): Loaded<Texts> {
  const ids = content?.changed.map(({ use_case_id }) => use_case_id).join() ?? null;
  return useLoad(`texts ${id} ${ids}`, content ? () => askTexts(id, content) : null);
}

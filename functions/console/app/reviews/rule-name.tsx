import { line } from "../parts/format.ts";
import { NamedRule } from "../parts/named-rule.tsx";
import type { Texts } from "./reviewed-texts.ts";

/** A rule by its provision and title, or by its id until its text is loaded. */
export function RuleName({ id, texts }: { id: string; texts: Texts | null }) {
  const rule = texts?.pinned.find(({ use_case_id }) => use_case_id === id);
  if (rule === undefined) return <code>{line(id)}</code>;
  return (
    <span>
      <NamedRule citation={rule.citations[0]?.label} title={rule.title} />
    </span>
  );
}

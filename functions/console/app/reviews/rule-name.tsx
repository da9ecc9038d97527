import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { line } from "../parts/format.ts";
import type { Texts } from "./reviewed-texts.ts";

/** A rule by its provision and title; by its id until its text is known. */
export function RuleName({ id, texts }: { id: string; texts: Texts | null }) {
  const rule = texts?.pinned.find(({ use_case_id }) => use_case_id === id);
  if (rule === undefined) return <code>{line(id)}</code>;
  const [own] = rule.citations;
  return (
    <span>
      {own && <strong>{line(provisionOf(own.label))}</strong>} {line(rule.title)}
    </span>
  );
}

import { useState } from "preact/hooks";
import { RuleText } from "../parts/rule-text.tsx";
import type { Item } from "../shell/client.ts";
import { t } from "./texts.ts";

/** The text that counsel will see; rendered only when opened, as there may be hundreds of rules. */
export function Preview({ rules }: { rules: readonly Item<"listRules">[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="field" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.preview}</summary>
      {isOpen && <h2 class="vh">{t.preview}</h2>}
      {isOpen && rules.length === 0 && <p class="soft">{t.previewEmpty}</p>}
      {isOpen && rules.map((rule) => <RuleText key={rule.use_case_id} rule={rule} />)}
    </details>
  );
}

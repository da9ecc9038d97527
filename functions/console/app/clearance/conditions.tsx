import { type Form, TextField } from "../parts/form.tsx";
import type { Asked } from "./question.ts";
import { t } from "./texts.ts";

const flags = [
  ["panel_required", t.panel],
  ["in_force_only", t.inForce],
] as const;

/** What else must hold, folded until somebody asks for it. */
export const Conditions = ({ form }: { form: Form<Asked> }) => (
  <details>
    <summary>{t.options}</summary>
    <TextField form={form} name="on" type="date" label={t.on} hint={t.onHint} isOptional />
    <TextField form={form} name="max_age_days" type="number" min={1} label={t.age} isOptional />
    {flags.map(([name, label]) => (
      <div class="check" key={name}>
        <input
          id={name}
          type="checkbox"
          checked={form.values[name]}
          onChange={({ currentTarget }) => form.set(name, currentTarget.checked)}
        />
        <label for={name}>{label}</label>
      </div>
    ))}
  </details>
);

import { type Form, TextField } from "../parts/form.tsx";
import { Tick } from "../parts/tick.tsx";
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
        <Tick id={name} isOn={form.values[name]} onTick={(isOn) => form.set(name, isOn)}>
          {label}
        </Tick>
      </div>
    ))}
  </details>
);

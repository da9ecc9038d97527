import { Fields, type Form } from "../parts/form.tsx";
import type { Asked } from "./question.ts";
import { t } from "./texts.ts";

/** Further conditions, folded until somebody opens them. */
export const Conditions = ({ form }: { form: Form<Asked> }) => (
  <details>
    <summary>{t.options}</summary>
    <Fields
      form={form}
      words={t.conditions}
      of={{
        on: { type: "date", isOptional: true },
        max_age_days: { type: "number", min: 1, isOptional: true },
        panel_required: {},
        in_force_only: {},
      }}
    />
  </details>
);

import { panelMembers } from "#shared/domain/reviews/limits.ts";
import { Fields, type Form } from "../parts/form.tsx";
import { joined } from "../parts/format.ts";
import type { Item } from "../shell/client.ts";
import { t } from "./panel-texts.ts";

/** The form's initial values for a panel: there is none. */
export const noPanel = {
  /** Counsel besides the first. */
  further: [] as readonly string[],
  /** How many have to approve; `all` of them unless the user chooses otherwise. */
  need: "all",
  on_reject: "ends" as "ends" | "outvoted",
  may_delegate: "no" as "no" | "yes",
};
export type PanelValues = typeof noPanel;

/** How many counsel have to approve a rule, out of `size`. */
export const needed = (need: PanelValues["need"], size: number): number =>
  need === "all" ? size : Math.min(Number(need), size);

/** Further counsel for the same rules, and how their answers count. */
export function AskSeveral<V extends PanelValues>(props: {
  form: Form<V>;
  counsel: readonly Item<"listCounsel">[];
  first: string;
}) {
  const { counsel, first } = props;
  const form = props.form as unknown as Form<PanelValues>;
  const others = counsel.filter(({ id }) => id !== first);
  const size = form.values.further.filter((id) => id !== first).length + 1;
  return (
    <Fields
      form={form}
      words={{
        ...t.fields,
        need: [t.need, t.endsWhen(needed(form.values.need, size), size, form.values.on_reject)],
      }}
      of={{
        further: others.length > 0 &&
          first !== "" && {
            choices: others.map((one) => [one.id, joined(one.display_name, one.firm)]),
            most: panelMembers.most - 1,
          },
        need: size > 1 && { options: [["all", t.all(size)], ...fewerThan(size)] },
        on_reject: size > 1 && { options: Object.entries(t.onRejectChoices) },
        may_delegate: { options: Object.entries(t.mayDelegateChoices) },
      }}
    />
  );
}

/** The choices for the number needed that are below all. */
const fewerThan = (size: number) =>
  Array.from({ length: size - 1 }, (_, i) => [String(i + 1), `${i + 1} of ${size}`] as const);

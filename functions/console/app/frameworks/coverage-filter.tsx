import { ChoiceFilter, TypedFilter } from "../parts/search.tsx";
import type { Filters } from "../parts/table.tsx";
import { t } from "./texts.ts";

/** The filters on rules, by their names in the address. */
export const filterNames = ["status", "starts", "open", "objections"] as const;

type FilterName = (typeof filterNames)[number];

/** Whether the address asks for some of the rules. */
export const isFiltered = (values: Readonly<Record<FilterName, string>>): boolean =>
  filterNames.some((name) => values[name] !== "");

/** The filters of the drift report; a choice leads to the list of exactly those rules. */
export function CoverageFilter({ of }: { of: Filters<FilterName | "framework_id" | "days"> }) {
  const { status } = of.values;
  const several = status.includes(",") ? [[status, t.severalStatuses] as const] : [];
  return (
    <search class="filters">
      <ChoiceFilter
        of={of}
        name="status"
        label={t.columns.status}
        choices={[...Object.entries(t.statuses), ...several]}
      />
      <ChoiceFilter of={of} name="open" label={t.openAny} choices={t.withOpen} />
      <ChoiceFilter of={of} name="objections" label={t.objectionsAny} choices={t.withObjection} />
      <TypedFilter of={of} name="starts" label={t.startsOn} type="date" />
    </search>
  );
}

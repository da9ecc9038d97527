import type { outlineRow } from "./coverage-outline.ts";

/** The columns of a file: the name of each, and its value for a row. */
type Columns = Readonly<
  Record<string, (row: ReturnType<typeof outlineRow>) => string | null | undefined>
>;

/** The columns of the drift report as a CSV file. @param asOf the instant of the report */
export const coverageColumns = (asOf: string): Columns => ({
  use_case_id: (row) => row.use_case_id,
  title: (row) => row.title,
  provision: (row) => row.citation,
  status: (row) => row.status,
  in_force: (row) => row.in_force,
  enforcement: (row) => row.event_id,
  review_id: (row) => row.review_id,
  panel_id: (row) => row.panel_id,
  decided_at: (row) => row.decided_at,
  open_review_id: (row) => row.open_review_id,
  open_panel_id: (row) => row.open_panel_id,
  objection_verdict: (row) => row.objection?.verdict,
  objection_by: (row) => row.objection?.counsel.display_name,
  objection_at: (row) => row.objection?.decided_at,
  changed_fields: (row) => row.changed.join(" "),
  as_of: () => asOf,
});

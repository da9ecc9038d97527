/** One line of the report: a figure and its baseline from the same run. */
export interface Row {
  name: string;
  /** With its unit. */
  value: string;
  /** What the value is compared with, with its unit. */
  baseline: string;
  /** Value over baseline; NaN where nothing was measured. */
  ratio: number;
  /** The highest ratio that is still ok, if it differs from the section's. */
  limit?: number;
}

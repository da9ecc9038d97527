/** One line of the report: a figure beside the baseline of the same run. */
export interface Row {
  name: string;
  /** With its unit. */
  value: string;
  /** What the value is compared with, with its unit. */
  baseline: string;
  /** Value over baseline; NaN where nothing was measured. */
  ratio: number;
  /** The highest ratio that is still ok, where it is not the section's. */
  limit?: number;
}

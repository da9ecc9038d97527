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

/** A figure as text, with this many digits after the point. */
export const inUnit =
  (unit: string, digits = 0) =>
  (figure: number): string =>
    `${figure.toFixed(digits)} ${unit}`;

export const inMs = inUnit("ms");
/** From milliseconds. */
export const inMicros = (ms: number): string => inUnit("µs", 1)(ms * 1000);
/** From milliseconds. */
export const inSeconds = (ms: number): string => inUnit("s", 1)(ms / 1000);

/** A row that compares two figures of one unit. @param more replaces or adds to its fields */
export const compared = (
  name: string,
  text: (figure: number) => string,
  value: number,
  baseline: number,
  more: Partial<Row> = {},
): Row => ({
  name,
  value: text(value),
  baseline: text(baseline),
  ratio: value / baseline,
  ...more,
});

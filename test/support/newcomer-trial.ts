/** Text to insert before another text that occurs exactly once in a file. */
export type Row = readonly [file: string, before: string, added: string];

/** Exactly the lines that docs/contributing/development.md, "Where a change goes", asks for. */
export interface Trial {
  /** Once these rows exist, the compiler names the files of the others. */
  first: readonly Row[];
  further: readonly Row[];
  files?: Readonly<Record<string, string>>;
  changes?: readonly (readonly [file: string, now: string, then: string])[];
}

/** A part put before a text that stands exactly once in a file. */
export type Row = readonly [file: string, before: string, added: string];

/** The lines that docs/contributing/development.md, "Where a change goes", asks for, and nothing else. */
export interface Trial {
  /** After these, the compiler names the files of the others. */
  first: readonly Row[];
  further: readonly Row[];
  files?: Readonly<Record<string, string>>;
  changes?: readonly (readonly [file: string, now: string, then: string])[];
}

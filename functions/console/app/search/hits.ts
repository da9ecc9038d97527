import type { t } from "./texts.ts";

export type Group = keyof typeof t.groups;

/** Something that was found, and its address. */
export interface Hit {
  group: Group;
  /** Unique among all hits; below /docs: a page of its own. */
  to: string;
  /** Hidden characters in text from outside have already been made visible. */
  title: string;
  more: string;
}

/** The result of one source; null: the source did not answer. */
export interface Found {
  group: Group;
  hits: readonly Hit[] | null;
  /** How many more it has. */
  further: number;
  /** How well the best hit matches: the lower, the better. */
  rank: number;
}

/** Something that is searched here, with the fields to look in, the best field first. */
export interface Named {
  hit: Hit;
  fields: readonly (readonly (string | null | undefined)[])[];
}

/** At most this many hits of a group are shown. */
export const MOST = 6;

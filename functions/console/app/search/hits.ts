import type { t } from "./texts.ts";

export type Group = keyof typeof t.groups;

/** Something that was found, and where it is. */
export interface Hit {
  group: Group;
  /** Unique among all hits; below /docs: a page of its own. */
  to: string;
  /** Text from outside has its hidden characters visible already. */
  title: string;
  more: string;
}

/** What one source found; null: it did not answer. */
export interface Found {
  group: Group;
  hits: readonly Hit[] | null;
  /** How many more it has. */
  further: number;
  /** How well the best of them fits: the lower, the better. */
  rank: number;
}

/** Something that is searched here, and what of it is looked at, the best field first. */
export interface Named {
  hit: Hit;
  fields: readonly (readonly (string | null | undefined)[])[];
}

/** At most so many of a group are shown. */
export const MOST = 6;

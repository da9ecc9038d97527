import { countOf } from "#shared/domain/text/text.ts";
import type { InForce } from "./in-force.ts";

/** The change for one rule, and for several rules, on a day of the law. */
const becomes: Readonly<Record<InForce, readonly [one: string, several: string]>> = {
  in_force: ["starts to apply", "start to apply"],
  not_yet: ["no longer applies", "no longer apply"],
  ended: ["ends", "end"],
  suspended: ["is suspended", "are suspended"],
  delayed: ["is delayed", "are delayed"],
};

/** "26 rules start to apply". */
export const rulesBecome = (n: number, to: InForce): string =>
  `${countOf(n, "rule")} ${becomes[to][n === 1 ? 0 : 1]}`;

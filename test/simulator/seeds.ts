import type { Run } from "./turn.ts";

/** What happened in a run that found something, without what does not matter to it. */
interface Found {
  /** What was wrong. */
  name: string;
  /** Where it was seen first; the same seed makes up other acts once there are others to choose from. */
  seed: number;
  path: string;
  turns: readonly Pick<Run["turns"][number], "after" | "acts">[];
}

const DAY = 86_400;

const request = { counsel: 0, days: 9, isMailed: false, mayDelegate: false };
const approvals = ["approved", "approved"];

const found: readonly Found[] = [
  {
    name: "a rotation of the rows key after a quiet day refused every waiting row for good",
    ...{ seed: 5, path: "0" },
    turns: [
      { after: 30, acts: [{ do: "request", asked: request }] },
      { after: 5 * DAY, acts: [{ do: "decide", asked: { which: 0, votes: approvals } }] },
      { after: 30, acts: [{ do: "rotateRowsKey", asked: {} }] },
    ],
  },
];

/** Runs that found something, each by its name: every run of the tests plays them. */
export const seeds: readonly (readonly [name: string, run: Run])[] = found.map(
  ({ name, seed, turns }) => {
    const undisturbed = { order: [0], fault: null, isRestarted: false };
    return [name, { chance: seed, turns: turns.map((turn) => ({ ...turn, ...undisturbed })) }];
  },
);

import type { Run, Turn } from "./turn.ts";

/** A run that found something, reduced to what matters for the finding. */
interface Found {
  /** What was wrong. */
  name: string;
  /** The seed that showed it first. It makes up other acts once there are others to choose from. */
  seed: number;
  /** Left out: it was not noted. */
  path?: string;
  turns: readonly (Pick<Turn, "after" | "acts"> & Partial<Turn>)[];
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
  {
    name: "of two members who decided at one instant, service and model named another one",
    ...{ seed: 1001, path: "246" },
    turns: [
      {
        after: 30,
        acts: [
          {
            do: "askPanel",
            asked: { members: [0, 1, 2], need: 1, on_reject: "outvoted", days: 1 },
          },
        ],
      },
      { after: 30, acts: [{ do: "passOn", asked: { which: 0, to: 0 } }] },
      {
        after: 30,
        acts: [
          { do: "decide", asked: { which: 2, votes: ["approved", "rejected"] } },
          { do: "decide", asked: { which: 20, votes: approvals } },
          { do: "removeEndpoint", asked: { which: 0 } },
        ],
        isRestarted: true,
      },
    ],
  },
  {
    name: "a call waited for a key that an earlier one of its process had asked for, and answered without",
    ...{ seed: 3002, path: "408" },
    turns: [
      {
        after: 30,
        acts: [{ do: "askPanel", asked: { members: [0, 1], need: 1, on_reject: "ends", days: 1 } }],
        isRestarted: true,
      },
      {
        after: 30,
        acts: [{ do: "renew", asked: { which: 15, isMailed: false } }],
        isRestarted: true,
      },
      {
        after: 30,
        acts: [
          { do: "decide", asked: { which: 7, votes: approvals } },
          { do: "rename", asked: { counsel: 0, name: "Ada" } },
        ],
        isRestarted: true,
      },
      { after: 30, acts: [{ do: "decide", asked: { which: 0, votes: approvals } }] },
    ],
  },
  {
    name: "of two who passed a panel member's request on at once, one got a 500",
    seed: 102002,
    turns: [
      {
        after: 30,
        acts: [
          {
            do: "askPanel",
            asked: { members: [0, 1], need: 2, on_reject: "outvoted", days: 5 },
          },
        ],
      },
      {
        after: 30,
        acts: [
          { do: "passOn", asked: { which: 0, to: 1 } },
          { do: "passOn", asked: { which: 0, to: 2 } },
        ],
        order: [3, 1, 2, 4, 2, 2, 4, 1, 2, 1, 4, 3],
      },
    ],
  },
];

/** Runs that found something, each with its name. Every test run plays them. */
export const seeds: readonly (readonly [name: string, run: Run])[] = found.map(
  ({ name, seed, turns }) => {
    const undisturbed = { order: [0], fault: null, isRestarted: false };
    return [name, { chance: seed, turns: turns.map((turn) => ({ ...undisturbed, ...turn })) }];
  },
);

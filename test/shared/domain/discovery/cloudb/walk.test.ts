import { expect, test } from "vitest";
import { cloudbKinds, type KindRow } from "#shared/domain/discovery/cloudb/kinds.ts";
import {
  type AccountPorts,
  newAccount,
  unitKey,
  walkAccount,
} from "#shared/domain/discovery/cloudb/walk.ts";

const REGION = "eu-west-1";
const [endless, ...rest] = cloudbKinds as readonly [KindRow, ...KindRow[]];

/** Lists everything. `tokenOf` makes the token of each page of `endless` from the one before. */
async function walked(tokenOf: (token: string | null) => string) {
  const state = newAccount();
  let pages = 0;
  const ports: AccountPorts = {
    call: async (row, _, nextToken) => {
      if (row === endless) pages += 1;
      const token = row === endless ? { NextToken: tokenOf(nextToken) } : {};
      const text = JSON.stringify({ [row.list]: [], ...token });
      return {
        ok: true,
        answer: { reached: true, status: 200, retryAfter: null, text },
        secrets: [],
      };
    },
    record: async () => {},
    save: async () => {},
    stopping: () => false,
    sleep: async () => true,
    now: () => 0,
    random: () => 0,
  };
  const end = await walkAccount(state, "123456789012", [REGION], ports);
  return { state, end, pages };
}

test.each([
  ["offers the same page again", () => "again", 2],
  ["has more pages than any account", (token: string | null) => `${token ?? ""}.`, 1000],
])(
  "a list that %s is partial, so that nothing it held counts as gone",
  async (_, tokenOf, most) => {
    const { state, end, pages } = await walked(tokenOf);
    expect(end).toEqual({ end: "done" });
    expect(pages).toBe(most);
    expect(state.done.toSorted()).toEqual(rest.map(({ kind }) => unitKey(REGION, kind)).toSorted());
    expect(state.faults).toEqual([
      expect.objectContaining({ status: "partial", kind: endless.kind, location: REGION }),
    ]);
  },
);

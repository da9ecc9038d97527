import { describe, expect, it } from "vitest";
import type { Leaf } from "#shared/domain/log/follow.ts";
import { inOrder } from "#shared/domain/log/leaf-order.ts";
import { namedRows } from "#shared/domain/log/named-rows.ts";

const hashOf = (name: string) => name.repeat(64).slice(0, 64);

interface Given {
  name: string;
  names?: string[];
  /** Only for a row of a chain. */
  subject?: string;
  at?: number;
}

const leafOf = ({ name, names = [], subject, at = 0 }: Given): Leaf => ({
  key: { pk: "AUDIT#x", sk: name },
  row_hash: hashOf(name),
  subject: subject ?? name,
  decides: null,
  names: names.map(hashOf),
  written_at: new Date(at).toISOString(),
  head: subject === undefined ? null : { row_hash: hashOf(name), place: name },
});

/** The names in the order in which the log takes them, and those that wait. */
function ordered(given: Given[], logged: string[] = [], numbers: Record<string, number> = {}) {
  const { leaves, waiting } = inOrder(
    given.map(leafOf),
    ({ key }) => numbers[key.sk] ?? 0,
    (hash) => logged.map(hashOf).includes(hash),
  );
  const shown = (some: readonly Leaf[]) => some.map(({ key }) => key.sk).join("");
  return [shown(leaves), shown(waiting)];
}

describe("the order of leaves", () => {
  it("is that of their times, and within one transaction that of their numbers", () => {
    expect(
      ordered([
        { name: "a", at: 2 },
        { name: "b", at: 1 },
      ]),
    ).toEqual(["ba", ""]);
    const numbers = { a: 3, b: 1, c: 2 };
    expect(ordered([{ name: "a" }, { name: "b" }, { name: "c" }], [], numbers)).toEqual([
      "bca",
      "",
    ]);
  });

  it("puts a row after those that it names, in the same run if both wait", () => {
    expect(
      ordered([
        { name: "a", names: ["c"] },
        { name: "b", names: ["a"] },
        { name: "c", at: 9 },
      ]),
    ).toEqual(["cab", ""]);
    expect(ordered([{ name: "a", names: ["z"] }], ["z"])).toEqual(["a", ""]);
  });

  it("lets a row wait that names a missing row, and with it the rows that follow or name it", () => {
    const given: Given[] = [
      { name: "a", names: ["z"], subject: "s" },
      { name: "b", subject: "s", at: 1 },
      { name: "c", names: ["b"], at: 2 },
      { name: "d", at: 3 },
    ];
    expect(ordered(given)).toEqual(["d", "abc"]);
    expect(ordered(given, ["z"])).toEqual(["abcd", ""]);
  });

  it("keeps a chain in its order, whatever its numbers say", () => {
    const chain: Given[] = [
      { name: "b", subject: "s" },
      { name: "a", subject: "s" },
    ];
    expect(ordered(chain, [], { b: 2, a: 1 })).toEqual(["ba", ""]);
  });

  it("takes none of several rows that name each other", () => {
    expect(
      ordered([
        { name: "a", names: ["b"] },
        { name: "b", names: ["a"] },
      ])[0],
    ).toBe("");
  });
});

describe("the rows that a row names", () => {
  it("are the hashes in its context, wherever they stand, each once", () => {
    const context = {
      counsel_head: hashOf("a"),
      link: hashOf("b"),
      delegated_by: { row_hash: hashOf("c"), counsel_id: hashOf("d") },
      members: [{ row_hash: hashOf("a") }, { row_hash: null }],
      rule_version_hash: hashOf("e"),
      comment: hashOf("f"),
    };
    expect(namedRows({ context })).toEqual(["a", "b", "c"].map(hashOf));
  });
});

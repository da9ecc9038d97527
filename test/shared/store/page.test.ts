import { QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, expect, test, vi } from "vitest";
import { fitting, PAGE_BYTES, readPage } from "#shared/store/page.ts";
import { documents, type Item } from "#shared/store/read.ts";

vi.stubEnv("TABLE_NAME", "countersign");
const dynamodb = mockClient(documents);
afterAll(() => {
  dynamodb.restore();
});

/** Answers queries of partitions with these sort keys. Returns a counter of the items read. */
function serve(partitions: Readonly<Record<string, readonly string[]>>): () => number {
  let read = 0;
  dynamodb.reset();
  dynamodb.on(QueryCommand).callsFake((input: QueryCommandInput) => {
    const { ":pk": pk, ...bound } = input.ExpressionAttributeValues as Record<string, string>;
    const { ":from": from = "", ":to": to = "\uffff", ":below": below = "\uffff" } = bound;
    const fitting = (partitions[pk as string] ?? [])
      .filter((sk) => sk >= from && sk <= to && sk < below)
      .sort((a, b) => (a < b ? -1 : 1));
    if (input.ScanIndexForward === false) fitting.reverse();
    const start = input.ExclusiveStartKey ? fitting.indexOf(input.ExclusiveStartKey.sk) + 1 : 0;
    const found = fitting.slice(start, start + (input.Limit ?? fitting.length));
    read += found.length;
    const isCut = found.length === input.Limit;
    const last = found.at(-1);
    return {
      Items: found.map((sk) => ({ pk, sk })),
      ...(isCut ? { LastEvaluatedKey: { pk, sk: last } } : {}),
    };
  });
  return () => read;
}

const keys = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(4, "0")}`);

/** Seven partitions: even, one with all of the newest items, only one filled, nearly empty. */
const shapes = {
  even: Object.fromEntries(
    "abcdefg".split("").map((name) => [name, keys(40, "").map((sk) => `${sk}${name}`)]),
  ),
  skewed: {
    a: keys(150, "9"),
    b: keys(90, "5"),
    c: keys(90, "4"),
    d: keys(3, "99"),
    e: [],
    f: keys(1, "0"),
    g: keys(20, "7"),
  },
  alone: { a: keys(120, ""), b: [], c: [], d: [], e: [], f: [], g: [] },
  few: { a: ["1"], b: ["2"], c: [], d: ["0"], e: [], f: [], g: [] },
};

async function walk(partitions: readonly string[], limit: number, descending: boolean) {
  const pages: Item[][] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage({ partitions, descending }, { limit, cursor });
    pages.push(page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

test.each(Object.entries(shapes))(
  "pages of a list in several partitions are all of it, in order and full: %s",
  async (_, shape) => {
    serve(shape);
    const all = Object.values(shape)
      .flat()
      .sort((a, b) => (a < b ? -1 : 1));
    for (const descending of [true, false]) {
      const expected = descending ? all.toReversed() : all;
      // Pages of one item only where that does not make hundreds of pages.
      for (const limit of [...(all.length > 150 ? [] : [1]), 7, 50, 200]) {
        const pages = await walk(Object.keys(shape), limit, descending);
        expect(pages.flat().map(({ sk }) => sk)).toEqual(expected);
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
      }
    }
  },
);

test("from many partitions, little more is read than is shown", async () => {
  for (const shape of [shapes.even, shapes.skewed]) {
    const count = serve(shape);
    await readPage({ partitions: Object.keys(shape), descending: true }, { limit: 50 });
    expect(count()).toBeLessThan(2.5 * 50);
  }
});

test("a page ends at 4 MB of the answer, in which a quotation mark takes four bytes", () => {
  const itemsOf = (character: string, bytes: number) =>
    Array.from({ length: 12 }, () => ({
      text: character.repeat(Math.ceil(PAGE_BYTES / 10 / bytes)),
    }));
  expect([fitting(itemsOf("x", 1), 50), fitting(itemsOf('"', 4), 50)]).toEqual([9, 9]);
});

import { expect, test } from "vitest";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";

test("no more than the limit run at once, and every item is processed", async () => {
  let underWay = 0;
  let most = 0;
  const done: number[] = [];
  await eachBounded(Array.from({ length: 20 }, (_, i) => i).values(), 4, async (item) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await Promise.resolve();
    underWay -= 1;
    done.push(item);
  });
  expect(most).toBe(4);
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
});

test("one failing item fails the call, with its reason", async () => {
  const work = eachBounded([1, 2, 3], 2, async (item) => {
    if (item === 2) throw new Error("two");
  });
  await expect(work).rejects.toThrow("two");
});

test.each([
  ["a list", () => [1, 2, 3, 4, 5]],
  [
    "a generator",
    async function* () {
      yield* [1, 2, 3, 4, 5];
    },
  ],
])(
  "after an error nothing of %s is started, and the call ends with what was in progress",
  async (_, items) => {
    const events: string[] = [];
    const first = Promise.withResolvers<void>();
    const ended = eachBounded(items(), 2, async (item) => {
      events.push(`started ${item}`);
      if (item === 2) throw new Error("two");
      await first.promise;
      events.push(`ended ${item}`);
      throw new Error("one, later");
    }).catch((error: Error) => events.push(error.message));
    await new Promise(setImmediate);
    events.push("released");
    first.resolve();
    await ended;
    expect(events).toEqual(["started 1", "started 2", "released", "ended 1", "two"]);
  },
);

test("a list that cannot be read to its end fails the call", async () => {
  const pages = async function* () {
    yield 1;
    throw new Error("no second page");
  };
  const done: number[] = [];
  const work = eachBounded(pages(), 2, async (item) => {
    done.push(item);
  });
  await expect(work).rejects.toThrow("no second page");
  expect(done).toEqual([1]);
});

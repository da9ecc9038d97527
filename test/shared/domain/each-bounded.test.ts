import { expect, test } from "vitest";
import { eachBounded } from "#shared/domain/each-bounded.ts";

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

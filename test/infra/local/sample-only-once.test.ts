import { expect, test } from "vitest";
import { onlyOnceAtATime } from "#infra/local/sample/only-once.ts";

test("a second fill during the first one shares its result; a fill of the other size is a conflict", async () => {
  const asked: boolean[] = [];
  let end = () => {};
  const fill = onlyOnceAtATime((isShort) => {
    asked.push(isShort);
    return new Promise<number>((resolve) => {
      end = () => resolve(asked.length);
    });
  });
  const both = Promise.all([fill(true), fill(true)]);
  await expect(fill(false)).rejects.toMatchObject({ code: "conflict" });
  end();
  expect(await both).toEqual([1, 1]);
  const next = fill(false);
  end();
  expect(await next).toBe(2);
  expect(asked).toEqual([true, false]);
});

import { expect, test } from "vitest";
import { DomainError } from "#shared/domain/errors.ts";
import { retryOnConflict } from "#shared/store/transact.ts";

test("each attempt decides on the state that the one before it found", async () => {
  const seen: number[] = [];
  const result = await retryOnConflict(
    0,
    async (state) => {
      seen.push(state);
      return state === 3 ? { done: `written on ${state}` } : { conflict: state + 1 };
    },
    "conflict",
    async () => {},
  );
  expect(seen).toEqual([0, 1, 2, 3]);
  expect(result).toBe("written on 3");
});

test("a write that never succeeds ends as a busy dependency, and says when to retry", async () => {
  const pauses: number[] = [];
  const error = await retryOnConflict(
    null,
    async () => ({ conflict: null }),
    "dependency_unavailable",
    async (made) => {
      pauses.push(made);
    },
  ).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DomainError);
  expect(error).toMatchObject({ code: "dependency_unavailable", retryAfter: 1 });
  // The pauses between 24 attempts. There is none after the last one.
  expect(pauses).toEqual(Array.from({ length: 23 }, (_, made) => made));
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EVERY, rolledUp } from "#shared/domain/discovery/coverage.ts";
import type { CoverageItem } from "#shared/domain/discovery/run.ts";

const grid = (projects: number): CoverageItem[] =>
  Array.from({ length: projects }, (_, p) =>
    Array.from({ length: 12 }, (_, l) =>
      Array.from({ length: 10 }, (_, k) => ({
        project: `p${p}`,
        location: `l${l}`,
        kind: `k${k}`,
        status: "complete" as const,
      })),
    ).flat(),
  ).flat();

const denied = { status: "failed", http_status: 403, code: "IAM_PERMISSION_DENIED" } as const;

describe("the coverage of a run", () => {
  test("a short list is left as it is", () => {
    expect(rolledUp(grid(1))).toEqual(grid(1));
  });

  test("incomplete entries stay exact while complete ones are summarised by project", () => {
    const entries: CoverageItem[] = grid(50);
    entries[17] = { project: "p0", location: "l1", kind: "k7", ...denied };
    const rolled = rolledUp(entries);
    expect(rolled).toContainEqual({ project: "p0", location: "l1", kind: "k7", ...denied });
    expect(rolled).toContainEqual({
      project: "p49",
      location: EVERY,
      kind: EVERY,
      status: "complete",
    });
    expect(rolled).toHaveLength(51);
  });

  test("however much failed, the result stays small and every outcome is still reported", () => {
    const outcome = fc.constantFrom<Partial<CoverageItem>[]>({ status: "complete" }, denied, {
      status: "partial",
      http_status: 500,
      code: "INTERNAL",
    });
    fc.assert(
      fc.property(fc.array(outcome, { minLength: 1, maxLength: 600 }), (outcomes) => {
        const entries = grid(5).slice(0, outcomes.length);
        const mixed = entries.map((entry, i) => ({ ...entry, ...outcomes[i] }) as CoverageItem);
        const rolled = rolledUp(mixed);
        expect(rolled.length).toBeLessThanOrEqual(120);
        const told = (list: CoverageItem[]) =>
          new Set(list.map(({ status, code }) => `${status} ${code}`));
        expect(told(rolled)).toEqual(told(mixed));
        for (const { project, location, kind, ...rest } of mixed) {
          expect(
            rolled.some(
              (entry) =>
                [project, EVERY].includes(entry.project) &&
                [location, EVERY].includes(entry.location) &&
                [kind, EVERY].includes(entry.kind) &&
                entry.status === rest.status &&
                entry.code === rest.code,
            ),
          ).toBe(true);
        }
      }),
    );
  });
});

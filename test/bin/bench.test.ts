import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { sequentialTrips } from "#test/bench/counting-proxy.ts";
import { markOf } from "#test/bench/report.ts";
import { startCommand } from "#test/support/command.ts";

const bench = (...args: string[]) => startCommand("test/bench/run.ts", {}, { args }).ended;

const call = (startedAt: number, endedAt: number) => ({ startedAt, endedAt });

describe("the bench", () => {
  test("runs the named sections, prints them and writes them as tables", async () => {
    const { code, stdout } = await bench("--quick", "bundles");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Bundle sizes\. Target: ratio at most 1\.$/m);
    expect(stdout).toMatch(/^decideReview +[0-9.]+ KB +400 KB +[0-9.]+x +(ok|over)$/m);
    const tables = readFileSync("report/bench.md", "utf8");
    expect(tables.match(/^## .*/gm)).toEqual(["## Bundle sizes"]);
    expect(tables.match(/^\| \w+ \|.* KB \|/gm)?.length).toBeGreaterThan(20);
  });

  test("with --docs updates the named section's line of the page and leaves the others alone", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bench-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "bench.md");
    const cold =
      "| Cold start | As it was. | highest: one: 9 ms, beside 3 ms (3.00x) | 2.4 | 2026-01-01 |";
    const gone = "| Gone | A section that is no more. | | | 2026-01-01 |";
    writeFileSync(
      file,
      `# Old\n\n| Bundle sizes | old | old | 1 | 2026-01-01 |\n${cold}\n${gone}\n`,
    );
    const run = startCommand(
      "test/bench/run.ts",
      { BENCH_DOCS: file },
      { args: ["--docs", "bundles"] },
    );
    expect((await run.ended).code).toBe(0);
    const text = readFileSync(file, "utf8");
    expect(text).toContain(cold);
    expect(text).toMatch(
      /^\| Bundle sizes \| .* \| median of \d+: [\d.]+x<br>highest: \w+: [\d.]+ KB, beside \d+ KB \([\d.]+x\)/m,
    );
    expect(text).not.toMatch(/\| old \||Gone/);
    const tables = readFileSync("report/bench.md", "utf8");
    expect(tables).toMatch(/^Measured on \d{4}-\d\d-\d\d, Node /m);
    expect(tables).toMatch(/^\| decideReview \| [\d.]+ KB \| \d+ KB \|/m);
  });

  test("writes no figures from a quick run into the report", async () => {
    const { code, stderr } = await bench("--quick", "--docs", "heat");
    expect([code, stderr]).toEqual([
      1,
      "--docs takes the figures of a full run: leave out --quick.\n",
    ]);
  });

  test("lists the sections when asked for an unknown one", async () => {
    const { code, stderr } = await bench("nonsense");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^There is no section nonsense; there are bundles, cold, .*\n$/);
  });
});

describe("sequential round trips", () => {
  test("count the longest chain of calls that do not overlap", () => {
    expect(sequentialTrips([])).toBe(0);
    expect(sequentialTrips([call(0, 10), call(1, 11), call(2, 9)])).toBe(1);
    expect(sequentialTrips([call(0, 10), call(1, 30), call(12, 20), call(21, 29)])).toBe(3);
  });
});

describe("a row's mark", () => {
  test("is given only to a measured figure that has a target", () => {
    const row = { name: "", value: "", baseline: "" };
    expect(markOf({ limit: 2 }, { ...row, ratio: 2 })).toBe("ok");
    expect(markOf({ limit: 2 }, { ...row, ratio: 2.01 })).toBe("over");
    expect(markOf({ limit: null }, { ...row, ratio: 9 })).toBe("");
    expect(markOf({ limit: 2 }, { ...row, ratio: Number.NaN })).toBe("");
    expect(markOf({ limit: 2 }, { ...row, ratio: 1.8, limit: 1.75 })).toBe("over");
  });
});

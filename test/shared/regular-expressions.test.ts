import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { checkSync } from "recheck";
import { parseSync, Visitor } from "rolldown/utils";
import { beforeAll, describe, expect, test } from "vitest";
import { finishes } from "#test/support/finishes.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import recheck from "../../node_modules/recheck/package.json" with { type: "json" };

/*
 * No untrusted text reaches a regular expression with catastrophic backtracking: a static analyser
 * classifies every literal of the repository (linear, polynomial, exponential), and each is then
 * run on the worst inputs for its kind.
 */

interface Found {
  at: string;
  pattern: string;
  flags: string;
}

const sources = execFileSync("git", [
  "ls-files",
  "--cached",
  "--others",
  "shared",
  "functions",
  "infra",
  "bin",
])
  .toString()
  .trim()
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file));

function literalsOf(file: string): Found[] {
  const source = readFileSync(file, "utf8");
  const found: Found[] = [];
  const line = (start: number) => source.slice(0, start).split("\n").length;
  new Visitor({
    Literal: (node) => {
      if (!("regex" in node)) return;
      found.push({ at: `${file}:${line(node.start)}`, ...node.regex });
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/** Each expression once, with the first place where it occurs. */
const literals = [
  ...new Map(
    sources
      .flatMap(literalsOf)
      .toReversed()
      .map((one) => [`/${one.pattern}/${one.flags}`, one]),
  ).values(),
];

/** So many characters keep a quadratic expression busy for most of a minute, a quarter for 4 s. */
const LENGTH = sized(300_000, 80_000);
const GIVE_UP_MS = sized(10_000, 2_000);

/** Repetitions of a pattern's own characters, with an end that nothing matches. */
function worstCases({ pattern }: Found): string[] {
  const own = [...new Set(pattern.match(/[\w/.:%@<>"'`=+-]/g) ?? [])];
  const units = [...own, " ", "\n", "\t", "a", "0", ".", "/", "-", "a.", "a/", "a-", "0.", " \n"];
  return [...new Set(units)].map((unit) => `${unit.repeat(LENGTH / unit.length)}\u0000`);
}

/** SHA-256 of the expressions that the analyser has passed; the bench writes it. */
const PASSED = "test/shared/linear-expressions.txt";
/** The same for expressions that are newer than the list and passed in an earlier run. */
const PASSED_HERE = "node_modules/.cache/regular-expressions.txt";

const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];

const hashOf = ({ pattern, flags }: Found): string =>
  createHash("sha256").update(`${recheck.version} /${pattern}/${flags}`).digest("hex");

describe("regular expressions", () => {
  beforeAll(() => {
    process.env.RECHECK_BACKEND = "pure";
    mkdirSync("node_modules/.cache", { recursive: true });
  });

  test("the analyser recognises a bad one", () => {
    expect(literals.length).toBeGreaterThan(100);
    for (const bad of ["\\/+$", "^```\\w*\\s*\\n([\\s\\S]*?)\\n?\\s*```$", "(a+)+b"]) {
      expect([bad, checkSync(bad, "", { checker: "automaton" }).status]).toEqual([
        bad,
        "vulnerable",
      ]);
    }
  });

  test("each runs in linear time", () => {
    const passed = new Set(sized([], [...linesOf(PASSED), ...linesOf(PASSED_HERE)]));
    const isNew = (literal: Found) => !passed.has(hashOf(literal));
    const bad = literals.filter(isNew).flatMap((literal) => {
      const { at, pattern, flags } = literal;
      const verdict = checkSync(pattern, flags, { checker: "automaton", timeout: 1000 });
      if (verdict.status === "vulnerable") {
        return [`${at} /${pattern}/${flags} ${verdict.complexity.type}`];
      }
      // An analyser that ran out of time says "unknown": it is asked again in the next run.
      if (verdict.status === "safe") passed.add(hashOf(literal));
      return [];
    });
    const kept = literals.map(hashOf).filter((hash) => passed.has(hash));
    writeFileSync(sized(PASSED, PASSED_HERE), `${kept.toSorted().join("\n")}\n`);
    noteSweep("regular expressions that run in linear time", kept.length);
    expect(bad).toEqual([]);
  }, 120_000);

  test("each handles long texts of its worst cases", () => {
    const hanging = literals.filter((literal) => {
      const expression = new RegExp(literal.pattern, literal.flags);
      const texts = worstCases(literal);
      return !finishes(() => {
        for (const text of texts) text.search(expression);
      }, GIVE_UP_MS);
    });
    expect(hanging.map(({ at, pattern }) => `${at} /${pattern}/`)).toEqual([]);
  }, 120_000);

  test("one that hangs is detected", () => {
    expect(finishes(() => `${"\n".repeat(1_000_000)}x`.search(/\s+$/), 100)).toBe(false);
  });
});

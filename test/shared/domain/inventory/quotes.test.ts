import { describe, expect, test } from "vitest";
import {
  type AnsweredFacts,
  factsIn,
  readAnswer,
} from "#shared/domain/inventory/answered-facts.ts";
import { eachFact, factNames, unknownFact } from "#shared/domain/inventory/facts.ts";
import { isQuoted, quotableTexts } from "#shared/domain/inventory/quotes.ts";
import { finishes } from "#test/support/finishes.ts";
import { labelled } from "#test/support/labelled-artifacts.ts";

const artifact = {
  name: "café-ranking",
  details: {
    description: "Ranks applicants.\n  It profiles  nobody.",
    labels: { team: "people", nested: [{ note: "Straße" }, 3, null, true] },
    "a key": 5,
  },
};
const texts = quotableTexts(artifact);

describe("a quote counts", () => {
  test.each([
    "Ranks applicants.",
    "profiles  nobody",
    "café",
    "Straße",
    "people",
    "nks",
    "\n  It p",
  ])("that is exactly in one text: %j", (quote) => expect(isQuoted(quote, texts)).toBe(true));

  test.each([
    ["in another case", "ranks applicants"],
    ["with other blanks", "It profiles nobody"],
    ["in another Unicode form", "cafe\u0301"],
    ["with other letters that look alike", "Rаnks"],
    ["folded", "Strasse"],
    ["from two texts", "people Straße"],
    ["that is a name of a member", "a key"],
    ["of two characters", "It"],
    ["of blanks", "\n   "],
    ["of two characters and blanks", "  It"],
    ["of invisible characters", "\u200b\u200b\u200b\u200b"],
    ["that is a number", "5"],
    ["longer than the text", `${"Ranks applicants."} And more.`],
    ["that is empty", ""],
  ])("not %s", (_, quote) => expect(isQuoted(quote, texts)).toBe(false));

  test.each([null, undefined, 5, ["people"], { quote: "people" }])("not as %j", (quote) =>
    expect(isQuoted(quote, texts)).toBe(false),
  );
});

test("ten megabytes of details are searched in time that grows with their size", () => {
  const details = { all: Array.from({ length: 1000 }, (_, i) => `${i}${"a".repeat(10_000)}`) };
  const answer = eachFact(() => ({ value: true, confidence: 1, quote: `${"a".repeat(1999)}b` }));
  expect(finishes(() => factsIn(answer, { name: "big", details }))).toBe(true);
});

const said = (value: unknown, quote: unknown, confidence: unknown = 0.9) => ({
  value,
  confidence,
  quote,
});

/** Whole answers in the manner of three models, with their inventions; no real model was asked. */
const manners: Record<string, (text: string) => Record<string, unknown>> = {
  // Quotes the beginning of the text, correctly.
  careful: (text) => said(true, text.slice(0, 20)),
  // Quotes from memory: tidies blanks, case and punctuation.
  tidy: (text) => said(true, `${text.slice(0, 20).toUpperCase()}…`),
  // Quotes what the question says, not what the text says.
  inventive: () => said(true, "machine-based system that infers from its input"),
};

describe("with answers in the manner of three models", () => {
  test.each(Object.keys(manners))("%s: what is not in the input never counts", (model) => {
    for (const { name, text } of labelled) {
      const read = readAnswer(eachFact(() => manners[model]?.(text)));
      if (!read.ok) throw new Error(read.faults.join());
      const found = factsIn(read.value, { name, details: { description: text } });
      expect([name, found.is_ai_system.value]).toEqual([name, model === "careful" ? true : null]);
      for (const fact of factNames) {
        const { quote } = found[fact];
        if (quote !== null) expect(text).toContain(quote);
      }
    }
  });
});

describe("an answer", () => {
  const answered = (some: Record<string, unknown>): AnsweredFacts => {
    const read = readAnswer({ ...eachFact(() => said(null, null, null)), ...some });
    if (!read.ok) throw new Error(read.faults.join());
    return read.value;
  };

  test.each([
    ["a value outside the list", "decides", said("maybe", "Ranks applicants.")],
    ["one value of several outside the list", "area", said(["creditworthiness", "war"], "people")],
    ["a text where yes or no is asked", "profiles", said("true", "people")],
    ["a list where one is asked", "biometric", said(["none"], "people")],
    ["a member of a plain object", "biometric", said("constructor", "people")],
    ["no quote", "profiles", said(true, null)],
    ["a blank purpose", "purpose", said("  ", "people")],
  ] as const)("with %s is an unknown fact", (_, name, fact) => {
    expect(factsIn(answered({ [name]: fact }), artifact)[name]).toEqual(unknownFact);
  });

  test("keeps an answer of no as known", () => {
    const found = factsIn(
      answered({
        practices: said([], "profiles  nobody"),
        profiles: said(false, "It profiles  nobody."),
        biometric: said("none", "people"),
      }),
      artifact,
    );
    expect([found.practices.value, found.profiles.value, found.biometric.value]).toEqual([
      [],
      false,
      "none",
    ]);
  });

  test("has its lists in one order, each value once, and no confidence outside of 0 to 1", () => {
    const found = factsIn(
      answered({ area: said(["employment", "creditworthiness", "employment"], "people", 7) }),
      artifact,
    );
    expect(found.area).toEqual({
      value: ["creditworthiness", "employment"],
      confidence: null,
      quote: "people",
      source: "extractor",
    });
  });

  test("has a purpose of at most 500 characters, of which an emoji is one, as a person's answer has", () => {
    const purposeOf = (length: number) =>
      factsIn(answered({ purpose: said("🙂".repeat(length), "people") }), artifact).purpose.value;
    expect(purposeOf(500)).toBe("🙂".repeat(500));
    expect([501, 600].map(purposeOf)).toEqual([null, null]);
  });

  test("of ten megabytes is bounded before it is kept", () => {
    const long = "a".repeat(10_000_000);
    const read = answered({ purpose: said(long, long), area: said([long], long) });
    expect(JSON.stringify(read).length).toBeLessThan(20_000);
  });
});

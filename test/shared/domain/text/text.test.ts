import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cut,
  hasControl,
  hasHidden,
  visible,
  visibleLine,
  wellFormed,
} from "#shared/domain/text/text.ts";
import { anyCharacter } from "#test/support/any-character.ts";

const anyText = fc.string({
  unit: fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom("\ud83d", "\ude00", "👩‍👩‍👧‍👦", "e\u0301", "\u202e", "🇩🇪"),
  ),
});

describe("cut", () => {
  test.each([
    [`${"a".repeat(299)}😀`, 300, "a".repeat(299)],
    [`${"a".repeat(299)}👩‍👩‍👧‍👦 and so on`, 303, "a".repeat(299)],
    [`${"a".repeat(9)}e\u0301tat`, 10, "a".repeat(9)],
    ["🇩🇪🇫🇷", 6, "🇩🇪"],
    ["short", 300, "short"],
    ["\ud83d", 10, "\ufffd"],
    ["ab\ud83dcdef", 4, "ab\ufffdc"],
    ["abc", 0, ""],
  ])("ends at a whole character: %j at %i", (text, most, expected) => {
    expect(cut(text, most)).toBe(expected);
  });

  test("a letter with ten thousand combining marks does not swallow the rest", () => {
    const text = `name ${"a"}${"\u0301".repeat(10_000)}`;
    expect(cut(text, 300)).toHaveLength(300);
    expect(cut(`${"x".repeat(199)}${"\u{e0061}".repeat(500)}`, 300).isWellFormed()).toBe(true);
  });

  test("any text yields a well-formed prefix, no longer than asked and nearly that long", () => {
    fc.assert(
      fc.property(anyText, fc.nat(80), (text, most) => {
        const kept = cut(text, most);
        expect(kept.isWellFormed()).toBe(true);
        expect(kept.length).toBeLessThanOrEqual(most);
        expect(wellFormed(text).startsWith(kept)).toBe(true);
        expect(kept.length).toBeGreaterThan(Math.min(text.length, most) - 65);
      }),
    );
  });

  test("cutting 6 MB is immediate: the rest is never read", () => {
    expect(cut("😀".repeat(3_000_000), 301)).toBe("😀".repeat(150));
  });
});

describe("visible", () => {
  test.each([
    ["Article 5\u202e)1(", "Article 5⟨U+202E⟩)1("],
    ["zero\u200bwidth", "zero⟨U+200B⟩width"],
    ["\u2066isolated\u2069", "⟨U+2066⟩isolated⟨U+2069⟩"],
    ["tag \u{e0041}", "tag ⟨U+E0041⟩"],
    ["\u001b[31mred", "⟨U+001B⟩[31mred"],
    [
      "soft\u00adhyphen, \u3164filler, \u2800blank",
      "soft⟨U+00AD⟩hyphen, ⟨U+3164⟩filler, ⟨U+2800⟩blank",
    ],
    ["back\rhere", "back⟨U+000D⟩here"],
    ["a\u200db", "a⟨U+200D⟩b"],
    ["1\ufe0f", "1⟨U+FE0F⟩"],
    ["half \ud83d", "half \ufffd"],
    ["a\u2028b", "a⟨U+2028⟩b"],
  ])("spells out what is hidden: %j", (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test.each([
    "two\nlines\r\nand\ta tab",
    "⚠️ 👩‍👩‍👧‍👦 👩🏽‍💻 ❤️‍🔥",
    "Straße, naïve, 法律, עברית, हिन्दी",
  ])("leaves alone what can be seen: %j", (text) => {
    expect(visible(text)).toBe(text);
  });

  test("on one line, line breaks are spelled out too", () => {
    expect(visibleLine("a\r\nb\tc")).toBe("a⟨U+000D⟩⟨U+000A⟩b⟨U+0009⟩c");
  });

  test("nothing hidden is left, whatever the text", () => {
    fc.assert(
      fc.property(anyText, (text) => !/[\u202a-\u202e\u2066-\u2069\u200b\0]/.test(visible(text))),
    );
  });
});

test("a name has no controls, bidi controls or invisible characters", () => {
  for (const text of [
    "a\0",
    "a\n",
    "a\u0085",
    "a\u202e",
    "a\u200b",
    "a\u200d",
    "a\ufeff",
    "a\u061c",
    "a\ufe0f",
    "a\u{e0001}",
  ]) {
    expect(hasHidden(text), JSON.stringify(text)).toBe(true);
  }
  for (const text of ["Müller & Söhne", "O’Neill, J.-P.", "法律事務所", "משרד", "a\u00a0b", "😀"]) {
    expect(hasHidden(text), JSON.stringify(text)).toBe(false);
  }
});

test("a long text may contain tabs and line breaks, CRLF included, and no other C0 control", () => {
  for (const text of ["a\0", "a\u0007", "\u001b[2J", "a\rb", "a\r"])
    expect(hasControl(text)).toBe(true);
  for (const text of ["a\tb\nc\r\nd", "\u202e is shown, not refused"])
    expect(hasControl(text)).toBe(false);
});

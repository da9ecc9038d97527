import fc from "fast-check";
import { expect, test } from "vitest";
import { rolledUp } from "#shared/domain/discovery/coverage.ts";
import type { CoverageItem } from "#shared/domain/discovery/run.ts";
import type { Repository } from "#shared/domain/discovery/sourcehost/repositories.ts";
import { newListing, walkInstallation } from "#shared/domain/discovery/sourcehost/walk.ts";
import { cutWritten, thatFit, writtenBytes } from "#shared/domain/text/written.ts";
import { anyCharacter } from "#test/support/any-character.ts";
import { sized } from "#test/support/full-size.ts";

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.string({ unit: fc.constantFrom("\u0001", '"', "\\", "ä", "🚀", "\ud800"), maxLength: 200 }),
);

test("a cut text is a well-formed beginning, and takes no more bytes in JSON than allowed", () => {
  fc.assert(
    fc.property(anyText, fc.nat({ max: 300 }), (text, most) => {
      const part = cutWritten(text, most);
      expect(writtenBytes(part) - 2).toBeLessThanOrEqual(most);
      expect(text.toWellFormed().startsWith(part)).toBe(true);
    }),
  );
});

test("values that fit together do so as JSON, and nothing that fits is left out", () => {
  fc.assert(
    fc.property(fc.array(anyText), fc.nat({ max: 2000 }), (values, most) => {
      const fitting = thatFit(values, most);
      expect(writtenBytes(fitting)).toBeLessThanOrEqual(most + 2);
      const next = values.slice(0, fitting.length + 1);
      if (next.length > fitting.length) expect(writtenBytes(next)).toBeGreaterThan(most);
    }),
  );
});

test("a coverage of a thousand items with a code each still fits in its run", () => {
  const entries = Array.from({ length: 1000 }, (_, i): CoverageItem => {
    const status = i % 3 === 0 ? "failed" : "partial";
    const code = `${"\u0001".repeat(90)}${i}`;
    return { project: `p${i}`, location: "x".repeat(100), kind: "model", status, code };
  });
  const rolled = rolledUp(entries);
  expect(rolled.length).toBeLessThanOrEqual(120);
  expect(new Set(rolled.map(({ status }) => status))).toEqual(new Set(["failed", "partial"]));
});

/** Pages of 250 repositories each: more than a coverage has room for. */
const PAGES = sized(12, 3);

test("the progress of a listing fits in one item, whatever the host calls its repositories", async () => {
  const control = "\u0001".repeat(300);
  const repositories = Array.from({ length: 250 }, (_, i) => ({
    id: i + 1,
    full_name: `acme/${i}${control}`,
    html_url: `https://host.example/${control}${control}`,
    default_branch: `main${control}`,
    language: control,
  }));
  const saved = new Map<string, number>();
  const text = JSON.stringify({ total_count: 250, repositories });
  let page = 0;
  const end = await walkInstallation(newListing(), "installation/1", {
    http: async ({ url }) => {
      if (!url.includes("/installation/repositories")) {
        const refused = { message: "no", error: control.repeat(10) };
        return { reached: true, status: 451, retryAfter: null, text: JSON.stringify(refused) };
      }
      page += 1;
      const empty = JSON.stringify({ total_count: 250, repositories: [] });
      return { reached: true, status: 200, retryAfter: null, text: page <= PAGES ? text : empty };
    },
    apiUrl: "https://host.example",
    lane: { run: (work) => work(), narrow: () => {}, widen: () => {} },
    quiet: { until: async () => 0, note: async () => {} },
    token: async () => ({ ok: true, token: "t" }),
    stopping: () => false,
    sleep: async () => true,
    random: () => 0,
    now: () => 0,
    record: async () => {},
    savePage: async (at, listed) => {
      saved.set(`page ${at}`, writtenBytes(listed));
      pages.set(at, [...listed]);
    },
    readPage: async (at) => pages.get(at) ?? [],
    save: async (state) => {
      saved.set("state", writtenBytes(state));
    },
  });
  expect(end).toEqual({ end: "done" });
  expect(saved.size).toBeGreaterThan(PAGES);
  // The place is stored as text within the item.
  expect(Math.max(...saved.values())).toBeLessThan(390_000);
});

const pages = new Map<number, Repository[]>();

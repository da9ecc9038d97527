import { globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test, vi } from "vitest";

// Some texts read the providers from the page that they are on.
const content = JSON.stringify({ issuer: "https://issuer.example", providers: {} });
vi.stubGlobal("document", { querySelector: () => ({ content }) });
afterAll(() => vi.unstubAllGlobals());

/** Words that end in s and may follow the number one. */
const singular = new Set([
  "is",
  "was",
  "has",
  "this",
  "as",
  "its",
  "does",
  "ms",
  "approves",
  "refuses",
]);

/** The text with 1 for each of its numbers; null if the function takes anything but numbers. */
function withOnes(text: (...values: number[]) => unknown): string | null {
  try {
    const said = text(...Array.from({ length: Math.max(1, text.length) }, () => 1));
    return typeof said === "string" ? said : null;
  } catch {
    return null;
  }
}

const isText = (value: unknown): value is (...values: number[]) => unknown =>
  typeof value === "function";

function textsIn(value: unknown): string[] {
  if (isText(value)) return [withOnes(value) ?? ""];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

const plurals = (text: string): string[] =>
  [...text.matchAll(/\b1 (?:more |other |open |of )?(\w*[^\Ws]s)\b/g)]
    .map(([, word = ""]) => word)
    .filter((word) => !singular.has(word));

test("no text of the console or a room's page counts one thing in the plural", async () => {
  const files = globSync(
    ["functions/console/app/**/*texts.ts", "functions/rooms/page/**/texts.ts"],
    {
      // These files contain no texts, but load them.
      exclude: ["**/reviewed-texts.ts"],
    },
  );
  expect(files.length).toBeGreaterThan(15);
  const wrong: string[] = [];
  for (const file of files) {
    const texts = textsIn({ ...(await import(pathToFileURL(file).href)) });
    wrong.push(
      ...texts.filter((text) => plurals(text).length > 0).map((text) => `${file}: ${text}`),
    );
  }
  expect(wrong).toEqual([]);
});

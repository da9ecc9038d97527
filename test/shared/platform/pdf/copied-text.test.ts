import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { extractText } from "unpdf";
import { describe, expect, test } from "vitest";
import {
  add,
  attach,
  bytesOf,
  type Doc,
  openDocument,
  say,
} from "#shared/platform/pdf/document.ts";
import { printable } from "#shared/platform/pdf/printable.ts";
import { sampled } from "#test/support/full-size.ts";
import { names } from "#test/support/names.ts";

const noto = dirname(
  createRequire(import.meta.url).resolve("@expo-google-fonts/noto-sans/package.json"),
);
const fonts = {
  regular: readFileSync(join(noto, "400Regular/NotoSans_400Regular.ttf")),
  bold: readFileSync(join(noto, "700Bold/NotoSans_700Bold.ttf")),
};

/** The other text on the page, which must not change because of the name beside it. */
const others = "verify-bundle.mjs certificate.pdf 0123456789abcdef office affluent finds ijf";

/** What a reader copies from a page with these texts, each as a paragraph, in both fonts. */
async function copied(...texts: string[]): Promise<{ text: string; shown: string[] }> {
  const doc: Doc = openDocument("Copied", new Date(0), fonts);
  const root = doc.struct("Document");
  doc.addStructure(root);
  const shown: string[] = [];
  for (const font of ["regular", "bold"]) {
    for (const text of texts) {
      add(doc, root, "P", () => say(doc, text, 10, font));
      shown.push(printable(doc, text));
    }
  }
  root.end();
  const attached = Buffer.from("{}");
  attach(doc, attached, { name: "bundle.json" });
  const bytes = await bytesOf(doc, attached);
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  return { text: squeezed(text), shown };
}

/** The text without white space, and with ligatures as the letters that they stand for. */
const squeezed = (text: string): string => text.normalize("NFKC").replaceAll(/\s/g, "");

describe("printed text can be copied", () => {
  // The next test prints all of them.
  test.each(sampled(names, 4))("beside and in the name %s", async (name) => {
    const { text, shown } = await copied(`${name} ${others}`, others);
    expect(text).toBe(shown.map(squeezed).join(""));
  });

  test("with all names on one page, where they share glyphs", async () => {
    const { text, shown } = await copied(...names, others, names.toReversed().join(" "));
    expect(text).toBe(shown.map(squeezed).join(""));
  });
});

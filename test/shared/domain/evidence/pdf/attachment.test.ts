import { describe, expect, test } from "vitest";
import { attachedBundle } from "#shared/domain/evidence/pdf/attachment.ts";

/** A file of these objects, from number 1 on, with a plain table; the first is its root. */
function pdfOf(objects: readonly string[]): Uint8Array {
  let text = "%PDF-1.7\n";
  const offsets = objects.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const entry = (at: number) => `${String(at).padStart(10, "0")} 00000 n \n`;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map(entry).join("")}`;
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, "latin1");
}

/** Attachments by name, all of which hold `{}`. */
const withNames = (names: readonly string[]) =>
  pdfOf([
    `<</Names<</EmbeddedFiles<</Names[${names.map((name) => `(${name}) 2 0 R`).join(" ")}]>>>>>>`,
    "<</Type/Filespec/EF<</F 3 0 R>>>>",
    "<</Length 2>>stream\n{}\nendstream",
  ]);

describe("the attachment of a PDF", () => {
  test("is found among others by its name", async () => {
    const found = await attachedBundle(withNames(["a.txt", "bundle.json", "c.txt"]));
    expect(Buffer.from(found).toString()).toBe("{}");
  });

  test("is refused where a second one could stand behind a thousand others", async () => {
    const others = Array.from({ length: 1000 }, (_, index) => `${index}.txt`);
    const file = withNames(["bundle.json", ...others, "bundle.json"]);
    await expect(attachedBundle(file)).rejects.toThrow("too many attachments");
    await expect(attachedBundle(withNames(["bundle.json", "bundle.json"]))).rejects.toThrow(
      "several attachments",
    );
  });

  test("is refused in a table whose entries have no bytes, however many it claims", async () => {
    const pairs = Array.from({ length: 5000 }, () => "0 1000000").join(" ");
    const table = `1 0 obj\n<</W[0 0 0]/Size 9/Index[${pairs}]/Length 0/Root 1 0 R>>stream\n\nendstream\nendobj\n`;
    const file = Buffer.from(`%PDF-1.7\n${table}startxref\n9\n%%EOF`, "latin1");
    await expect(attachedBundle(file)).rejects.toThrow("its table is damaged");
  });

  test("is refused behind references that go in a circle, nesting without end, or an encryption", async () => {
    const circle = pdfOf(["2 0 R", "1 0 R"]);
    await expect(attachedBundle(circle)).rejects.toThrow("circle");
    const deep = pdfOf(["[".repeat(100_000)]);
    await expect(attachedBundle(deep)).rejects.toThrow("nested too deeply");
    const locked = Buffer.from(
      Buffer.from(withNames(["bundle.json"]))
        .toString("latin1")
        .replace("/Root", "/Encrypt 9 0 R/Root"),
      "latin1",
    );
    await expect(attachedBundle(locked)).rejects.toThrow("encrypted");
  });
});

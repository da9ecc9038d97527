import { inflateSync } from "node:zlib";

interface PdfObject {
  id: number;
  dictionary: string;
  /** The stream's bytes, decompressed; null for an object without one. */
  stream: Buffer | null;
}

/** The objects of a PDF as Chromium writes it: plain objects, streams deflated. */
export function pdfObjects(pdf: Buffer): PdfObject[] {
  const source = pdf.toString("latin1");
  return [...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body = ""]) => {
    const at = body.indexOf("stream\n");
    const dictionary = at < 0 ? body : body.slice(0, at);
    const bytes = at < 0 ? null : Buffer.from(body.slice(at + 7), "latin1");
    const stream = bytes && /FlateDecode/.test(dictionary) ? inflateSync(bytes) : bytes;
    return { id: Number(id), dictionary, stream };
  });
}

/** The text of each page of such a PDF; each font's own table maps glyphs back to text. */
export function pdfPages(pdf: Buffer): string[] {
  const objects = new Map(pdfObjects(pdf).map((object) => [object.id, object]));
  const follow = (dictionary: string, key: string) =>
    objects.get(Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1]));
  const tables = new Map<number, Map<string, string>>();
  for (const { id, dictionary } of objects.values()) {
    const table = follow(dictionary, "ToUnicode")?.stream;
    if (table) tables.set(id, glyphTable(table.toString("latin1")));
  }
  const pages = [...objects.values()].filter(({ dictionary }) =>
    /\/Type \/Page\b/.test(dictionary),
  );
  return pages.map(({ dictionary }) =>
    pageText(follow(dictionary, "Contents")?.stream?.toString("latin1") ?? "", tables),
  );
}

function glyphTable(source: string): Map<string, string> {
  const table = new Map<string, string>();
  const text = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");
  for (const [, block = ""] of source.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = "", to = ""] of block.matchAll(/<(\w+)> <(\w+)>/g)) {
      table.set(glyph.toUpperCase(), text(to));
    }
  }
  for (const [, block = ""] of source.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = "", to = "", start = ""] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let glyph = Number.parseInt(from, 16); glyph <= Number.parseInt(to, 16); glyph += 1) {
        const code = Number.parseInt(start, 16) + glyph - Number.parseInt(from, 16);
        const key = glyph.toString(16).toUpperCase().padStart(from.length, "0");
        table.set(key, String.fromCharCode(code));
      }
    }
  }
  return table;
}

/** The text in drawing order, without white space: in a PDF line breaks are only positions. */
function pageText(content: string, tables: ReadonlyMap<number, Map<string, string>>): string {
  let table = new Map<string, string>();
  let shown = "";
  for (const [, font, hex] of content.matchAll(/\/F(\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (font !== undefined) table = tables.get(Number(font)) ?? new Map();
    for (const glyph of hex?.toUpperCase().match(/.{4}/g) ?? []) shown += table.get(glyph) ?? "";
  }
  return shown.normalize("NFKC").replace(/\s+/g, "");
}

import PDFDocument from "pdfkit";
import type { CertificateFact } from "#shared/domain/evidence/certificate/parts.ts";
import { secondLine } from "#shared/domain/evidence/certificate/second-line.ts";
import { copyAsWritten } from "./copied-text.ts";
import type { Fonts } from "./fonts.ts";
import { printable } from "./printable.ts";

/* The parts of all our PDFs: pages, headings, lists of names and values, page numbers. */

export const MARGIN = 48;
const LABEL_WIDTH = 122;
export const INK = "#1b1b1f";
const SOFT = "#55565c";

/**
 * PDF/UA-1 in addition to PDF/A-3a: both identifiers, and the description of the first one's namespace
 * that PDF/A requires (ISO 19005-3, 6.6.2.3).
 */
const UNIVERSAL_ACCESS = `
        <rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>
        <rdf:Description xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#" rdf:about="">
            <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
                <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
                <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
                <pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
                <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
                    <pdfaProperty:category>internal</pdfaProperty:category>
                    <pdfaProperty:description>PDF/UA version identifier</pdfaProperty:description>
                    <pdfaProperty:name>part</pdfaProperty:name>
                    <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
                </rdf:li></rdf:Seq></pdfaSchema:property>
            </rdf:li></rdf:Bag></pdfaExtension:schemas>
        </rdf:Description>
`;

/** The second line as pdfkit writes it. */
const BINARY_LINE = "%\xff\xff\xff\xff\n";
const UNKNOWN_PLACE = secondLine({ offset: 0, length: 0, total: 0 });

export type Doc = PDFKit.PDFDocument;
export type Section = PDFKit.PDFStructureElement;

/**
 * An empty document as PDF/A-3a and PDF/UA-1.
 * @param at its only date: the same content and fonts give the same bytes
 */
export function openDocument(title: string, at: Date, fonts: Fonts): Doc {
  const doc = new PDFDocument({
    subset: "PDF/A-3a",
    tagged: true,
    pdfVersion: "1.7",
    lang: "en",
    displayTitle: true,
    size: "A4",
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    bufferPages: true,
    // No standard font, because those are never embedded.
    font: null as unknown as string,
    info: {
      Title: title,
      Author: "Countersign",
      Creator: "Countersign",
      Producer: "Countersign",
      CreationDate: at,
      ModDate: at,
    },
  } as unknown as PDFKit.PDFDocumentOptions);
  const archive = doc as unknown as { _getPdfaid(): string; _write(line: string): void };
  // Leave room for the contents of the second line; pdfkit has just written the first two.
  archive._write(UNKNOWN_PLACE.slice(BINARY_LINE.length));
  const identifier = archive._getPdfaid.bind(doc);
  archive._getPdfaid = () => identifier() + UNIVERSAL_ACCESS;
  doc.registerFont("regular", Buffer.from(fonts.regular));
  doc.registerFont("bold", Buffer.from(fonts.bold));
  for (const name of ["regular", "bold"]) copyAsWritten(doc.font(name));
  return doc;
}

/** Attaches a file as it is, uncompressed. */
export function attach(doc: Doc, bytes: Uint8Array, how: Parameters<Doc["file"]>[1]): void {
  const written = doc as unknown as { compress: boolean };
  written.compress = false;
  doc.file(Buffer.from(bytes), how);
  written.compress = true;
}

/** A paragraph, heading or list of its own below a part of the document. */
export function add(doc: Doc, parent: Section, type: string, draw: () => void): void {
  parent.add(doc.struct(type, {}, draw));
}

/** Text over the whole width. */
export function say(doc: Doc, text: string, size: number, font = "regular"): void {
  doc.font(font).fontSize(size).fillColor(INK);
  doc.text(printable(doc, text), { lineGap: 1 });
}

/** Names and values side by side; each value whole, over as many lines as it takes. */
export function factList(
  doc: Doc,
  parent: Section,
  facts: readonly CertificateFact[],
  size: number,
): void {
  const list = doc.struct("L");
  parent.add(list);
  const width = doc.page.width - 2 * MARGIN - LABEL_WIDTH;
  for (const { label, value } of facts) {
    const shown = printable(doc, value === "" ? "–" : value);
    doc.font("regular").fontSize(size);
    const height = doc.heightOfString(shown, { width, lineGap: 1 });
    const room = doc.page.height - MARGIN - doc.y;
    if (Math.min(height, size * 3) > room) doc.addPage();
    const item = doc.struct("LI");
    list.add(item);
    const top = doc.y;
    item.add(
      doc.struct("Lbl", {}, () => {
        doc.font("bold").fontSize(size).fillColor(SOFT);
        doc.text(label, MARGIN, top, { width: LABEL_WIDTH - 8, lineGap: 1 });
      }),
    );
    const afterLabel = doc.y;
    item.add(
      doc.struct("LBody", {}, () => {
        doc.font("regular").fontSize(size).fillColor(INK);
        doc.text(shown, MARGIN + LABEL_WIDTH, top, { width, lineGap: 1 });
      }),
    );
    item.end();
    doc.x = MARGIN;
    if (doc.y < afterLabel && height < room) doc.y = afterLabel;
    doc.y += 2;
  }
  list.end();
}

/** The title, the sentence below it, and the facts at the beginning of the document. */
export function opening(
  doc: Doc,
  root: Section,
  { title, lead, facts }: { title: string; lead: string; facts: readonly CertificateFact[] },
): void {
  add(doc, root, "H1", () => doc.font("bold").fontSize(20).fillColor(INK).text(title));
  add(doc, root, "P", () => say(doc, lead, 10));
  doc.moveDown(0.6);
  factList(doc, root, facts, 8.5);
}

/** A heading of a part, not at the foot of a page. */
export function heading(doc: Doc, root: Section, type: "H2" | "H3", text: string): void {
  doc.moveDown(0.6);
  if (doc.page.height - MARGIN - doc.y < 60) doc.addPage();
  add(doc, root, type, () => say(doc, text, type === "H2" ? 13 : 10.5, "bold"));
}

/** Page numbers, which a screen reader skips. */
export function footers(doc: Doc, said: (page: number, pages: number) => string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    doc.markContent("Artifact", { type: "Pagination" } as object);
    doc.page.margins.bottom = 0;
    doc.font("regular").fontSize(7.5).fillColor(SOFT);
    doc.text(said(page + 1, count), MARGIN, doc.page.height - MARGIN + 14, { lineBreak: false });
    doc.endMarkedContent();
  }
}

/**
 * Ends the document, and writes the position of the attached file into its second line.
 * @param attached its bytes; null: nothing is attached
 */
export async function bytesOf(doc: Doc, attached: Uint8Array | null): Promise<Uint8Array> {
  const bytes = await ended(doc);
  if (attached === null) return bytes;
  const place = {
    offset: bytes.indexOf(attached),
    length: attached.length,
    total: bytes.length,
  };
  bytes.write(secondLine(place), bytes.indexOf("\n") + 1, "latin1");
  return bytes;
}

function ended(doc: Doc): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (part: Buffer) => parts.push(part));
    doc.on("end", () => resolve(Buffer.concat(parts)));
    doc.on("error", reject);
    doc.end();
  });
}

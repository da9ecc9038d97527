import PDFDocument from "pdfkit";
import { encode } from "uqr";
import type { Certificate, CertificateFact } from "#shared/domain/evidence/certificate/parts.ts";
import type { Fonts } from "./fonts.ts";
import { printable } from "./printable.ts";

const MARGIN = 48;
const LABEL_WIDTH = 122;
const QR_SIZE = 84;
const INK = "#1b1b1f";
const SOFT = "#55565c";

/**
 * PDF/UA-1 beside PDF/A-3a: both identifiers, and the description of the first one's namespace that
 * PDF/A asks for (ISO 19005-3, 6.6.2.3).
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

type Doc = PDFKit.PDFDocument;
type Section = PDFKit.PDFStructureElement;

/**
 * The certificate as PDF/A-3a and PDF/UA-1 with the bundle attached: the same certificate, bundle
 * and fonts give the same bytes.
 * @param bundle RFC 8785 text
 */
export async function drawCertificate(
  certificate: Certificate,
  bundle: string,
  fonts: Fonts,
): Promise<Uint8Array> {
  const doc = open(certificate);
  doc.registerFont("regular", Buffer.from(fonts.regular));
  doc.registerFont("bold", Buffer.from(fonts.bold));
  const at = new Date(certificate.decidedAt);
  doc.file(Buffer.from(bundle), {
    name: "bundle.json",
    type: "application/json",
    description: "The evidence of this certificate, for verify-bundle.mjs",
    relationship: "Data",
    creationDate: at,
    modifiedDate: at,
  } as Parameters<Doc["file"]>[1]);
  const root = doc.struct("Document");
  doc.addStructure(root);
  firstPage(doc, root, certificate);
  wording(doc, root, certificate);
  root.end();
  footers(doc, certificate);
  return bytesOf(doc);
}

function open({ title, subject, decidedAt }: Certificate): Doc {
  const at = new Date(decidedAt);
  const doc = new PDFDocument({
    subset: "PDF/A-3a",
    tagged: true,
    pdfVersion: "1.7",
    lang: "en",
    displayTitle: true,
    size: "A4",
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    bufferPages: true,
    // No standard font: they are never embedded.
    font: null as unknown as string,
    info: {
      Title: `${title}: ${subject}`,
      Author: "Countersign",
      Creator: "Countersign",
      Producer: "Countersign",
      CreationDate: at,
      ModDate: at,
    },
  } as unknown as PDFKit.PDFDocumentOptions);
  const archive = doc as unknown as { _getPdfaid(): string };
  const identifier = archive._getPdfaid.bind(doc);
  archive._getPdfaid = () => identifier() + UNIVERSAL_ACCESS;
  return doc;
}

/** A paragraph, heading or list of its own below a part of the document. */
function add(doc: Doc, parent: Section, type: string, draw: () => void): void {
  parent.add(doc.struct(type, {}, draw));
}

function say(doc: Doc, text: string, size: number, font = "regular", color = INK): void {
  doc.font(font).fontSize(size).fillColor(color);
  doc.text(printable(doc, text), { lineGap: 1 });
}

function firstPage(doc: Doc, root: Section, certificate: Certificate): void {
  const { title, lead, facts, procedure, proofUrl } = certificate;
  const textWidth = doc.page.width - 2 * MARGIN - QR_SIZE - 16;
  const top = doc.y;
  add(doc, root, "H1", () => {
    doc.font("bold").fontSize(20).fillColor(INK).text(title, { width: textWidth });
  });
  add(doc, root, "P", () => {
    doc.font("regular").fontSize(10).fillColor(INK);
    doc.text(printable(doc, lead), { width: textWidth, lineGap: 1 });
  });
  if (proofUrl !== null) qrCode(doc, root, proofUrl, top);
  doc.x = MARGIN;
  doc.y = Math.max(doc.y, top + QR_SIZE) + 8;
  factList(doc, root, facts, 8.5);
  doc.moveDown(0.6);
  add(doc, root, "H2", () => say(doc, "How to check all of this without us", 11, "bold"));
  const list = doc.struct("L");
  root.add(list);
  procedure.forEach((step, index) => {
    const item = doc.struct("LI");
    list.add(item);
    item.add(doc.struct("LBody", {}, () => say(doc, `${index + 1}. ${step}`, 8.5)));
    item.end();
    doc.moveDown(0.2);
  });
  list.end();
}

/** Names and values side by side; each value whole, over as many lines as it takes. */
function factList(
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

function qrCode(doc: Doc, root: Section, url: string, top: number): void {
  const { data, size } = encode(url, { ecc: "M", border: 0 });
  const left = doc.page.width - MARGIN - QR_SIZE;
  const step = QR_SIZE / size;
  const draw = (): void => {
    doc.fillColor("#000000");
    data.forEach((row, y) => {
      row.forEach((isDark, x) => {
        if (isDark) doc.rect(left + x * step, top + y * step, step, step);
      });
    });
    doc.fill();
  };
  const bbox = [left, top, left + QR_SIZE, top + QR_SIZE];
  root.add(doc.struct("Figure", { alt: `QR code of ${url}`, bbox } as object, draw));
}

function wording(doc: Doc, root: Section, { comment, rules }: Certificate): void {
  doc.addPage();
  add(doc, root, "H2", () => say(doc, "Comment", 13, "bold"));
  for (const paragraph of paragraphsOf(comment ?? "None was given.")) {
    add(doc, root, "P", () => say(doc, paragraph, 10));
  }
  doc.moveDown(0.8);
  add(doc, root, "H2", () => say(doc, "The rules in the wording that was decided on", 13, "bold"));
  for (const { heading, facts } of rules) {
    doc.moveDown(0.5);
    if (doc.page.height - MARGIN - doc.y < 60) doc.addPage();
    add(doc, root, "H3", () => say(doc, heading, 10.5, "bold"));
    factList(doc, root, facts, 9);
  }
}

const paragraphsOf = (text: string): string[] => text.split(/\r?\n/).filter((one) => one !== "");

/** Page numbers, which are no part of what a screen reader reads. */
function footers(doc: Doc, { subject }: Certificate): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    doc.markContent("Artifact", { type: "Pagination" } as object);
    doc.page.margins.bottom = 0;
    doc.font("regular").fontSize(7.5).fillColor(SOFT);
    doc.text(
      `${subject} · page ${page + 1} of ${count} · the evidence is attached to this file as bundle.json`,
      MARGIN,
      doc.page.height - MARGIN + 14,
      { lineBreak: false },
    );
    doc.endMarkedContent();
  }
}

function bytesOf(doc: Doc): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (part: Buffer) => parts.push(part));
    doc.on("end", () => resolve(Buffer.concat(parts)));
    doc.on("error", reject);
    doc.end();
  });
}

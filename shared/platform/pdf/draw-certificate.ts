import { encode } from "uqr";
import type { Certificate } from "#shared/domain/evidence/certificate/parts.ts";
import {
  add,
  attach,
  bytesOf,
  type Doc,
  factList,
  footers,
  INK,
  MARGIN,
  openDocument,
  type Section,
  say,
} from "./document.ts";
import type { Fonts } from "./fonts.ts";
import { printable } from "./printable.ts";

const QR_SIZE = 84;

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
  const { title, subject, decidedAt } = certificate;
  const at = new Date(decidedAt);
  const doc = openDocument(`${title}: ${subject}`, at, fonts);
  const attached = Buffer.from(bundle);
  attach(doc, attached, {
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
  footers(
    doc,
    (page, pages) =>
      `${subject} · page ${page} of ${pages} · the evidence is attached to this file as bundle.json`,
  );
  return bytesOf(doc, attached);
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

function wording(doc: Doc, root: Section, { signed, comment, verdicts, rules }: Certificate): void {
  doc.addPage();
  if (signed.length > 0) {
    add(doc, root, "H2", () => say(doc, "What was signed", 13, "bold"));
    factList(doc, root, signed, 9);
    doc.moveDown(0.8);
  }
  add(doc, root, "H2", () => say(doc, "Comment", 13, "bold"));
  for (const paragraph of paragraphsOf(comment ?? "None was given.")) {
    add(doc, root, "P", () => say(doc, paragraph, 10));
  }
  if (verdicts.length > 0) {
    doc.moveDown(0.8);
    add(doc, root, "H2", () => say(doc, "Verdicts on single rules", 13, "bold"));
  }
  for (const { heading, text } of verdicts) {
    doc.moveDown(0.5);
    add(doc, root, "H3", () => say(doc, heading, 10.5, "bold"));
    for (const paragraph of paragraphsOf(text)) {
      add(doc, root, "P", () => say(doc, paragraph, 10));
    }
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

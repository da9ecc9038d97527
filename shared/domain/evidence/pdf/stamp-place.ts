import { concat, hex } from "#shared/domain/bytes.ts";
import { sha256 } from "#shared/domain/log/sha256.ts";
import { PdfDocument } from "./document.ts";
import { PdfFault, PdfReference, type PdfValue } from "./values.ts";

/*
 * A document time stamp (ETSI EN 319 142-1, 5.4.3: /DocTimeStamp, ETSI.RFC3161) in a revision of its
 * own: what stood in the file before stays byte for byte, and the token covers all but itself.
 */

/** The largest token that fits; authorities that send a long chain of certificates need about 7 KB. */
const MOST_TOKEN_BYTES = 16_384;

/** A file with place for a token over the rest of it. */
export interface StampPlace {
  /** The whole file, with zeros where the token goes. */
  bytes: Uint8Array;
  /** SHA-256 of everything but the token. */
  digest: Uint8Array;
  /** Where the token's hexadecimal digits begin. */
  at: number;
}

const GAP = 2 + 2 * MOST_TOKEN_BYTES;

/**
 * Adds a revision with place for a document time stamp: the same file gives the same bytes.
 * @throws PdfFault for a file that has a form or annotations, which no certificate has
 */
export async function withStampPlace(pdf: Uint8Array): Promise<StampPlace> {
  const doc = await PdfDocument.open(pdf);
  const size = doc.inTrailer("Size");
  const rootReference = doc.inTrailer("Root");
  const root = doc.spelled(rootReference);
  const page = doc.spelled(await firstPage(doc));
  if (typeof size !== "number") throw new PdfFault("its trailer is damaged");
  const [field, stamp] = [size, size + 1];
  const dict = await doc.dict(new PdfReference(page.id));
  const order = dict?.has("Tabs") ? "" : " /Tabs /S";
  const changed: [id: number, text: string][] = [
    [root.id, withEntries(root.text, `/AcroForm << /Fields [${field} 0 R] /SigFlags 3 >>`)],
    [page.id, withEntries(page.text, `/Annots [${field} 0 R]${order}`)],
    [field, fieldText(page.id, stamp)],
  ];
  const start = pdf.at(-1) === 0x0a ? pdf.length : pdf.length + 1;
  let text = start === pdf.length ? "" : "\n";
  const offsets = new Map<number, number>();
  const begin = (id: number): void => {
    offsets.set(id, pdf.length + text.length);
    text += `${id} 0 obj\n`;
  };
  for (const [id, body] of changed) {
    begin(id);
    text += `${body}\nendobj\n`;
  }
  begin(stamp);
  text += "<< /Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161 /Contents ";
  const gap = pdf.length + text.length;
  const afterGap = gap + GAP;
  const table = offsetsText(offsets) + trailerText(doc, size + 2, sha256(pdf).subarray(0, 16));
  const end = (rest: number): string =>
    ` /ByteRange [0 ${gap} ${afterGap} ${String(rest).padEnd(10)}] >>\nendobj\n`;
  const newest = afterGap + end(0).length;
  const tail = `${table}startxref\n${newest}\n%%EOF\n`;
  const behind = ascii(end(end(0).length + tail.length) + tail);
  const before = concat(pdf, ascii(text));
  return {
    bytes: concat(before, ascii(`<${"0".repeat(GAP - 2)}>`), behind),
    digest: sha256(before, behind),
    at: gap + 1,
  };
}

/** The file with its token. @throws PdfFault for a token that is too long */
export function withToken({ bytes, at }: StampPlace, token: Uint8Array): Uint8Array {
  if (token.length > MOST_TOKEN_BYTES) throw new PdfFault("the token is too long");
  const stamped = Uint8Array.from(bytes);
  stamped.set(ascii(hex(token)), at);
  return stamped;
}

/** The first page, by way of the tree's first leaves. */
async function firstPage(doc: PdfDocument): Promise<PdfValue> {
  const root = await doc.dict(doc.inTrailer("Root"));
  let node: PdfValue = root?.get("Pages") ?? null;
  for (let depth = 0; depth < 20; depth += 1) {
    const kids: PdfValue = (await doc.resolve((await doc.dict(node))?.get("Kids"))) ?? null;
    if (!Array.isArray(kids)) return node;
    node = kids[0] ?? null;
  }
  throw new PdfFault("its pages go in a circle");
}

/** A dictionary as text with further entries, none of which it may have already. */
function withEntries(text: string, entries: string): string {
  if (!text.endsWith(">>") || /\/(?:AcroForm|Annots)\b/.test(text)) {
    throw new PdfFault("it has a form or annotations already");
  }
  return `${text.slice(0, -2)} ${entries} >>`;
}

/** A field that is seen nowhere: of no size, locked, and printed like everything that PDF/A allows. */
const fieldText = (page: number, stamp: number): string =>
  "<< /Type /Annot /Subtype /Widget /FT /Sig /T (Time stamp) /TU (Document time stamp) " +
  `/F 132 /Rect [0 0 0 0] /P ${page} 0 R /V ${stamp} 0 R >>`;

const offsetsText = (offsets: ReadonlyMap<number, number>): string =>
  [...offsets]
    .sort(([a], [b]) => a - b)
    .reduce(
      (text, [id, offset]) => `${text}${id} 1\n${String(offset).padStart(10, "0")} 00000 n \n`,
      "xref\n",
    );

function trailerText(doc: PdfDocument, size: number, revision: Uint8Array): string {
  const reference = (name: string): string => {
    const value = doc.inTrailer(name);
    return value instanceof PdfReference ? ` /${name} ${value.id} 0 R` : "";
  };
  const ids = doc.inTrailer("ID");
  const [first] = Array.isArray(ids) ? (ids as readonly PdfValue[]) : [];
  const id = first instanceof Uint8Array ? ` /ID [<${hex(first)}> <${hex(revision)}>]` : "";
  return `trailer\n<< /Size ${size}${reference("Root")}${reference("Info")}${id} /Prev ${doc.newestTable} >>\n`;
}

/** Latin-1 text as bytes. */
const ascii = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

import { PdfDocument } from "./document.ts";
import { type PdfDict, PdfFault, type PdfValue, textOf } from "./values.ts";

/** The name under which a certificate carries its evidence. */
const ATTACHMENT = "bundle.json";

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_NODES = 1000;

/** Whether the bytes begin as a PDF file does. */
export const isPdf = (bytes: Uint8Array): boolean =>
  [0x25, 0x50, 0x44, 0x46, 0x2d].every((one, index) => bytes[index] === one);

/**
 * The attachment `bundle.json` of a PDF file's last revision (contract, room.md, section 3).
 * @throws Error that says why there is none to judge: none or several of that name, encrypted,
 *   damaged, or above 64 MB
 */
export async function attachedBundle(bytes: Uint8Array): Promise<Uint8Array> {
  const doc = await PdfDocument.open(bytes);
  const root = await doc.dict(await doc.root());
  const names = await doc.dict(root?.get("Names"));
  const specs: PdfDict[] = [];
  for (const [key, value] of await namesIn(doc, names?.get("EmbeddedFiles"))) {
    const spec = await doc.dict(value);
    if (spec === null) continue;
    const own = [
      textOf(await doc.resolve(spec.get("UF"))),
      textOf(await doc.resolve(spec.get("F"))),
    ];
    if ([textOf(key), ...own].includes(ATTACHMENT)) specs.push(spec);
  }
  const [spec] = specs;
  if (spec === undefined) throw new PdfFault(`it has no attachment ${ATTACHMENT}`);
  if (specs.length > 1) throw new PdfFault(`it has several attachments ${ATTACHMENT}`);
  const files = await doc.dict(spec.get("EF"));
  return doc.stream(files?.get("UF") ?? files?.get("F"), MOST_BYTES);
}

/** The entries of a name tree. */
async function namesIn(
  doc: PdfDocument,
  tree: PdfValue | undefined,
): Promise<[PdfValue, PdfValue][]> {
  const found: [PdfValue, PdfValue][] = [];
  const open: (PdfValue | undefined)[] = [tree];
  for (let nodes = 0; open.length > 0; nodes += 1) {
    if (nodes > MOST_NODES) throw new PdfFault("it has too many attachments");
    const node = await doc.dict(open.pop());
    const [names, kids] = [
      await doc.resolve(node?.get("Names")),
      await doc.resolve(node?.get("Kids")),
    ];
    if (Array.isArray(kids)) open.push(...kids.slice(0, MOST_NODES + 1));
    const pairs: readonly PdfValue[] = Array.isArray(names) ? names : [];
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      // Never cut short: what is beyond could be a second one of that name.
      if (found.length >= MOST_NODES) throw new PdfFault("it has too many attachments");
      found.push([await doc.resolve(pairs[at]), pairs[at + 1] ?? null]);
    }
  }
  return found;
}

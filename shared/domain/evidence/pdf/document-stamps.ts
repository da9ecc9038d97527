import { hex, sameBytes } from "#shared/domain/bytes.ts";
import { sha256 } from "#shared/domain/log/sha256.ts";
import { stampOf } from "#shared/domain/log/time-stamp.ts";
import { PdfDocument } from "./document.ts";
import { type PdfDict, PdfFault, PdfName, PdfReader, type PdfValue } from "./values.ts";

/** What a document time stamp of a PDF file covers, and when it was made. */
export type DocumentStamp =
  | { fault: string }
  | {
      /** GeneralizedTime, as the token says. */
      time: string;
      /** Hex SHA-256 of what is covered: everything up to `end` but the token itself. */
      digest: string;
      end: number;
      /** The file's length: what is behind `end` was added later. */
      length: number;
    };

/** A file stamped anew every few years for a century has fewer. */
const MOST_STAMPS = 8;
const MOST_FIELDS = 1000;

/**
 * The document time stamps (ETSI EN 319 142-1, 5.4.3) among the fields of a PDF file's last revision,
 * each compared with the bytes that it covers. Its signature is not checked here.
 * @throws PdfFault for a file that is damaged
 */
export async function documentStamps(bytes: Uint8Array): Promise<DocumentStamp[]> {
  const doc = await PdfDocument.open(bytes);
  const root = await doc.dict(await doc.root());
  const form = await doc.dict(root?.get("AcroForm"));
  const fields = await doc.resolve(form?.get("Fields"));
  const found: DocumentStamp[] = [];
  if (!Array.isArray(fields)) return found;
  if (fields.length > MOST_FIELDS) throw new PdfFault("it has too many fields");
  for (const field of fields as readonly PdfValue[]) {
    const value = await doc.dict((await doc.dict(field))?.get("V"));
    if (value === null || !isStamp(value)) continue;
    if (found.length >= MOST_STAMPS) throw new PdfFault("it has too many time stamps");
    const parts = {
      range: await doc.resolve(value.get("ByteRange")),
      token: value.get("Contents"),
    };
    found.push(judged(bytes, parts));
  }
  return found;
}

const isStamp = (dict: PdfDict): boolean =>
  [dict.get("Type"), dict.get("SubFilter")].some(
    (one) => one instanceof PdfName && ["DocTimeStamp", "ETSI.RFC3161"].includes(one.name),
  );

function judged(
  bytes: Uint8Array,
  { range, token }: { range: PdfValue; token: PdfValue | undefined },
): DocumentStamp {
  const [zero, gap = -1, after = -1, rest = -1] = Array.isArray(range) ? range : [];
  const places = [gap, after, rest];
  const isRange =
    zero === 0 &&
    places.every((one) => typeof one === "number" && Number.isSafeInteger(one) && one >= 0) &&
    gap < after &&
    after + rest <= bytes.length;
  // Nothing but the token itself may stand in what is not covered.
  if (!isRange || !(token instanceof Uint8Array) || !isOnly(bytes, gap, after, token)) {
    return { fault: "It leaves out more of the file than its token." };
  }
  const stamp = stampOf(token);
  if (stamp === null) return { fault: "It is not a time-stamp token." };
  const end = after + rest;
  const digest = sha256(bytes.subarray(0, gap), bytes.subarray(after, end));
  return sameBytes(digest, stamp.digest)
    ? { time: stamp.time, digest: hex(digest), end, length: bytes.length }
    : { fault: "It covers something else: the file was changed." };
}

function isOnly(bytes: Uint8Array, from: number, to: number, token: Uint8Array): boolean {
  const reader = new PdfReader(bytes.subarray(from, to));
  if (!reader.isAt("<") || reader.isAt("<<")) return false;
  try {
    const value = reader.value();
    return value instanceof Uint8Array && reader.at === to - from && sameBytes(value, token);
  } catch {
    return false;
  }
}

import { maxFilenameCharacters, maxPdfBytes } from "#shared/domain/reviews/limits.ts";
import { visibleLine } from "#shared/domain/text/text.ts";
import { byId, write } from "./dom.ts";
import { hex, sizeOf } from "./format.ts";
import { filled, says } from "./says.ts";

/** The document in the form in which it would be sent. */
export interface Chosen {
  filename: string;
  bytes: number;
  content_base64: string;
  /** null if the browser offers no digest. */
  sha256: string | null;
}

let chosen: Chosen | null = null;
let fault = "";
/** Numbers the choices: reading takes a while, and the latest wins. */
let latest = 0;

export const chosenFile = (): Chosen | null => chosen;
/** The fault of the chosen file; empty if there is none. */
export const fileFault = (): string => fault;
/** One line about the file, for the check before signing. */
export const describeFile = (file: Chosen | null): string =>
  file === null
    ? says.none
    : `${file.filename}, ${sizeOf(file.bytes)}, PDF${file.sha256 ? `; SHA-256 ${file.sha256}` : ""}`;

/** One line for the receipt: the digest is on record; name and size come from this tab only. */
export const describeRecorded = ({ filename, bytes, sha256 }: Chosen): string =>
  `${says.recordedBy}${sha256 ? ` ${sha256}` : ""}; ${says.fromYourFile} ${filename}, ${sizeOf(bytes)}`;

/**
 * Reads the file as soon as it is chosen and shows its size and any fault, before it is sent.
 * @returns whether it is still the last choice
 */
export async function takeFile(): Promise<boolean> {
  latest += 1;
  const mine = latest;
  const file = byId<HTMLInputElement>("file").files?.[0];
  chosen = null;
  fault = "";
  byId("drop-file").hidden = file === undefined;
  if (file === undefined) {
    write(byId("chosen"), "");
    return true;
  }
  const told = `${file.name}: ${sizeOf(file.size)}`;
  const taken = await readOrRefuse(file);
  if (mine !== latest) return false;
  if (typeof taken === "string") fault = `${told}. ${taken}`;
  else chosen = taken;
  write(byId("chosen"), fault || `${told}, ${says.sentWhenSigned}`);
  return true;
}

/** @returns the document, or why it cannot be sent */
async function readOrRefuse(file: File): Promise<Chosen | string> {
  if (file.size > maxPdfBytes)
    return filled(says.documentTooLarge, { most: `${maxPdfBytes / 2 ** 20} MiB` });
  try {
    const start = await file.slice(0, 5).text();
    return start === "%PDF-" ? await read(file) : says.notAPdf;
  } catch {
    return says.unreadable;
  }
}

async function read(file: File): Promise<Chosen> {
  const bytes = await file.arrayBuffer();
  const digest = globalThis.crypto?.subtle ? await crypto.subtle.digest("SHA-256", bytes) : null;
  const reader = new FileReader();
  await new Promise((resolve, reject) => {
    reader.onload = resolve;
    reader.onerror = reject;
    reader.readAsDataURL(file);
  });
  const url = String(reader.result);
  return {
    filename: [...visibleLine(file.name)].slice(0, maxFilenameCharacters / 2).join(""),
    bytes: file.size,
    content_base64: url.slice(url.indexOf(",") + 1),
    sha256: digest && hex(digest),
  };
}

export async function dropFile(): Promise<void> {
  byId<HTMLInputElement>("file").value = "";
  await takeFile();
  byId("file").focus();
}

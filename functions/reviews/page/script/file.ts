import { maxFilenameCharacters, maxPdfBytes } from "#shared/domain/reviews/limits.ts";
import { visibleLine } from "#shared/domain/text.ts";
import { byId, write } from "./dom.ts";
import { hex, sizeOf } from "./format.ts";

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

export const chosenFile = (): Chosen | null => chosen;
/** What is wrong with the chosen file; empty if nothing is. */
export const fileFault = (): string => fault;
/** One line about the file, for the check before signing. */
export const describeFile = (file: Chosen | null): string =>
  file === null
    ? says.none
    : `${file.filename}, ${sizeOf(file.bytes)}, PDF${file.sha256 ? `; SHA-256 ${file.sha256}` : ""}`;

/** One line for the receipt: the digest is on record; name and size come from this tab only. */
export const describeRecorded = ({ filename, bytes, sha256 }: Chosen): string =>
  `${says.recordedBy}${sha256 ? ` ${sha256}` : ""}; ${says.fromYourFile} ${filename}, ${sizeOf(bytes)}`;

/** Reads the file as soon as it is chosen and shows its size and any fault, before it is sent. */
export async function takeFile(): Promise<void> {
  const file = byId<HTMLInputElement>("file").files?.[0];
  chosen = null;
  fault = "";
  byId("drop-file").hidden = file === undefined;
  if (file === undefined) {
    write(byId("chosen"), "");
    return;
  }
  const told = `${file.name}: ${sizeOf(file.size)}`;
  if (file.size > maxPdfBytes)
    fault = `${told}. ${says.documentTooLarge} ${maxPdfBytes / 2 ** 20} MiB.`;
  else {
    const start = await file.slice(0, 5).text();
    if (start !== "%PDF-") fault = `${told}. ${says.notAPdf}`;
    else chosen = await read(file);
  }
  write(byId("chosen"), fault || `${told}, ${says.sentWhenSigned}`);
}

async function read(file: File): Promise<Chosen> {
  const bytes = await file.arrayBuffer();
  const digest = globalThis.crypto?.subtle ? await crypto.subtle.digest("SHA-256", bytes) : null;
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
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

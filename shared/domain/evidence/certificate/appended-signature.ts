/*
 * What a law firm's own tool appends to a certificate when it signs: incremental updates of the file
 * (ISO 32000-2, 7.5.6). A PDF signature reader has to judge whether the signature is good. The code
 * here only makes sure that nothing else comes in with it.
 */

/** Most bytes that may follow the certificate: 2 MiB. */
const MAX_APPENDED_BYTES = 2_097_152;
const MAX_UPDATES = 20;
/** Each range is compared with up to 2 MiB, so we look at only this many of the last ones. */
const MAX_RANGES = 20;

const END = /%%EOF(?:\r\n|\r|\n)?$/;
/**
 * Names that bring in executable or embedded content, cross-reference streams, which could lead to
 * objects that this code does not see, and encryption. Certificates have none of these in what updates
 * replace. `/EF` counts only before a PDF's white space, a comment or a dictionary, because these three
 * bytes occur by chance in compressed streams.
 */
const FORBIDDEN =
  /\/(?:JavaScript|Launch|Rendition|RichMedia|EmbeddedFiles?|FileAttachment|GoToE|ImportData|XFA|XRef|XRefStm|ObjStm|Encrypt)(?![A-Za-z])|\/EF(?=[\0\t\n\f\r %<])/;
const BYTE_RANGE = /\/ByteRange\s*\[\s*0\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g;
const CONTENTS = /\/Contents\s*$/;
/** In hex, with the first byte of a DER sequence. */
const SIGNATURE = /^<30[\da-f\s]*>$/i;

/**
 * Why a file is not a certificate with a signature appended; null: it is one.
 * @param file the whole file
 * @param certificateLength how many of its first bytes are the certificate
 */
export function appendedFault(file: Uint8Array, certificateLength: number): string | null {
  const appended = file.length - certificateLength;
  if (appended <= 0) return "nothing was appended to the certificate.";
  if (appended > MAX_APPENDED_BYTES) return "more than 2 MiB were appended to the certificate.";
  // Each byte becomes one character, whatever its value.
  const text = Buffer.from(file.buffer, file.byteOffset, file.length).toString("latin1");
  const added = text.slice(certificateLength);
  if (!END.test(added.slice(-16))) return "it does not end in %%EOF.";
  const named = FORBIDDEN.exec(decoded(added));
  if (named !== null) return `what was appended has ${named[0]} in it.`;
  const updates = updatesOf(text, certificateLength);
  if (updates === null)
    return "what was appended is no incremental update with a table of its own.";
  return isSigned(text, updates, certificateLength)
    ? null
    : "the last update has no signature over the whole file.";
}

/** Names as PDF readers decode them: `/J#61vaScript` is `/JavaScript`. */
const decoded = (text: string): string =>
  text.replace(/#([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

/**
 * The offsets of the updates' cross-reference tables, the last one first. Each table names the one
 * before, and the first update's names the certificate's own. All their objects are in what was
 * appended.
 */
function updatesOf(text: string, certificateLength: number): number[] | null {
  const own = startOf(text.slice(0, certificateLength));
  const updates: number[] = [];
  let at = startOf(text);
  while (at !== null && at >= certificateLength && updates.length < MAX_UPDATES) {
    if (at >= (updates.at(-1) ?? text.length)) return null;
    updates.push(at);
    at = previousOf(text, at, certificateLength);
  }
  return updates.length > 0 && at === own ? updates : null;
}

/** The offset that the last `startxref` names. */
function startOf(text: string): number | null {
  const found = /^startxref\s+(\d{1,10})\s+%%EOF/.exec(text.slice(text.lastIndexOf("startxref")));
  return found === null ? null : Number(found[1]);
}

/** The table before this one; null if this is not a table of objects that were all appended. */
function previousOf(text: string, at: number, certificateLength: number): number | null {
  const read = readerOf(text, at);
  if (read(/xref[ \t]*\r?\n/y) === null) return null;
  for (;;) {
    const section = read(/(\d{1,10}) (\d{1,10})[ \t]*\r?\n/y);
    if (section === null) break;
    const [first = 0, count = 0] = section.slice(1).map(Number);
    for (let i = 0; i < count; i += 1) {
      const entry = read(/(\d{10}) (\d{5}) ([fn])(?: \r| \n|\r\n)/y);
      if (entry === null) return null;
      const [, offset = "", generation = "", kind] = entry;
      const object = `${first + i} ${Number(generation)} obj`;
      const isOwn = Number(offset) >= certificateLength && text.startsWith(object, Number(offset));
      if (kind === "n" && !isOwn) return null;
    }
  }
  if (read(/trailer\s*<</y) === null) return null;
  const update = text.slice(at, text.indexOf("startxref", at));
  const named = [...update.slice(update.lastIndexOf("trailer")).matchAll(/\/Prev\s+(\d{1,10})/g)];
  return named.length === 1 ? Number(named[0]?.[1]) : null;
}

/** Reads one pattern after another, starting at an offset. */
function readerOf(text: string, from: number): (pattern: RegExp) => RegExpExecArray | null {
  let at = from;
  return (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
}

/** Whether the newest update has a signature over everything except the signature itself. */
function isSigned(text: string, updates: readonly number[], certificateLength: number): boolean {
  const since = updates[1] ?? certificateLength;
  const ranges = text.slice(since).matchAll(BYTE_RANGE);
  return [...ranges].slice(-MAX_RANGES).some(([, ...numbers]) => {
    const [from = 0, to = 0, length = 0] = numbers.map(Number);
    return (
      from > since &&
      to + length === text.length &&
      CONTENTS.test(text.slice(Math.max(since, from - 64), from)) &&
      SIGNATURE.test(text.slice(from, to))
    );
  });
}

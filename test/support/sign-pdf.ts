/** What a tool that signs PDFs appends: one incremental update with a signature field. */

interface Signing {
  /** Text beside the signature that a tool should not append. */
  extra?: string;
  /** The signature's bytes, in hex; by default they begin as DER does. */
  contents?: string;
  /** Which kind of signature it is. */
  kind?: string;
  /** Changes the numbers of the byte range, once they are known. */
  range?: (range: [number, number, number, number]) => readonly number[];
  /** Changes the offsets of the table's entries. */
  offset?: (offset: number) => number;
  /** The offset to name instead of that of the previous table. */
  previous?: number;
}

const HOLE = "0 0000000000 0000000000 0000000000";

/** The file with a signature appended that no reader would accept as valid. */
export function signPdf(file: Buffer, signing: Signing = {}): Buffer {
  const {
    extra = "",
    kind = "",
    contents = `3003020101${"00".repeat(20)}`,
    offset = (at) => at,
  } = signing;
  const before = file.toString("latin1");
  const known = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(before)?.[1]);
  let text = before;
  const offsets: number[] = [];
  const write = (number: number, dictionary: string): void => {
    offsets.push(text.length);
    text += `${number} 0 obj\n<<${dictionary}>>\nendobj\n`;
  };
  write(9001, `/Type /Sig ${kind} /Contents <${contents}> /ByteRange [${HOLE}]`);
  write(9002, `/FT /Sig /T (Firm) /V 9001 0 R ${extra}`);
  const table = text.length;
  const entries = offsets
    .map((at) => `${String(offset(at)).padStart(10, "0")} 00000 n \n`)
    .join("");
  const trailer = `/Size 9003 /Root 3 0 R /Prev ${signing.previous ?? known}`;
  text += `xref\n9001 2\n${entries}trailer\n<<${trailer}>>\nstartxref\n${table}\n%%EOF\n`;
  const from = text.indexOf(`<${contents}>`, file.length);
  const to = from + contents.length + 2;
  const range: [number, number, number, number] = [0, from, to, text.length - to];
  const numbers = (signing.range ?? ((same) => same))(range).join(" ").padEnd(HOLE.length);
  return Buffer.from(text.replace(HOLE, numbers), "latin1");
}

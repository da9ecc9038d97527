/** Just enough CBOR (RFC 8949) to find where an authenticator's extensions end. */

const MAP = 5;
const BYTES = 2;
const TEXT = 3;
const LIST = 4;
const TAG = 6;
const DEEPEST = 8;

/** What follows an initial byte: its argument's width in bytes, by the low five bits. */
const widths: Readonly<Record<number, number>> = { 24: 1, 25: 2, 26: 4, 27: 8 };

interface Head {
  major: number;
  value: number;
  end: number;
}

function headAt(data: Uint8Array, at: number): Head | null {
  const first = data[at];
  if (first === undefined) return null;
  const low = first & 0x1f;
  if (low < 24) return { major: first >> 5, value: low, end: at + 1 };
  const width = widths[low];
  if (width === undefined || at + 1 + width > data.length) return null;
  let value = 0;
  for (let i = 1; i <= width; i += 1) value = value * 256 + (data[at + i] as number);
  return { major: first >> 5, value, end: at + 1 + width };
}

/** The end of the item that begins here; null if there is no whole item. */
function itemEnd(data: Uint8Array, at: number, depth: number): number | null {
  const head = headAt(data, at);
  if (head === null || depth > DEEPEST) return null;
  const { major, value, end } = head;
  if (major === BYTES || major === TEXT) return end + value <= data.length ? end + value : null;
  const parts = major === LIST ? value : major === MAP ? value * 2 : major === TAG ? 1 : 0;
  let next: number | null = end;
  for (let i = 0; i < parts && next !== null; i += 1) next = itemEnd(data, next, depth + 1);
  return next;
}

/** The end of the map of extensions that begins here; null if there is no whole map. */
export const extensionsEnd = (data: Uint8Array, at: number): number | null =>
  headAt(data, at)?.major === MAP ? itemEnd(data, at, 0) : null;

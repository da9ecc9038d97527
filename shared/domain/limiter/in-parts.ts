/**
 * Splits items into parts, in order, each with at most that many items and bytes; an item that is
 * larger on its own makes a part of its own.
 */
export function inParts<T>(
  items: readonly T[],
  { most, bytes }: { most: number; bytes: number },
  bytesOf: (item: T) => number,
): T[][] {
  const parts: T[][] = [];
  let bytesLeft = 0;
  for (const item of items) {
    const size = bytesOf(item);
    const part = parts.at(-1);
    if (part === undefined || part.length === most || size > bytesLeft) {
      parts.push([item]);
      bytesLeft = bytes - size;
    } else {
      part.push(item);
      bytesLeft -= size;
    }
  }
  return parts;
}

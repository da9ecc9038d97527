import { concat } from "#shared/domain/bytes.ts";
import { PdfFault } from "./values.ts";

/** Decompresses zlib data, at most so many bytes of it. @throws PdfFault if it is damaged or larger */
export async function inflated(compressed: Uint8Array, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    const source = new Blob([compressed as Uint8Array<ArrayBuffer>]).stream();
    const reader = source.pipeThrough(new DecompressionStream("deflate")).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) {
        await reader.cancel();
        break;
      }
      parts.push(value);
    }
  } catch {
    throw new PdfFault("a stream is damaged");
  }
  if (size > most) throw new PdfFault("what it holds is too large");
  return concat(...parts);
}

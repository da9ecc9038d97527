import { readFile } from "node:fs/promises";

/**
 * TrueType fonts with every letter that a certificate may need; characters they lack appear as codes.
 */
export interface Fonts {
  regular: Uint8Array;
  bold: Uint8Array;
}

/** @param folder of the function's bundle; the build puts the fonts beside it */
export async function readFonts(folder: string): Promise<Fonts> {
  const [regular, bold] = await Promise.all([
    readFile(`${folder}/fonts/regular.ttf`),
    readFile(`${folder}/fonts/bold.ttf`),
  ]);
  return { regular, bold };
}

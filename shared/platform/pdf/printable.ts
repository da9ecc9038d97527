import { hasHidden, visible } from "#shared/domain/text/text.ts";

/** The part of a font, as pdfkit has loaded it, that shows what it can draw. */
interface LoadedFont {
  font: { hasGlyphForCodePoint(point: number): boolean };
}

/** Letters of scripts that are written from right to left, which are not shaped here. */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]|[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/**
 * The text in printable form. Characters that the font lacks, that are written from right to left, or
 * that are invisible appear as `U+5F20`, never as a box.
 */
export function printable(doc: PDFKit.PDFDocument, text: string): string {
  const { font } = (doc as unknown as { _font: LoadedFont })._font;
  const shown = visible(text.normalize("NFC")).replaceAll("\t", " ");
  let line = "";
  let isCode = false;
  for (const character of shown) {
    const canDraw =
      character === "\n" ||
      (!rightToLeft.test(character) &&
        // Excludes the joiners of an emoji, whose parts appear as codes.
        !hasHidden(character) &&
        font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
    // A space separates codes, so that each can be read.
    if (canDraw) line += character;
    else line += `${isCode ? " " : ""}${codeOf(character)}`;
    isCode = !canDraw;
  }
  return line;
}

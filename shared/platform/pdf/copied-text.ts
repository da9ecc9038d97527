/** The members that we use of a font as pdfkit embeds it. */
interface EmbeddedFont {
  /** The glyphs that the file will hold, by their numbers in it. */
  subset: { glyphs: number[]; includeGlyph(id: number): number };
  scale: number;
  /** By a glyph's number in the file: its width, and the text that a reader copies for it. */
  widths: number[];
  unicode: (readonly number[])[];
  layout(text: string): Run;
  layoutRun(text: string, features?: object): Run;
  encode(text: string): [codes: string[], positions: unknown[]];
}

interface Run {
  glyphs: { id: number; advanceWidth: number }[];
  positions: unknown[];
}

/** The characters that a drawn glyph stands for in copied text. */
type Stands = readonly number[];

/**
 * Without these features, nearly every character has a glyph of its own: nothing is taken apart or
 * joined.
 */
const characterByCharacter = { ccmp: false, liga: false };

/**
 * Makes text drawn in the document's present font copy as it was written. A file has one text for each
 * glyph, but a font draws "ị" with the glyphs of "i" and of the dot, joins "ffi", and reorders
 * Devanagari. So a glyph that stands for other text than before is put into the file once more.
 */
export function copyAsWritten(doc: PDFKit.PDFDocument): void {
  const font = (doc as unknown as { _font: EmbeddedFont })._font;
  const layoutRun = font.layoutRun.bind(font);
  font.layoutRun = (text) => layoutRun(text, { ...characterByCharacter });
  const numbers = new Map<string, number>();
  const numberOf = ({ id, advanceWidth }: Run["glyphs"][number], stands: Stands): number => {
    const key = `${id}:${stands.join()}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const first = font.subset.includeGlyph(id);
    const number = font.unicode[first] === undefined ? first : font.subset.glyphs.push(id) - 1;
    font.widths[number] = advanceWidth * font.scale;
    font.unicode[number] = stands;
    numbers.set(key, number);
    return number;
  };
  font.encode = (text) => {
    const codes: string[] = [];
    const positions: unknown[] = [];
    // As pdfkit does, this lays text out word by word, each with the space after it.
    for (const word of text.split(/(?<=[ \t])/)) {
      const run = font.layout(word);
      const stands = standsFor(word, run.glyphs.length);
      run.glyphs.forEach((glyph, at) => {
        codes.push(
          numberOf(glyph, stands[at] ?? [])
            .toString(16)
            .padStart(4, "0"),
        );
      });
      positions.push(...run.positions);
    }
    return [codes, positions];
  };
}

/**
 * The characters that each glyph of a word stands for: one for each glyph, in reading order, and all
 * that are left for the last. So they copy in order, however they are drawn, and no glyph is a gap.
 */
function standsFor(word: string, glyphs: number): Stands[] {
  const points = [...word].map((character) => character.codePointAt(0) ?? 0);
  const space = /[ \t]$/.test(word) ? points.splice(-1) : [];
  const last = glyphs - space.length - 1;
  const letters = Array.from({ length: last + 1 }, (_, at) =>
    points.slice(at, at < last ? at + 1 : undefined),
  );
  return [...letters, ...space.map((point) => [point])];
}

/*
 * The values of a PDF file (ISO 32000-2, 7.3), as far as finding an attachment needs them. What is
 * not well-formed throws {@link PdfFault}.
 */

export class PdfFault extends Error {}

export class PdfName {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export class PdfReference {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }
}

/** Names are keys: of a map, never of a plain object. */
export type PdfDict = ReadonlyMap<string, PdfValue>;
export type PdfValue =
  | null
  | boolean
  | number
  | Uint8Array
  | PdfName
  | PdfReference
  | readonly PdfValue[]
  | PdfDict;

const MOST_DEEP = 64;
const WHITE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([..."()<>[]{}/%"].map((one) => one.charCodeAt(0)));
const code = (character: string): number => character.charCodeAt(0);

/** Reads values from a place in a file's bytes onwards. */
export class PdfReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Skips white space and comments. */
  skip(): void {
    for (;;) {
      const one = this.bytes[this.at];
      if (one === undefined) return;
      if (one === code("%")) this.skipLine();
      else if (WHITE.has(one)) this.at += 1;
      else return;
    }
  }

  private skipLine(): void {
    while (this.at < this.bytes.length && !this.isAt("\n") && !this.isAt("\r")) this.at += 1;
  }

  isAt(word: string): boolean {
    for (let index = 0; index < word.length; index += 1) {
      if (this.bytes[this.at + index] !== word.charCodeAt(index)) return false;
    }
    return true;
  }

  /** Takes a word if it is next. */
  take(word: string): boolean {
    this.skip();
    if (!this.isAt(word)) return false;
    this.at += word.length;
    return true;
  }

  demand(word: string): void {
    if (!this.take(word)) throw new PdfFault(`"${word}" is missing`);
  }

  /** A run of ordinary characters, as Latin-1. */
  word(): string {
    this.skip();
    const start = this.at;
    while (this.at < this.bytes.length) {
      const one = this.bytes[this.at] as number;
      if (WHITE.has(one) || DELIMITERS.has(one)) break;
      this.at += 1;
    }
    return latin1(this.bytes.subarray(start, this.at));
  }

  integer(): number {
    const word = this.word();
    const value = /^[+-]?\d{1,15}$/.test(word) ? Number(word) : Number.NaN;
    if (!Number.isSafeInteger(value)) throw new PdfFault("a number is damaged");
    return value;
  }

  value(depth = 0): PdfValue {
    if (depth > MOST_DEEP) throw new PdfFault("it is nested too deeply");
    this.skip();
    if (this.take("<<")) return this.dict(depth);
    if (this.take("[")) return this.array(depth);
    if (this.take("<")) return this.hexText();
    if (this.take("(")) return this.text();
    if (this.isAt("/")) return this.name();
    return this.plain();
  }

  private dict(depth: number): PdfDict {
    const found = new Map<string, PdfValue>();
    while (!this.take(">>")) {
      const { name } = this.name();
      if (found.has(name)) throw new PdfFault(`"${name.slice(0, 40)}" stands twice`);
      found.set(name, this.value(depth + 1));
    }
    return found;
  }

  private array(depth: number): PdfValue[] {
    const found: PdfValue[] = [];
    while (!this.take("]")) found.push(this.value(depth + 1));
    return found;
  }

  private name(): PdfName {
    this.demand("/");
    const start = this.at;
    const word = WHITE.has(this.bytes[start] ?? 0) ? "" : this.word();
    return new PdfName(
      word.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    );
  }

  private hexText(): Uint8Array {
    let digits = "";
    while (!this.take(">")) {
      const word = this.word();
      if (!/^[0-9A-Fa-f]+$/.test(word)) throw new PdfFault("a text is damaged");
      digits += word;
    }
    if (digits.length % 2 === 1) digits += "0";
    return Uint8Array.from(digits.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
  }

  private text(): Uint8Array {
    const found: number[] = [];
    for (let open = 1; ; ) {
      const one = this.bytes[this.at];
      this.at += 1;
      if (one === undefined) throw new PdfFault("a text does not end");
      if (one === code("\\")) this.escaped(found);
      else {
        if (one === code("(")) open += 1;
        if (one === code(")")) open -= 1;
        if (open === 0) return Uint8Array.from(found);
        found.push(one);
      }
    }
  }

  private escaped(found: number[]): void {
    const octal = /^[0-7]{1,3}/.exec(latin1(this.bytes.subarray(this.at, this.at + 3)))?.[0];
    if (octal !== undefined) {
      this.at += octal.length;
      found.push(Number.parseInt(octal, 8) & 0xff);
      return;
    }
    const one = this.bytes[this.at] ?? 0;
    this.at += 1;
    if (one === 13 && this.isAt("\n")) this.at += 1;
    if (one === 13 || one === 10) return;
    found.push(escapes.get(one) ?? one);
  }

  /** A number, a reference, `true`, `false` or `null`. */
  private plain(): PdfValue {
    const word = this.word();
    if (word === "true" || word === "false") return word === "true";
    if (word === "null") return null;
    if (!/^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})$/.test(word)) {
      throw new PdfFault("a value is damaged");
    }
    const after = this.at;
    if (/^\d{1,10}$/.test(word) && /^\d{1,5}$/.test(this.word()) && this.word() === "R") {
      return new PdfReference(Number(word));
    }
    this.at = after;
    return Number(word);
  }
}

const escapes: ReadonlyMap<number, number> = new Map(
  Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12 }).map(([letter, byte]) => [code(letter), byte]),
);

export const latin1 = (bytes: Uint8Array): string => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

/** A text string: UTF-16 with a byte order mark, UTF-8 with one, or Latin-1. */
export function textOf(value: PdfValue | undefined): string | null {
  if (!(value instanceof Uint8Array)) return null;
  if (value[0] === 0xfe && value[1] === 0xff) {
    return new TextDecoder("utf-16be").decode(value.subarray(2));
  }
  if (value[0] === 0xef && value[1] === 0xbb && value[2] === 0xbf) {
    return new TextDecoder().decode(value.subarray(3));
  }
  return latin1(value);
}

import { inflated } from "./inflate.ts";
import {
  latin1,
  type PdfDict,
  PdfFault,
  PdfName,
  PdfReader,
  PdfReference,
  type PdfValue,
} from "./values.ts";

/** Where the last revision has an object: at a byte of the file, or in a stream of objects. */
type Place = { offset: number } | { stream: number; index: number } | null;

const MOST_REVISIONS = 100;
const MOST_OBJECTS = 1_000_000;
/** Reading from behind: the file's last bytes hold where its newest table stands. */
const TAIL = 2048;

interface Stream {
  dict: PdfDict;
  raw: Uint8Array;
}

/** A stream of objects, decompressed, and where in it each begins; read only when asked for. */
interface Packed {
  data: Uint8Array;
  found: ReadonlyMap<number, number>;
}

/** The objects of a PDF file as its last revision has them. */
export class PdfDocument {
  private readonly places = new Map<number, Place>();
  private trailer: PdfDict = new Map();
  private newest = 0;
  private readonly streams = new Map<number, Promise<Packed>>();

  private readonly bytes: Uint8Array;

  private constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** @throws PdfFault for a file that is damaged or encrypted */
  static async open(bytes: Uint8Array): Promise<PdfDocument> {
    const doc = new PdfDocument(bytes);
    await doc.readTables();
    if (doc.trailer.has("Encrypt")) throw new PdfFault("it is encrypted");
    return doc;
  }

  root(): Promise<PdfValue> {
    return this.resolve(this.trailer.get("Root"));
  }

  /** What the last revision's trailer says under a name. */
  inTrailer(name: string): PdfValue {
    return this.trailer.get(name) ?? null;
  }

  /** Where the last revision's table stands. */
  get newestTable(): number {
    return this.newest;
  }

  /** An object as the file spells it, without what it is numbered by. */
  spelled(value: PdfValue | undefined): { id: number; text: string } {
    const id = value instanceof PdfReference ? value.id : -1;
    const place = this.places.get(id) ?? null;
    if (place === null || !("offset" in place)) throw new PdfFault("an object is missing");
    const { reader } = this.objectAt(id, place.offset);
    reader.skip();
    const start = reader.at;
    reader.value();
    return { id, text: latin1(this.bytes.subarray(start, reader.at)) };
  }

  /** The value itself, or what it refers to. */
  async resolve(value: PdfValue | undefined, depth = 0): Promise<PdfValue> {
    if (depth > 20) throw new PdfFault("its references go in a circle");
    if (!(value instanceof PdfReference)) return value ?? null;
    const place = this.places.get(value.id) ?? null;
    if (place === null) return null;
    if ("stream" in place) {
      const { data, found } = await this.objectsIn(place.stream);
      const offset = found.get(value.id);
      if (offset === undefined) return null;
      return this.resolve(new PdfReader(data, offset).value(), depth + 1);
    }
    const { reader } = this.objectAt(value.id, place.offset);
    return this.resolve(reader.value(), depth + 1);
  }

  async dict(value: PdfValue | undefined): Promise<PdfDict | null> {
    const found = await this.resolve(value);
    return found instanceof Map ? found : null;
  }

  /** The decompressed bytes of a stream. */
  async stream(value: PdfValue | undefined, most: number): Promise<Uint8Array> {
    if (!(value instanceof PdfReference)) throw new PdfFault("a stream is missing");
    const place = this.places.get(value.id) ?? null;
    if (place === null || !("offset" in place)) throw new PdfFault("a stream is missing");
    return this.decompressed(await this.streamAt(value.id, place.offset), most);
  }

  private objectAt(id: number, offset: number): { reader: PdfReader } {
    if (offset < 0 || offset >= this.bytes.length) throw new PdfFault("an object is missing");
    const reader = new PdfReader(this.bytes, offset);
    if (reader.integer() !== id) throw new PdfFault("an object stands in another's place");
    reader.integer();
    reader.demand("obj");
    return { reader };
  }

  private async streamAt(id: number, offset: number): Promise<Stream> {
    const { reader } = this.objectAt(id, offset);
    const dict = reader.value();
    if (!(dict instanceof Map)) throw new PdfFault("a stream is damaged");
    reader.demand("stream");
    if (reader.isAt("\r")) reader.at += 1;
    if (reader.isAt("\n")) reader.at += 1;
    const length = await this.resolve(dict.get("Length"));
    const start = reader.at;
    if (typeof length !== "number" || length < 0 || start + length > this.bytes.length) {
      throw new PdfFault("a stream is damaged");
    }
    reader.at = start + length;
    reader.demand("endstream");
    return { dict, raw: this.bytes.subarray(start, start + length) };
  }

  private async decompressed({ dict, raw }: Stream, most: number): Promise<Uint8Array> {
    const filter = await this.resolve(dict.get("Filter"));
    const filters = Array.isArray(filter) ? filter : filter === null ? [] : [filter];
    const names = await Promise.all(filters.map((one) => this.resolve(one)));
    if (names.length === 0) {
      if (raw.length > most) throw new PdfFault("what it holds is too large");
      return raw;
    }
    const [only] = names;
    if (names.length > 1 || !(only instanceof PdfName) || only.name !== "FlateDecode") {
      throw new PdfFault("a stream is packed in a way that is not read here");
    }
    const bytes = await inflated(raw, most);
    const parms = await this.resolve(dict.get("DecodeParms"));
    return parms instanceof Map ? unpredicted(bytes, parms) : bytes;
  }

  private async readTables(): Promise<void> {
    const from = Math.max(0, this.bytes.length - TAIL);
    const tail = latin1(this.bytes.subarray(from));
    const last = tail.lastIndexOf("startxref");
    if (!latin1(this.bytes.subarray(0, 1024)).includes("%PDF-") || last < 0) {
      throw new PdfFault("it is no PDF file, or damaged");
    }
    const reader = new PdfReader(this.bytes, from + last + "startxref".length);
    const seen = new Set<number>();
    for (let next: PdfValue | undefined = reader.integer(); typeof next === "number"; ) {
      if (seen.has(next) || seen.size >= MOST_REVISIONS)
        throw new PdfFault("its tables go in a circle");
      seen.add(next);
      const trailer = await this.readTable(next);
      if (seen.size === 1) {
        this.trailer = trailer;
        this.newest = next;
      }
      const beside = trailer.get("XRefStm");
      if (typeof beside === "number") await this.readTableStream(beside);
      next = trailer.get("Prev");
    }
  }

  private async readTable(offset: number): Promise<PdfDict> {
    if (offset < 0 || offset >= this.bytes.length) throw new PdfFault("its table is missing");
    const reader = new PdfReader(this.bytes, offset);
    if (!reader.take("xref")) return this.readTableStream(offset);
    while (!reader.take("trailer")) {
      const [first, count] = [reader.integer(), reader.integer()];
      this.demandFew(first, count);
      for (let id = first; id < first + count; id += 1) {
        const at = reader.integer();
        reader.integer();
        const kind = reader.word();
        if (kind !== "n" && kind !== "f") throw new PdfFault("its table is damaged");
        this.place(id, kind === "n" ? { offset: at } : null);
      }
    }
    const trailer = reader.value();
    if (!(trailer instanceof Map)) throw new PdfFault("its trailer is damaged");
    return trailer;
  }

  private async readTableStream(offset: number): Promise<PdfDict> {
    const id = new PdfReader(this.bytes, offset).integer();
    const stream = await this.streamAt(id, offset);
    const { dict } = stream;
    const data = await this.decompressed(stream, 64 * 1024 * 1024);
    const widths = numbersIn(dict.get("W"));
    const [size] = numbersIn([dict.get("Size") ?? 0]);
    const index = dict.has("Index") ? numbersIn(dict.get("Index")) : [0, size ?? 0];
    // Entries of no bytes would let a few bytes claim any number of them.
    const isEmpty = widths.every((one) => one === 0);
    if (widths.length !== 3 || isEmpty || widths.some((one) => one < 0 || one > 7)) {
      throw new PdfFault("its table is damaged");
    }
    let at = 0;
    const take = (width: number, absent: number): number => {
      if (at + width > data.length) throw new PdfFault("its table is damaged");
      let value = width === 0 ? absent : 0;
      for (const byte of data.subarray(at, at + width)) value = value * 256 + byte;
      at += width;
      return value;
    };
    const [first = 0, second = 0, third = 0] = widths;
    for (let pair = 0; pair + 1 < index.length; pair += 2) {
      const [start = 0, count = 0] = index.slice(pair, pair + 2);
      this.demandFew(start, count);
      for (let one = start; one < start + count; one += 1) {
        const [kind, a, b] = [take(first, 1), take(second, 0), take(third, 0)];
        if (kind === 2) this.place(one, { stream: a, index: b });
        else this.place(one, kind === 1 ? { offset: a } : null);
      }
    }
    return dict;
  }

  private demandFew(first: number, count: number): void {
    if (first < 0 || count < 0 || first + count > MOST_OBJECTS) {
      throw new PdfFault("it has too many objects");
    }
  }

  /** A newer revision's word counts: it was read first. */
  private place(id: number, place: Place): void {
    if (!this.places.has(id)) this.places.set(id, place);
  }

  private objectsIn(id: number): Promise<Packed> {
    const known = this.streams.get(id) ?? this.readObjects(id);
    this.streams.set(id, known);
    return known;
  }

  private async readObjects(id: number): Promise<Packed> {
    const place = this.places.get(id) ?? null;
    if (place === null || !("offset" in place)) throw new PdfFault("a stream is missing");
    const stream = await this.streamAt(id, place.offset);
    const data = await this.decompressed(stream, 64 * 1024 * 1024);
    const [count = 0, start = 0] = numbersIn([
      await this.resolve(stream.dict.get("N")),
      await this.resolve(stream.dict.get("First")),
    ]);
    this.demandFew(0, count);
    const heads = new PdfReader(data);
    const found = new Map<number, number>();
    for (let one = 0; one < count; one += 1) {
      const [object, offset] = [heads.integer(), heads.integer()];
      if (!found.has(object)) found.set(object, start + offset);
    }
    return { data, found };
  }
}

function numbersIn(value: PdfValue | undefined): number[] {
  const all = Array.isArray(value) ? value : [];
  return all.map((one) => {
    if (typeof one !== "number" || !Number.isSafeInteger(one)) {
      throw new PdfFault("a number is damaged");
    }
    return one;
  });
}

/** Undoes PNG's prediction with the filter "up" or none, the only ones that tables use. */
function unpredicted(bytes: Uint8Array, parms: PdfDict): Uint8Array {
  const [predictor = 1] = numbersIn([parms.get("Predictor") ?? 1]);
  if (predictor === 1) return bytes;
  const [columns = 1] = numbersIn([parms.get("Columns") ?? 1]);
  if (predictor < 10 || columns < 1 || bytes.length % (columns + 1) !== 0) {
    throw new PdfFault("a stream is packed in a way that is not read here");
  }
  const out = new Uint8Array((bytes.length / (columns + 1)) * columns);
  for (let row = 0; row * columns < out.length; row += 1) {
    const from = row * (columns + 1);
    const filter = bytes[from];
    if (filter !== 0 && filter !== 2) {
      throw new PdfFault("a stream is packed in a way that is not read here");
    }
    for (let column = 0; column < columns; column += 1) {
      const above = filter === 2 && row > 0 ? (out[(row - 1) * columns + column] as number) : 0;
      out[row * columns + column] = ((bytes[from + 1 + column] as number) + above) & 0xff;
    }
  }
  return out;
}

/*
 * A SHA-256 (FIPS 180-4) that is synchronous and the same in Node and in browsers. The browsers' own
 * function is asynchronous, but a tree of a million leaves takes two million short hashes.
 */

const BLOCK = 64;

/** The first 32 bits of a number's fractional part. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;

/** Computed with the first hash, since many functions that contain this file never make one. */
let constants: { rounds: Int32Array; start: Int32Array } | undefined;

function computed() {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p !== 0)) primes.push(n);
  const rounds = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)));
  return { rounds, start: Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p))) };
}

const words = new Int32Array(64);

/** The hash of the concatenated parts: 32 bytes. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const padded = paddedOf(parts);
  const view = new DataView(padded.buffer);
  constants ??= computed();
  const { rounds, start } = constants;
  const state = Int32Array.from(start);
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, rounds, view, at);
  const result = new Uint8Array(32);
  const out = new DataView(result.buffer);
  for (let i = 0; i < 8; i += 1) out.setInt32(i * 4, state[i] as number);
  return result;
}

function paddedOf(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const padded = new Uint8Array(Math.ceil((length + 9) / BLOCK) * BLOCK);
  let at = 0;
  for (const part of parts) {
    padded.set(part, at);
    at += part.length;
  }
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, (length << 3) >>> 0);
  return padded;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function compress(state: Int32Array, rounds: Int32Array, view: DataView, offset: number): void {
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(offset + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const x = words[i - 15] as number;
    const y = words[i - 2] as number;
    const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    words[i] = (words[i - 16] as number) + s0 + (words[i - 7] as number) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (rounds[i] as number) + (words[i] as number)) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const after = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i += 1) state[i] = (state[i] as number) + (after[i] as number);
}

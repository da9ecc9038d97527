const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The part of Node's Buffer that the offline verifier uses. */
export class PageBuffer extends Uint8Array {
  static override from(data: unknown, encoding?: unknown): PageBuffer {
    if (typeof data !== "string") return new PageBuffer(data as ArrayLike<number>);
    if (encoding === "hex") {
      return new PageBuffer(
        Array.from(data.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
      );
    }
    if (encoding === "base64") {
      return new PageBuffer(Array.from(atob(data), (character) => character.charCodeAt(0)));
    }
    return new PageBuffer(new TextEncoder().encode(data));
  }

  static override of(...bytes: number[]): PageBuffer {
    return new PageBuffer(bytes);
  }

  static alloc(length: number): PageBuffer {
    return new PageBuffer(length);
  }

  static byteLength(text: string): number {
    return new TextEncoder().encode(text).length;
  }

  static concat(parts: readonly Uint8Array[]): PageBuffer {
    const all = new PageBuffer(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  equals(other: Uint8Array): boolean {
    return this.length === other.length && this.every((byte, i) => byte === other[i]);
  }

  readUIntBE(at: number, length: number): number {
    return [...this.subarray(at, at + length)].reduce((value, byte) => value * 256 + byte, 0);
  }

  override toString(encoding = "utf8"): string {
    if (encoding === "hex") return hexOf(this);
    if (encoding === "latin1") return String.fromCharCode(...this);
    return new TextDecoder().decode(this);
  }
}

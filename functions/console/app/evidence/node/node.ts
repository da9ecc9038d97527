import { io } from "./io.ts";
import { PageBuffer } from "./page-buffer.ts";
import { hmac, sha256 } from "./sha256.ts";

/*
 * The few Node APIs that the offline verifier uses, for the browser: the build substitutes them for
 * node:crypto, node:fs and node:process (infra/console-files.ts).
 */

export { PageBuffer as Buffer };

function digester(finish: (bytes: Uint8Array) => Uint8Array) {
  const parts: Uint8Array[] = [];
  const self = {
    update(data: string | Uint8Array) {
      parts.push(PageBuffer.from(data));
      return self;
    },
    digest(encoding?: string) {
      const bytes = PageBuffer.from(finish(PageBuffer.concat(parts)));
      return encoding === undefined ? bytes : bytes.toString(encoding);
    },
  };
  return self;
}

function onlySha256(algorithm: string): void {
  if (algorithm !== "sha256") throw new Error(`${algorithm} is not known in a page.`);
}

export function createHash(algorithm: string) {
  onlySha256(algorithm);
  return digester(sha256);
}

export function createHmac(algorithm: string, key: string | Uint8Array) {
  onlySha256(algorithm);
  return digester((bytes) => hmac(PageBuffer.from(key), bytes));
}

export const timingSafeEqual = (a: PageBuffer, b: PageBuffer): boolean => a.equals(b);

export const createPublicKey = ({ key }: { key: PageBuffer }): { der: PageBuffer } => ({
  der: key,
});

/**
 * A page can verify Ed25519 only asynchronously. A signature without a result yet is noted and
 * counts as invalid; then the verifier runs again with the results (verifier.ts).
 */
export function verify(
  _algorithm: null,
  data: PageBuffer,
  { der }: { der: PageBuffer },
  signature: PageBuffer,
): boolean {
  const name = [der, data, signature].map((part) => part.toString("hex")).join(" ");
  const answer = io.answers.get(name);
  if (answer === undefined) io.asked.push({ name, key: der, data, signature });
  return answer ?? false;
}

/** File 0 is standard input; without an encoding, returns bytes, as in Node. */
export function readFileSync(file: string | 0, encoding?: string): string | Uint8Array {
  const text = file === 0 ? io.secrets : io.file;
  return encoding === undefined ? PageBuffer.from(text) : text;
}

export const process = { argv: ["", "", "bundle.json"], stdin: { isTTY: false }, exitCode: 0 };

export const console = {
  log: (text: string) => io.lines.push(text),
  error: (text: string) => io.lines.push(text),
};

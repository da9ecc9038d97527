import main from "virtual:bundle-verifier";
import { type Asked, io } from "./node/io.ts";

/** Runs the offline verifier on a bundle's text. @returns its exit code and what it printed */
export async function verify(
  bundle: string,
  secrets: string,
): Promise<{ code: number; text: string }> {
  io.answers = new Map();
  for (;;) {
    Object.assign(io, { file: bundle, secrets, lines: [], asked: [] });
    const code = main();
    if (io.asked.length === 0) return { code, text: io.lines.join("\n") };
    for (const one of io.asked) io.answers.set(one.name, await isGenuine(one));
  }
}

const copied = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

async function isGenuine({ key, data, signature }: Asked): Promise<boolean> {
  const known = await crypto.subtle.importKey("spki", copied(key), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", known, copied(signature), copied(data));
}

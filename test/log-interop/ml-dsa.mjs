/*
 * Checks the ML-DSA-44 signature of a running log's checkpoint with @noble/post-quantum, on any Node
 * from 20 on: node test/log-interop/ml-dsa.mjs <base url>
 */
import { createHash } from "node:crypto";
import { ml_dsa44 } from "@noble/post-quantum/ml-dsa.js";

const base = `${process.argv[2].replace(/\/+$/, "")}/evidence/log/`;
const read = async (path) => (await fetch(base + path)).text();

const [, line] = (await read("key")).split("\n");
const [name, id, data] = line.split("+", 2).concat(line.split("+").slice(2).join("+"));
const key = Buffer.from(data, "base64");
if (key[0] !== 6 || key.length !== 1313) throw new Error("The second key is not ML-DSA-44.");
const own = createHash("sha256").update(`${name}\n`).update(key).digest("hex").slice(0, 8);
if (own !== id) throw new Error("Its id does not match.");

const note = await read("checkpoint");
const [origin, size, root] = note.split("\n");
const signed = note
  .split("\n")
  .filter((one) => one.startsWith(`— ${name} `))
  .map((one) => Buffer.from(one.split(" ")[2], "base64"))
  .find((bytes) => bytes.subarray(0, 4).toString("hex") === id);
const number = (value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
const sized = (text) => Buffer.concat([Buffer.of(Buffer.byteLength(text)), Buffer.from(text)]);
const message = Buffer.concat([
  Buffer.from("subtree/v1\n\0"),
  sized(name),
  signed.subarray(4, 12),
  sized(origin),
  number(0),
  number(size),
  Buffer.from(root, "base64"),
]);
if (!ml_dsa44.verify(signed.subarray(12), message, key.subarray(1))) {
  throw new Error("The signature does not verify.");
}
console.log(
  `@noble/post-quantum: checkpoint of ${size} leaves verifies under ${name}+${id}, Node ${process.version}`,
);

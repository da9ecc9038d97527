/*
 * Runs a program that we hand out, as it was downloaded, many times in one process, so that V8 keeps
 * what it has learnt. Each run has its own arguments, environment, standard input and output. The
 * process imports a program if it can. In any other one, it changes only the last line, which runs it.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { pathToFileURL } from "node:url";

const { readFileSync } = fs;
let input = "";
fs.readFileSync = (file, ...more) => (file === 0 ? input : readFileSync(file, ...more));
syncBuiltinESMExports();

// What Node 20 lacks must not be needed. What Node itself uses of it stays.
const newer = [
  [Array, "fromAsync"],
  [Map, "groupBy"],
  [Object, "groupBy"],
  [Promise, "try", "withResolvers"],
  [RegExp, "escape"],
  [Error, "isError"],
  [
    Set.prototype,
    ...Object.getOwnPropertyNames(Set.prototype).filter((name) => /^is|ion$|ence$/.test(name)),
  ],
  [Uint8Array, "fromBase64", "fromHex"],
  [Uint8Array.prototype, "toBase64", "toHex"],
  [
    Iterator.prototype,
    ...Object.getOwnPropertyNames(Iterator.prototype).filter((name) => name !== "constructor"),
  ],
];
for (const [owner, ...names] of newer) for (const name of names) delete owner[name];

const said = { stdout: "", stderr: "" };
console.log = (text) => {
  said.stdout += `${text}\n`;
};
console.error = (text) => {
  said.stderr += `${text}\n`;
};

const text = readFileSync(process.argv[2], "utf8");
const LAST = "process.exitCode = await main();";
if (!/^export /m.test(text) && !text.includes(LAST)) throw new Error("It ends in another way.");
const copy = `${process.argv[2]}.many.mjs`;
fs.writeFileSync(copy, text.replace(LAST, "export { main };"));
const { main } = await import(pathToFileURL(copy).href);

const own = { ...process.env };
process.on("message", async ({ words, secrets, env }) => {
  input = secrets;
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, own, env);
  Object.assign(said, { stdout: "", stderr: "" });
  process.argv = [process.argv[0], copy, ...words];
  process.send({ status: await main(words), ...said });
});

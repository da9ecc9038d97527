import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { functionExpressions } from "#infra/lean-bundles.ts";

const folder = mkdtempSync(join(tmpdir(), "lean-bundles-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every way in which an arrow function and a function expression could differ. */
const plain = `
  function Counter(start) {
    this.count = start;
    this.add = (by = this.count) => (this.count += by);
    this.later = async (by) => { await null; return [1].map((one) => this.count + one + by)[0]; };
  }
  function firstArgument() { return (() => arguments[0])(); }
  const named = () => named.name;
  const destructured = ({ a, b: [b] = [2] }, ...rest) => [a, b, ...rest];
  const object = { self() { return (() => this === object)(); } };
  const counter = new Counter(2);
  counter.add();
  export const answer = Promise.all([
    counter.add(3), counter.later(10), firstArgument("first"), named(),
    destructured({ a: 1 }, 3, 4), object.self(),
  ]);
`;

/** Class members, which esbuild does not move out of arrow functions. */
const withClass = `
  class Base { name = "base"; }
  class Derived extends Base {
    own = () => this.name;
    constructor() { super(); this.name = "derived"; }
  }
  const { own } = new Derived();
  export const answer = own();
`;

async function builtWith(text: string, plugins = [functionExpressions]) {
  const file = join(folder, "source.js");
  writeFileSync(file, text);
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    format: "cjs",
    minifySyntax: true,
    minifyWhitespace: true,
    write: false,
    plugins,
  });
  const code = outputFiles[0]?.text ?? "";
  const module = { exports: {} as { answer?: unknown } };
  runInNewContext(code, { module, exports: module.exports });
  return { answer: await module.exports.answer, arrows: code.split("=>").length - 1 };
}

test("a source without classes does the same with function expressions as with arrow functions", async () => {
  const before = await builtWith(plain, []);
  const after = await builtWith(plain);
  expect(before.answer).toEqual([7, 18, "first", "named", [1, 2, 3, 4], true]);
  expect(after.answer).toEqual(before.answer);
  const { arrows: ofTheWrapper } = await builtWith("export const answer = 1;", []);
  expect(before.arrows).toBeGreaterThan(ofTheWrapper);
  expect(after.arrows).toBe(ofTheWrapper);
});

test("a source with classes is left alone", async () => {
  const after = await builtWith(withClass);
  expect(after.answer).toBe("derived");
  expect(after.arrows).toBe((await builtWith(withClass, [])).arrows);
});

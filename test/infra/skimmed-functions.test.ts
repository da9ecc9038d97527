import { transform } from "esbuild";
import { describe, expect, test } from "vitest";
import { withoutArrows } from "#infra/skimmed-functions.ts";

/** What `given` makes of a function is as long as needed to be no short one. */
const long = "/* as long as a function that does some work */";

const evaluated = async (code: string, loader: "js" | "ts" = "ts"): Promise<unknown> => {
  const { code: plain } = await transform(code, { loader });
  const module = await import(`data:text/javascript,${encodeURIComponent(plain)}`);
  return module.default;
};

describe("arrow functions as function expressions", () => {
  test.for([
    ["a result", `const f = (a, b) => ${long} a + b; export default f(1, 2);`],
    ["a bare parameter", `const f = a => ${long} a * 2; export default f(2);`],
    ["an object", `const f = () => ({ a: 1, ${long} b: [2] }); export default f();`],
    ["a result on the next line", `const f = () => ${long}\n  7\n; export default f();`],
    ["a body", `const f = (...a) => { ${long} return a.length; }; export default f(1, 2, 3);`],
    ["one in another", `const f = a => b => c => ${long} a + b + c; export default f(1)(2)(3);`],
    [
      "one as a default",
      `const f = (a = () => ${long} 5, b) => a() + b; export default f(undefined, 1);`,
    ],
    [
      "an asynchronous one",
      `const f = async a => ${long} (await a) + 1; export default await f(1);`,
    ],
    [
      "taken apart",
      `const f = ({ a, b: [c] = [] }) => ${long} [a, c]; export default f({ a: 1, b: [2] });`,
    ],
    ["an arrow in a comment", `const f = (a /* => */) /* => */ => ${long} a; export default f(3);`],
    ["an arrow in a text", `const f = (a = "=>") => ${long} a; export default f();`],
    ["the default export", `const f = 1; export default ((a) => ${long} a + f)(1);`],
    ["its name", `const named = () => ${long} 1; export default named.name;`],
    ["a choice", `const f = true ? (a) => ${long} a : (a) => ${long} -a; export default f(1);`],
    ["types", `const f = <T,>(a: T, b?: () => void): [T] => ${long} [a]; export default f(1);`],
    ["a function's type", `const f = (): (() => number) => ${long} () => 4; export default f()();`],
  ])("%s", async ([, source]) => {
    const converted = withoutArrows("a.ts", String(source));
    expect(converted).toContain("function");
    expect(converted.split("\n")).toHaveLength(String(source).split("\n").length);
    expect(await evaluated(converted)).toEqual(await evaluated(String(source)));
  });

  test.for([
    ["this", `class A { a = 1; f = () => ${long} this.a; } export default new A().f();`],
    [
      "this, further in",
      `function F() { const g = () => { const h = () => ${long} this.a; return h(); }; return g(); } export default F.call({ a: 2 });`,
    ],
    [
      "arguments",
      `function F() { const g = () => ${long} arguments[0]; return g(); } export default F(3);`,
    ],
    [
      "super",
      `class A { f() { return 4; } } class B extends A { f() { const g = () => ${long} super.f(); return g(); } } export default new B().f();`,
    ],
    [
      "new.target",
      `function F() { const g = () => ${long} new.target === F; return [g()]; } export default new F();`,
    ],
  ])("not one that uses %s", async ([, source]) => {
    const converted = withoutArrows("a.js", String(source));
    expect(converted).toBe(source);
    expect(await evaluated(converted, "js")).toEqual(await evaluated(String(source), "js"));
  });

  test("one around a function with a `this` of its own is converted", async () => {
    const source = `const f = () => { ${long} return function () { return this.a; }; }; export default f().call({ a: 5 });`;
    const converted = withoutArrows("a.js", source);
    expect(converted).not.toContain("=>");
    expect(await evaluated(converted, "js")).toBe(5);
  });

  test("a statement stays one", () => {
    const source = `() => { ${long} };\n`;
    expect(withoutArrows("a.js", source)).toBe(source);
  });
});

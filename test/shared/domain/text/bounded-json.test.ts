import { describe, expect, test } from "vitest";
import { eachText, parseBounded, passedBound, pathTo } from "#shared/domain/text/text.ts";
import { textFaults } from "#shared/edge/input.ts";

const nested = (levels: number): unknown => {
  let value: unknown = "\ud800";
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

/** How many elements `work` reads from arrays one by one, as it does when it copies them. */
function elementsTaken(work: () => void): number {
  const iterator = Array.prototype[Symbol.iterator];
  let taken = 0;
  Array.prototype[Symbol.iterator] = function* counted(this: unknown[]) {
    for (let at = 0; at < this.length; at += 1) {
      taken += 1;
      yield this[at];
    }
  } as typeof iterator;
  try {
    work();
  } finally {
    Array.prototype[Symbol.iterator] = iterator;
  }
  return taken;
}

describe("JSON from outside", () => {
  test.each(["[", '{"a":', '[{"b":'])("is parsed down to 64 levels of %s and no deeper", (open) => {
    const close = [...open]
      .filter((character) => "[{".includes(character))
      .map((character) => (character === "[" ? "]" : "}"))
      .reverse()
      .join("");
    const text = (times: number) => `${open.repeat(times)}1${close.repeat(times)}`;
    const most = 64 / close.length;
    expect(() => parseBounded(text(most))).not.toThrow();
    expect(() => parseBounded(text(most + 1))).toThrow(SyntaxError);
    expect(() => parseBounded(text(100_000))).toThrow(SyntaxError);
  });

  test("brackets in its texts do not count as levels", () => {
    const text = JSON.stringify({ 'a"[[': "[".repeat(1000), b: `\\"${"{".repeat(1000)}` });
    expect(parseBounded(text)).toEqual(JSON.parse(text));
  });

  test("is refused before it is parsed if it contains more values and names than allowed", () => {
    const held: [text: string, values: number][] = [
      ['{"a":1,"b":[true,null,"x,{[]}"],"c":{}}', 10],
      ["[]", 1],
      ["[{},{},{}]", 4],
      ["[-1.5E+10,2e-3,false]", 4],
      ['" 1, [2] \\" {3} "', 1],
      ["7", 1],
    ];
    for (const [text, values] of held) {
      expect([text, parseBounded(text, { values })]).toEqual([text, JSON.parse(text)]);
      expect(() => parseBounded(text, { values: values - 1 }), text).toThrow(SyntaxError);
    }
  });

  test("is read no further than to the first value too many", () => {
    const { charCodeAt } = String.prototype;
    let looked = 0;
    String.prototype.charCodeAt = function counted(this: string, at: number) {
      looked += 1;
      return charCodeAt.call(this, at);
    };
    try {
      const shapes = ["{},", "[],", '"a",', "1,", '{"a":1},', "[[]],"];
      for (const shape of shapes) {
        looked = 0;
        const text = `[${shape.repeat(1_000_000)}0]`;
        expect(passedBound(text, 2000)).toBe("values");
        expect([shape, looked]).toEqual([shape, Math.min(looked, 2001 * shape.length)]);
      }
    } finally {
      String.prototype.charCodeAt = charCodeAt;
    }
  });

  test("is walked without copying the path of each level", () => {
    const copied = (levels: number) => {
      const value = nested(levels);
      return elementsTaken(() => expect(textFaults(value)).toHaveLength(1));
    };
    expect(copied(4000) - copied(2000)).toBeLessThan(10_000);
  });

  test("has every name and text visited once, with its place", () => {
    const seen: string[] = [];
    eachText({ a: ["x", { b: "y" }, 3, null], c: "z" }, (text, place) => {
      seen.push(`${pathTo(place).join(".")}=${text}`);
      return true;
    });
    expect(seen.sort()).toEqual(["a.0=x", "a.1.b=b", "a.1.b=y", "a=a", "c=c", "c=z"]);
  });

  test("is visited no further once the visitor has seen enough", () => {
    let visits = 0;
    eachText(["a", "b", "c"], () => {
      visits += 1;
      return visits < 2;
    });
    expect(visits).toBe(2);
  });
});

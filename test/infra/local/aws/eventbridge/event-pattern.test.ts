import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readEventPattern } from "#infra/local/aws/eventbridge/event-pattern.ts";

const matches = (pattern: unknown, event: unknown): boolean =>
  readEventPattern(JSON.stringify(pattern))(event);

const refusalOf = (pattern: unknown): string => {
  try {
    readEventPattern(typeof pattern === "string" ? pattern : JSON.stringify(pattern));
    return "";
  } catch (error) {
    expect((error as Error).name).toBe("InvalidEventPatternException");
    return (error as Error).message;
  }
};

/** The instance event of Amazon's documentation on event patterns. */
const instanceEvent = {
  version: "0",
  id: "6a7e8feb-b491-4cf7-a9f1-bf3703467718",
  "detail-type": "EC2 Instance State-change Notification",
  source: "aws.ec2",
  account: "111122223333",
  time: "2017-12-22T18:43:48Z",
  region: "us-west-1",
  resources: ["arn:aws:ec2:us-west-1:123456789012:instance/i-1234567890abcdef0"],
  detail: { "instance-id": "i-1234567890abcdef0", state: "terminated" },
};

const detail = (given: unknown) => ({ detail: given });

describe("the documentation's examples", () => {
  test("of whole patterns match the documented event", () => {
    const documented = {
      source: ["aws.ec2"],
      "detail-type": ["EC2 Instance State-change Notification"],
      detail: { state: ["terminated"] },
    };
    expect(matches(documented, instanceEvent)).toBe(true);
    expect(matches({ ...documented, detail: { state: ["running"] } }, instanceEvent)).toBe(false);
    expect(matches({ region: ["us-west-1", "us-east-1"] }, instanceEvent)).toBe(true);
    expect(matches({ account: [111122223333] }, instanceEvent)).toBe(false);
  });

  /** operator, pattern of one field, values that match, values that do not */
  const rows: [string, unknown[], unknown[], unknown[]][] = [
    ["exact text", ["a"], ["a", ["b", "a"]], ["A", "ab", ["b"], [], null]],
    ["null", [null], [null], ["null", 0, false]],
    ["empty text", [""], [""], [null, " "]],
    ["numbers by value", [5], [5, 5.0], ["5", 6]],
    ["booleans", [true], [true], ["true", 1]],
    ["prefix", [{ prefix: "us-" }], ["us-east-1"], ["eu-us-", "US-east-1", 5]],
    [
      "prefix in any case",
      [{ prefix: { "equals-ignore-case": "EventB" } }],
      ["eventbridge", "EVENTBRIDGE"],
      ["event", "xeventb"],
    ],
    ["suffix", [{ suffix: ".png" }], ["a.png"], ["a.PNG", "png.a"]],
    [
      "suffix in any case",
      [{ suffix: { "equals-ignore-case": ".png" } }],
      ["a.PNG", "b.png"],
      [".pngx"],
    ],
    ["equals in any case", [{ "equals-ignore-case": "alice" }], ["ALICE", "alice"], ["alic", 1]],
    [
      "anything but text",
      [{ "anything-but": "initializing" }],
      ["running", 7, null],
      ["initializing"],
    ],
    ["anything but numbers", [{ "anything-but": [100, 200] }], [300, "100"], [100, 200]],
    ["anything but a list", [{ "anything-but": ["stopped", "overloaded"] }], ["ok"], ["stopped"]],
    ["anything but a prefix", [{ "anything-but": { prefix: "init" } }], ["running"], ["initial"]],
    [
      "anything but prefixes",
      [{ "anything-but": { prefix: ["init", "error"] } }],
      ["running"],
      ["initial", "error1"],
    ],
    ["anything but a suffix", [{ "anything-but": { suffix: ".txt" } }], ["a.png"], ["a.txt"]],
    [
      "anything but in any case",
      [{ "anything-but": { "equals-ignore-case": ["initializing", "error"] } }],
      ["running"],
      ["INITIALIZING", "Error"],
    ],
    [
      "anything but a wildcard",
      [{ "anything-but": { wildcard: "*/lib/*" } }],
      ["/bin/a"],
      ["/usr/lib/a", "/lib/"],
    ],
    ["numeric equality", [{ numeric: ["=", 3.018e2] }], [301.8], [301, "301.8"]],
    ["a numeric range", [{ numeric: [">", 0, "<=", 5] }], [0.1, 5], [0, 5.1, "3"]],
    ["a numeric bound", [{ numeric: ["<", 10] }], [-1, 9.99], [10, null]],
    ["an IPv4 range", [{ cidr: "10.0.0.0/24" }], ["10.0.0.255"], ["10.0.1.0", "x", "::1", 10]],
    ["an IPv6 range", [{ cidr: "2001:db8::/32" }], ["2001:db8::1"], ["2001:db9::1", "10.0.0.1"]],
    [
      "a wildcard",
      [{ wildcard: "dir/*.png" }],
      ["dir/a/b.png", "dir/.png"],
      ["dir.png", "dir/a.jpg"],
    ],
    ["an escaped wildcard", [{ wildcard: "a\\*\\\\*" }], ["a*\\", "a*\\b"], ["ab\\", "a*b"]],
    [
      "a wildcard beside the characters of expressions",
      [{ wildcard: "a.[b]*" }],
      ["a.[b]"],
      ["axb"],
    ],
    ["any of several", ["a", { prefix: "x" }, { numeric: [">", 1] }], ["a", "xy", 2], ["b", 1]],
  ];
  test.each(rows)("%s", (_, wanted, good, bad) => {
    const pattern = detail({ field: wanted });
    for (const value of good)
      expect([value, matches(pattern, detail({ field: value }))]).toEqual([value, true]);
    for (const value of bad)
      expect([value, matches(pattern, detail({ field: value }))]).toEqual([value, false]);
    expect(matches(pattern, detail({ other: good[0] }))).toBe(false);
  });

  test("exists asks for a value at the end of the path, whatever it is", () => {
    const there = detail({ state: [{ exists: true }] });
    expect(matches(there, detail({ state: "" }))).toBe(true);
    expect(matches(there, detail({ state: null }))).toBe(true);
    expect(matches(there, detail({ state: { inner: 1 } }))).toBe(false);
    expect(matches(there, detail({ state: [] }))).toBe(false);
    expect(matches(there, detail({}))).toBe(false);
  });

  test("not exists holds without the field, and without what it would stand in", () => {
    const absent = detail({ inner: { "c-count": [{ exists: false }] } });
    expect(matches(absent, detail({ inner: {} }))).toBe(true);
    expect(matches(absent, detail({}))).toBe(true);
    expect(matches(absent, {})).toBe(true);
    expect(matches(absent, detail({ inner: { "c-count": 5 } }))).toBe(false);
    expect(matches(absent, detail({ inner: [{}, { "c-count": 5 }] }))).toBe(false);
  });

  test("$or matches by any of its patterns, beside other fields and nested", () => {
    const pattern = {
      source: ["aws.cloudwatch"],
      detail: {
        $or: [
          { "c-count": [{ numeric: [">", 0, "<=", 5] }] },
          { "d-count": [{ numeric: ["<", 10] }] },
          { $or: [{ "x-limit": [{ numeric: ["=", 3.018e2] }] }, { level: ["high"] }] },
        ],
      },
    };
    const event = (given: unknown) => ({ source: "aws.cloudwatch", ...detail(given) });
    expect(matches(pattern, event({ "c-count": 3 }))).toBe(true);
    expect(matches(pattern, event({ "c-count": 6, "d-count": 9 }))).toBe(true);
    expect(matches(pattern, event({ level: "high" }))).toBe(true);
    expect(matches(pattern, event({ "c-count": 6 }))).toBe(false);
    expect(matches(pattern, { ...event({ "c-count": 3 }), source: "x" })).toBe(false);
  });

  test("a field named $or is a field when it holds no patterns", () => {
    expect(matches({ $or: ["a", "b"] }, { $or: "b" })).toBe(true);
    expect(matches({ $or: [{ prefix: "a" }, { prefix: "b" }] }, { $or: "bc" })).toBe(true);
  });
});

test("two fields of objects in an array must hold in one of them", () => {
  const pattern = { list: { name: ["a"], value: [1] } };
  expect(matches(pattern, { list: [{ name: "a", value: 1 }, { name: "b" }] })).toBe(true);
  expect(
    matches(pattern, {
      list: [
        { name: "a", value: 2 },
        { name: "b", value: 1 },
      ],
    }),
  ).toBe(false);
});

test("values in arrays of arrays are found", () => {
  expect(matches({ a: ["x"] }, { a: [["y"], [["x"]]] })).toBe(true);
});

describe("a pattern that is not one is refused with its reason", () => {
  const rows: [string, unknown][] = [
    ["Invalid JSON", "{"],
    ["Filter is not an object", []],
    ["Empty objects are not allowed", {}],
    ["Empty objects are not allowed", { detail: {} }],
    ["Empty arrays are not allowed", { source: [] }],
    ["must be an object or an array", { source: "aws.ec2" }],
    ["Lists may not stand in lists", { source: [["a"]] }],
    ["Unrecognized match type begins", { source: [{ begins: "a" }] }],
    ["Only one key", { source: [{ prefix: "a", suffix: "b" }] }],
    ["prefix match pattern must be a string", { source: [{ prefix: 1 }] }],
    ["Consecutive wildcard", { source: [{ wildcard: "a**" }] }],
    ["Invalid escape", { source: [{ wildcard: "a\\b" }] }],
    ["Invalid escape", { source: [{ wildcard: "a\\" }] }],
    ["array of one or two", { source: [{ numeric: ["<"] }] }],
    ["numeric range operator", { source: [{ numeric: ["!", 1] }] }],
    ["Bad numeric range", { source: [{ numeric: ["<", 1, ">", 0] }] }],
    ["Bottom must be less", { source: [{ numeric: [">", 1, "<", 1] }] }],
    ["between -5.0E9", { source: [{ numeric: ["<", 5_000_000_001] }] }],
    ["Malformed CIDR", { source: [{ cidr: "10.0.0.0" }] }],
    ["Malformed CIDR", { source: [{ cidr: "10.0.0.0/33" }] }],
    ["exists match pattern", { source: [{ exists: "yes" }] }],
    ["only strings and numbers", { source: [{ "anything-but": [true] }] }],
    ["Unsupported anything-but", { source: [{ "anything-but": { numeric: ["=", 1] } }] }],
    ["Empty arrays", { source: [{ "anything-but": [] }] }],
  ];
  test.each(rows)("%s: %j", (reason, pattern) => {
    expect(refusalOf(pattern)).toContain(reason);
  });
});

test("a wildcard of any literal text matches that text alone, and with stars around it any text that holds it", () => {
  const literal = fc.string({ unit: "grapheme", maxLength: 12 });
  fc.assert(
    fc.property(literal, literal, literal, (before, text, after) => {
      const written = text.replace(/[\\*]/g, "\\$&");
      expect(matches({ f: [{ wildcard: written }] }, { f: text })).toBe(true);
      const around = matches(
        { f: [{ wildcard: written === "" ? "*" : `*${written}*` }] },
        { f: before + text + after },
      );
      expect(around).toBe(true);
      const alone = matches({ f: [{ wildcard: written }] }, { f: before + text });
      expect(alone).toBe(before === "");
    }),
  );
});

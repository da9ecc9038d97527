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

/** The instance event from Amazon's documentation on event patterns. */
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

  /** kind, pattern of one field, values that match, values that do not */
  const rows: [string, unknown[], unknown[], unknown[]][] = [
    ["exact text", ["a"], ["a", ["b", "a"]], ["A", "ab", ["b"], [], null]],
    ["null", [null], [null], ["null", 0, false]],
    ["empty text", [""], [""], [null, " "]],
    ["numbers by value", [5], [5, 5.0], ["5", 6]],
    ["booleans", [true], [true], ["true", 1]],
    ["any of several", ["a", "x", 2], ["a", "x", 2], ["b", 1]],
  ];
  test.each(rows)("%s", (_, wanted, good, bad) => {
    const pattern = detail({ field: wanted });
    for (const value of good)
      expect([value, matches(pattern, detail({ field: value }))]).toEqual([value, true]);
    for (const value of bad)
      expect([value, matches(pattern, detail({ field: value }))]).toEqual([value, false]);
    expect(matches(pattern, detail({ other: good[0] }))).toBe(false);
  });

  test("$or matches any of its patterns, beside other fields and nested", () => {
    const pattern = {
      source: ["aws.cloudwatch"],
      detail: { $or: [{ a: [1, 2] }, { b: [3] }, { $or: [{ c: [4] }, { level: ["high"] }] }] },
    };
    const event = (given: unknown) => ({ source: "aws.cloudwatch", ...detail(given) });
    expect(matches(pattern, event({ a: 2 }))).toBe(true);
    expect(matches(pattern, event({ a: 6, b: 3 }))).toBe(true);
    expect(matches(pattern, event({ level: "high" }))).toBe(true);
    expect(matches(pattern, event({ a: 6 }))).toBe(false);
    expect(matches(pattern, { ...event({ a: 1 }), source: "x" })).toBe(false);
  });

  test("a field named $or is a field when it holds no patterns", () => {
    expect(matches({ $or: ["a", "b"] }, { $or: "b" })).toBe(true);
  });
});

describe("an invalid pattern is refused with its reason", () => {
  const rows: [string, unknown][] = [
    ["Invalid JSON", "{"],
    ["Filter is not an object", []],
    ["Empty objects are not allowed", {}],
    ["Empty objects are not allowed", { detail: {} }],
    ["Empty arrays are not allowed", { source: [] }],
    ["must be an object or an array", { source: "aws.ec2" }],
    ["Lists may not be nested in lists", { source: [["a"]] }],
    ["Unrecognized match type begins", { source: [{ begins: "a" }] }],
    ["Unrecognized match type prefix", { source: [{ prefix: "a" }] }],
  ];
  test.each(rows)("%s: %j", (reason, pattern) => {
    expect(refusalOf(pattern)).toContain(reason);
  });
});

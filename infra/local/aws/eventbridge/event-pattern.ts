import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { isFilterName, type Leaf, type LeafTest, leafTest, PatternFault } from "./leaf-pattern.ts";

export type EventTest = (event: unknown) => boolean;

type Fields = Readonly<Record<string, unknown>>;

/** Tests the fields under `path`; `root` is the whole event, for what must be absent from it. */
type Test = (fields: Fields, root: unknown) => boolean;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const own = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/**
 * Reads an event pattern: all fields must match, each by any entry of its list; `$or` by any of its
 * patterns. Numbers are compared by value. Objects in an array match as wholes, so that two fields
 * are never satisfied by two different elements.
 * @throws AwsError `InvalidEventPatternException`
 */
export function readEventPattern(text: string): EventTest {
  try {
    const test = testOfFields(parsed(text), []);
    return (event) => isFields(event) && test(event, event);
  } catch (error) {
    if (!(error instanceof PatternFault)) throw error;
    const message = `Event pattern is not valid. Reason: ${error.message}`;
    throw new AwsError("InvalidEventPatternException", message);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PatternFault("Invalid JSON");
  }
}

function testOfFields(pattern: unknown, path: readonly string[]): Test {
  if (!isFields(pattern)) throw new PatternFault("Filter is not an object");
  const names = Object.keys(pattern);
  if (names.length === 0) throw new PatternFault("Empty objects are not allowed");
  const tests = names.map((name) => {
    const wanted = pattern[name];
    if (name === "$or" && isAlternatives(wanted)) {
      const any = wanted.map((part) => testOfFields(part, path));
      return (fields: Fields, root: unknown) => any.some((test) => test(fields, root));
    }
    return testOfField(name, wanted, path);
  });
  return (fields, root) => tests.every((test) => test(fields, root));
}

/** `$or` with fewer than two patterns, or with filters, is a field of that name. */
const isAlternatives = (wanted: unknown): wanted is readonly Fields[] =>
  Array.isArray(wanted) &&
  wanted.length >= 2 &&
  wanted.every((part) => isFields(part) && !Object.keys(part).some(isFilterName));

function testOfField(name: string, wanted: unknown, path: readonly string[]): Test {
  const ownPath = [...path, name];
  if (isFields(wanted)) {
    const test = testOfFields(wanted, ownPath);
    return (fields, root) => {
      const children = flat(own(fields, name)).filter(isFields);
      // Without the object its fields are absent too, which a pattern may ask for.
      return children.length === 0 ? test({}, root) : children.some((child) => test(child, root));
    };
  }
  if (!Array.isArray(wanted)) {
    throw new PatternFault(`"${name}" must be an object or an array`);
  }
  if (wanted.length === 0) throw new PatternFault("Empty arrays are not allowed");
  const tests = wanted.map((entry) => testOfEntry(entry, name, ownPath));
  return (fields, root) => tests.some((test) => test(fields, root));
}

function testOfEntry(entry: unknown, name: string, path: readonly string[]): Test {
  if (isFields(entry) && Object.hasOwn(entry, "exists")) {
    if (typeof entry.exists !== "boolean" || Object.keys(entry).length > 1) {
      throw new PatternFault("exists match pattern must be either true or false");
    }
    return entry.exists
      ? (fields) => leaves(own(fields, name)).length > 0
      : (_, root) => leavesAt(root, path).length === 0;
  }
  const test: LeafTest = leafTest(entry);
  return (fields) => leaves(own(fields, name)).some(test);
}

/** A value as a list: an array's elements, of arrays in arrays too; nothing of nothing. */
const flat = (value: unknown): unknown[] =>
  value === undefined ? [] : [value].flat(Number.POSITIVE_INFINITY);

const leaves = (value: unknown): Leaf[] =>
  flat(value).filter((entry): entry is Leaf => !isFields(entry));

function leavesAt(root: unknown, path: readonly string[]): Leaf[] {
  const values = path.reduce<unknown[]>(
    (found, name) => found.filter(isFields).flatMap((fields) => flat(own(fields, name))),
    [root],
  );
  return leaves(values);
}

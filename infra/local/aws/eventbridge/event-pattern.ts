import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";

export type EventTest = (event: unknown) => boolean;

type Fields = Readonly<Record<string, unknown>>;
type Test = (fields: Fields) => boolean;

/** An invalid pattern; `message` says what is wrong with it. */
class PatternFault extends Error {}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const own = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/**
 * Compiles an event pattern, limited to what the product's own patterns use: every field must match one
 * of the literals in its list, and `$or` must match one of its patterns. Content filters are refused by
 * name.
 * @throws AwsError `InvalidEventPatternException`
 */
export function readEventPattern(text: string): EventTest {
  try {
    const test = testOfFields(parsed(text));
    return (event) => isFields(event) && test(event);
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

function testOfFields(pattern: unknown): Test {
  if (!isFields(pattern)) throw new PatternFault("Filter is not an object");
  const names = Object.keys(pattern);
  if (names.length === 0) throw new PatternFault("Empty objects are not allowed");
  const tests = names.map((name) => {
    const wanted = pattern[name];
    if (name !== "$or" || !isAlternatives(wanted)) return testOfField(name, wanted);
    const any = wanted.map(testOfFields);
    return (fields: Fields) => any.some((test) => test(fields));
  });
  return (fields) => tests.every((test) => test(fields));
}

/** `$or` with fewer than two patterns is an ordinary field of that name. */
const isAlternatives = (wanted: unknown): wanted is readonly Fields[] =>
  Array.isArray(wanted) && wanted.length >= 2 && wanted.every(isFields);

function testOfField(name: string, wanted: unknown): Test {
  if (isFields(wanted)) {
    const test = testOfFields(wanted);
    return (fields) => {
      const child = own(fields, name);
      return isFields(child) && test(child);
    };
  }
  if (!Array.isArray(wanted)) {
    throw new PatternFault(`"${name}" must be an object or an array`);
  }
  if (wanted.length === 0) throw new PatternFault("Empty arrays are not allowed");
  const literals = wanted.map(literalOf);
  return (fields) => valuesOf(own(fields, name)).some((value) => literals.includes(value));
}

function literalOf(entry: unknown): unknown {
  if (Array.isArray(entry)) throw new PatternFault("Lists may not be nested in lists");
  if (!isFields(entry)) return entry;
  throw new PatternFault(`Unrecognized match type ${Object.keys(entry).join(", ")}`);
}

/** A value as a list: an array's elements, a single value, or nothing if undefined. */
const valuesOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

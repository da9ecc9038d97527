import { BlockList, isIP } from "node:net";

/** A value in an event: what stands at the end of a path. */
export type Leaf = string | number | boolean | null;

export type LeafTest = (value: Leaf) => boolean;

/** What a pattern says that the language does not have; `message` names it. */
export class PatternFault extends Error {}

const NUMERIC_LIMIT = 5e9;

/**
 * The content filters of the event-pattern language by their names: each takes what stands beside
 * its name and gives the test of one value. `exists` asks about the path, not about a value, and is
 * no entry here.
 */
const filters: Readonly<Record<string, (operand: unknown) => LeafTest>> = {
  prefix: (operand) => affix(operand, "prefix", (value, part) => value.startsWith(part)),
  suffix: (operand) => affix(operand, "suffix", (value, part) => value.endsWith(part)),
  "equals-ignore-case": (operand) => {
    const wanted = text(operand, "equals-ignore-case").toLowerCase();
    return (value) => typeof value === "string" && value.toLowerCase() === wanted;
  },
  wildcard: (operand) => {
    const expression = wildcardExpression(text(operand, "wildcard"));
    return (value) => typeof value === "string" && expression.test(value);
  },
  numeric: numericTest,
  cidr: cidrTest,
  "anything-but": anythingBut,
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Is this the name of a filter: such an object is never a pattern of fields. */
export const isFilterName = (name: string): boolean =>
  name === "exists" || Object.hasOwn(filters, name);

/**
 * The test for one entry of a field's list, `exists` excepted: a literal or a filter.
 * @throws PatternFault
 */
export function leafTest(entry: unknown): LeafTest {
  if (!isObject(entry)) {
    if (Array.isArray(entry)) throw new PatternFault("Lists may not stand in lists");
    return (value) => value === entry;
  }
  const [[name, operand] = ["", null], ...more] = Object.entries(entry);
  if (more.length > 0) throw new PatternFault("Only one key is allowed in a match expression");
  const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
  if (filter === undefined) throw new PatternFault(`Unrecognized match type ${name}`);
  return filter(operand);
}

function text(operand: unknown, name: string): string {
  if (typeof operand !== "string") throw new PatternFault(`${name} match pattern must be a string`);
  return operand;
}

function affix(
  operand: unknown,
  name: string,
  test: (value: string, part: string) => boolean,
): LeafTest {
  const folds = isObject(operand) && Object.keys(operand).join() === "equals-ignore-case";
  const part = text(folds ? operand["equals-ignore-case"] : operand, name);
  if (folds) {
    const folded = part.toLowerCase();
    return (value) => typeof value === "string" && test(value.toLowerCase(), folded);
  }
  return (value) => typeof value === "string" && test(value, part);
}

const escaped = (literal: string): string => literal.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** `*` stands for any run of characters; `\*` and `\\` for themselves. */
function wildcardExpression(pattern: string): RegExp {
  const tokens = pattern.match(/\\.|[^\\]|\\$/gs) ?? [];
  const parts = tokens.map((token, index) => {
    if (token === "*") {
      if (tokens[index + 1] === "*") throw new PatternFault("Consecutive wildcard characters");
      return ".*";
    }
    if (token.startsWith("\\") && token !== "\\*" && token !== "\\\\") {
      throw new PatternFault("Invalid escape character");
    }
    return escaped(token.startsWith("\\") ? token.slice(1) : token);
  });
  return new RegExp(`^${parts.join("")}$`, "s");
}

const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  "=": (value, bound) => value === bound,
  "<": (value, bound) => value < bound,
  "<=": (value, bound) => value <= bound,
  ">": (value, bound) => value > bound,
  ">=": (value, bound) => value >= bound,
};

/** `["=", 1]`, `["<", 10]`, or a range with its lower end first: `[">", 0, "<=", 5]`. */
function numericTest(operand: unknown): LeafTest {
  if (!Array.isArray(operand) || (operand.length !== 2 && operand.length !== 4)) {
    throw new PatternFault("Value of numeric must be an array of one or two comparisons");
  }
  const tests: ((value: number) => boolean)[] = [];
  for (let at = 0; at < operand.length; at += 2) {
    const [operator, bound] = operand.slice(at, at + 2) as [unknown, unknown];
    const compare = comparisons[String(operator)];
    if (compare === undefined) throw new PatternFault(`Unrecognized numeric range operator`);
    if (typeof bound !== "number" || Math.abs(bound) > NUMERIC_LIMIT) {
      throw new PatternFault("Numeric values must be between -5.0E9 and +5.0E9, inclusive");
    }
    tests.push((value: number) => compare(value, bound));
  }
  if (operand.length === 4) {
    const isRange = String(operand[0]).startsWith(">") && String(operand[2]).startsWith("<");
    if (!isRange) throw new PatternFault("Bad numeric range operator");
    if (operand[1] >= operand[3]) throw new PatternFault("Bottom must be less than top");
  }
  return (value) => typeof value === "number" && tests.every((test) => test(value));
}

function cidrTest(operand: unknown): LeafTest {
  const [address = "", bits = "", ...more] = text(operand, "cidr").split("/");
  const family = isIP(address);
  const isMask = /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32);
  if (family === 0 || !isMask || more.length > 0) throw new PatternFault("Malformed CIDR");
  const type = family === 6 ? "ipv6" : "ipv4";
  const block = new BlockList();
  block.addSubnet(address, Number(bits), type);
  return (value) => typeof value === "string" && isIP(value) === family && block.check(value, type);
}

/** Everything but literals, or but what one of four filters matches; either may be a list. */
function anythingBut(operand: unknown): LeafTest {
  const excluded = isObject(operand) ? excludedByFilter(operand) : excludedLiterals(operand);
  return (value) => !excluded.some((test) => test(value));
}

function excludedByFilter(operand: Record<string, unknown>): LeafTest[] {
  const [[name, given] = ["", null], ...more] = Object.entries(operand);
  const allowed = ["prefix", "suffix", "equals-ignore-case", "wildcard"];
  if (more.length > 0 || !allowed.includes(name)) {
    throw new PatternFault("Unsupported anything-but pattern");
  }
  return listOf(given).map((part) => leafTest({ [name]: text(part, `anything-but ${name}`) }));
}

function excludedLiterals(operand: unknown): LeafTest[] {
  return listOf(operand).map((literal) => {
    if (typeof literal === "string" || typeof literal === "number") return leafTest(literal);
    throw new PatternFault("Inside anything-but list, only strings and numbers are supported");
  });
}

function listOf(operand: unknown): unknown[] {
  if (!Array.isArray(operand)) return [operand];
  if (operand.length === 0) throw new PatternFault("Empty arrays are not allowed");
  return operand;
}

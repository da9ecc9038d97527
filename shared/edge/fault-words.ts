import type * as z from "zod/mini";
import { countOf, numberOf } from "#shared/domain/text/text.ts";

/** The message for texts that do not have the required format. */
const forms: Readonly<Record<string, string>> = {
  guid: "must be a UUID",
  regex: "has characters or a form that are not allowed here",
};

/** The message for a value of the wrong type, by the parser's name for the expected type. */
const types: Readonly<Record<string, string>> = {
  string: "must be text",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
  array: "must be a list",
  object: "must be an object",
  record: "must be an object",
  date: "must be a day",
  null: "must be left empty",
};

/** The unit in which each kind of value is counted. */
const counted: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
  set: ["entry", "entries"],
  object: ["member", "members"],
  map: ["member", "members"],
  file: ["byte", "bytes"],
};

const many = (bound: number | bigint, origin: string): string => {
  const words = counted[origin];
  return words === undefined ? numberOf(bound) : countOf(bound, ...words);
};

type Issue = z.core.$ZodRawIssue;

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>) {
  if (counted[origin] === undefined)
    return `must be ${inclusive ? "at least" : "more than"} ${many(minimum, origin)}`;
  return minimum === 1 ? "must not be empty" : `must have at least ${many(minimum, origin)}`;
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>) {
  return counted[origin] === undefined
    ? `must be ${inclusive ? "at most" : "less than"} ${many(maximum, origin)}`
    : `must have at most ${many(maximum, origin)}`;
}

function ofType({ expected, input }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  return input === undefined ? "is missing" : (types[expected] ?? "is not what is expected here");
}

const quoted = (values: readonly z.core.util.Primitive[]): string =>
  values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${values.join(", ")}`;

/**
 * Describes a fault as the end of a sentence that begins with the field's name: "must not be empty".
 * The parser's own messages are for programmers.
 */
export function faultWords(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return ofType(issue);
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return forms[issue.format] ?? "is not written as it has to be here";
    case "invalid_value":
      return issue.input === undefined ? "is missing" : quoted(issue.values);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return "is not known";
    case "invalid_union":
      return issue.input === undefined ? "is missing" : "is none of what may stand here";
    default:
      return "is not valid";
  }
}

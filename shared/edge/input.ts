import { isUtf8 } from "node:buffer";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import * as z from "zod/mini";
import { DomainError, type FieldFault } from "#shared/domain/errors.ts";
import { languages } from "#shared/domain/language.ts";
import {
  cut,
  eachText,
  MAX_LEVELS,
  passedBound,
  pathTo,
  visibleLine,
} from "#shared/domain/text/text.ts";
import type { BodyLimits, Method } from "#shared/routes/contract/route.ts";
import { faultWords } from "./fault-words.ts";

/** We report at most this many faults at once, because a body can hold a million. */
const MAX_FAULTS = 100;
const LONGEST_SEGMENT = 100;

// No eval: a function parses so few bodies that compiling a parser would not pay off.
z.config({ localeError: faultWords, jitless: true });

/** For an action without a body: nothing, or an empty object, so that a typo never passes. */
export const emptyBody = () => z.optional(z.strictObject({}));

/**
 * Parses one part of a request, naming every fault at once.
 * @throws DomainError `validation_failed` with dotted paths
 */
export function parsePart<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  const faults = textFaults(value);
  if (result.success && faults.length === 0) return result.data;
  throw validationFailed([...faults, ...faultsOf(result)]);
}

/** Replaces a text whose bytes are not UTF-8, so that {@link parsePart} refuses it by its name. */
export const NOT_UTF8 = "\ud800";

/** The query of an event, as sent and as the gateway decoded it. */
export interface SentQuery {
  rawQueryString: string;
  queryStringParameters?: Readonly<Record<string, string | undefined>>;
}

/**
 * Parses the query. The gateway has replaced bytes that are not UTF-8, so we look for them in the query
 * as sent.
 * @throws DomainError `validation_failed`
 */
export function parseQuery<S extends z.ZodMiniObject>(schema: S, sent: SentQuery): z.output<S> {
  const values = { ...sent.queryStringParameters };
  for (const pair of sent.rawQueryString.split("&").filter((each) => !isEncodedText(each))) {
    const [name = ""] = new URLSearchParams(pair).keys();
    if (Object.hasOwn(schema.shape, name)) values[name] = NOT_UTF8;
  }
  return parsePart(schema, values);
}

/** Whether percent codes stand for UTF-8. A percent sign that begins no code stands for itself. */
function isEncodedText(text: string): boolean {
  try {
    decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, "%25"));
    return true;
  } catch {
    return false;
  }
}

/**
 * A path whose parameters are invalid is answered as not found. Only PUT, which would create the name,
 * explains what is wrong with it.
 */
export function parsePath<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  method: Method,
): z.output<S> {
  refuseFaults(textFaults(value));
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  if (method === "PUT") throw validationFailed(faultsOf(result));
  throw new DomainError("not_found", "Nothing was found at this path.");
}

/**
 * Rejects every parameter. Used on a route without a query and for the JSON behind an opened page.
 * @throws DomainError `validation_failed`
 */
export function refuseQuery(sent: Readonly<Record<string, unknown>>): Record<string, never> {
  refuseFaults(Object.keys(sent).map((name) => unknownField([name])));
  return {};
}

/**
 * Rejects every parameter but `lang`, which the page at that address accepts too.
 * @throws DomainError `validation_failed`
 */
export function refuseAllButLanguage(sent: Readonly<Record<string, unknown>>): void {
  const { lang, ...others } = sent;
  const isKnown = lang === undefined || languages.some((language) => language === lang);
  const message = `must be one of ${languages.join(", ")}`;
  refuseFaults([
    ...Object.keys(others).map((name) => unknownField([name])),
    ...(isKnown ? [] : [{ path: "lang", message }]),
  ]);
}

/** The media type without its parameters, in lower case. */
export const mediaTypeOf = (contentType: string | undefined): string =>
  (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/**
 * Parses one of several parts and adds its faults to `faults`, so that a response reports all of them
 * at once. Reading the value throws if any part has a fault.
 */
export function collected<T>(faults: FieldFault[], parse: () => T): () => T {
  try {
    const value = parse();
    return () => {
      refuseFaults(faults);
      return value;
    };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "validation_failed") throw error;
    faults.push(...(error.errors ?? []));
    return () => {
      throw validationFailed(faults);
    };
  }
}

/** @throws DomainError `validation_failed` when there are faults */
export function refuseFaults(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw validationFailed(faults);
}

function validationFailed(faults: readonly FieldFault[]): DomainError {
  const errors = faults.slice(0, MAX_FAULTS);
  const named = errors.map((fault) => fault.path).filter((path) => path !== "");
  const detail =
    named.length === 0
      ? (errors[0]?.message ?? "The request is not valid.")
      : `Not valid: ${[...new Set(named)].slice(0, 10).join(", ")}.`;
  return new DomainError("validation_failed", detail, { errors });
}

const faultsOf = (result: ReturnType<z.ZodMiniType["safeParse"]>): FieldFault[] =>
  result.success ? [] : result.error.issues.slice(0, MAX_FAULTS).flatMap(faultsOfIssue);

function faultsOfIssue(issue: z.core.$ZodIssue): FieldFault[] {
  if (issue.code !== "unrecognized_keys") {
    return [{ path: faultPath(issue.path), message: issue.message }];
  }
  return issue.keys.slice(0, MAX_FAULTS).map((key) => unknownField([...issue.path, key]));
}

/** Segments as the caller named them: shortened, with invisible characters shown. */
const faultPath = (segments: readonly PropertyKey[]): string =>
  segments.map((segment) => visibleLine(cut(String(segment), LONGEST_SEGMENT))).join(".");

/**
 * Every text, key or value, at any depth, that is not well-formed Unicode (contract, "Text").
 */
export function textFaults(value: unknown, root: string[] = []): FieldFault[] {
  const faults: FieldFault[] = [];
  eachText(value, (text, place) => {
    if (!text.isWellFormed()) faults.push(notText([...root, ...pathTo(place)]));
    return faults.length < MAX_FAULTS;
  });
  return faults;
}

const notText = (path: readonly string[]): FieldFault => ({
  path: faultPath(path),
  message: "must be well-formed Unicode",
});

/** The fault for a field that is not in the schema. */
const unknownField = (path: readonly PropertyKey[]): FieldFault => ({
  path: faultPath(path),
  message: "is not known",
});

/** The error for a member name that is forbidden in every body. */
const refusedName = (name: string): DomainError => validationFailed([unknownField([name])]);

/** The parts of an event that the parser reads, and the member in which it leaves the body. */
interface WithBody {
  headers: Readonly<Record<string, string | undefined>>;
  body?: unknown;
  isBase64Encoded: boolean;
}

export const JSON_TYPE = "application/json";
const isJson = /^application\/(?:[a-z0-9.+-]{1,100}\+)?json$/;

// We have already checked the media type more strictly.
const parser = httpJsonBodyParser({ disableContentTypeCheck: true });

/** @throws DomainError `payload_too_large` for a body above the entry's limit */
export function requireWeight(bytes: Uint8Array, limits: BodyLimits): void {
  if (bytes.length <= limits.bytes) return;
  const detail = `The body is larger than the ${limits.bytes} bytes that are read here.`;
  throw new DomainError("payload_too_large", detail);
}

/**
 * Replaces the event's body by the JSON that it contains, after limiting how deeply it nests and how
 * many values it holds.
 * @param bytes the body as sent
 * @param mediaTypes what the entry reads
 * @throws DomainError `unsupported_media_type`, `malformed_json`, `payload_too_large`;
 *   `validation_failed` for a member named `__proto__`, or a `constructor` with a `prototype`
 */
export function parseJsonBody(
  event: WithBody,
  bytes: Buffer,
  { values }: BodyLimits,
  mediaTypes: readonly string[],
): void {
  const sent = mediaTypeOf(event.headers["content-type"]);
  if (!mediaTypes.includes(JSON_TYPE) || !isJson.test(sent)) {
    const detail = `The body must be ${mediaTypes.join(" or ")}.`;
    throw new DomainError("unsupported_media_type", detail);
  }
  if (!isUtf8(bytes)) throw new DomainError("malformed_json", "The body is not UTF-8.");
  const passed = passedBound(bytes.toString("utf8"), values);
  if (passed === "levels") {
    const detail = `The body nests deeper than ${MAX_LEVELS} levels.`;
    throw new DomainError("malformed_json", detail);
  }
  if (passed === "values") {
    const detail = `The body holds more than the ${values} values and names that are read here.`;
    throw new DomainError("payload_too_large", detail);
  }
  try {
    parser.before?.({ event } as Parameters<NonNullable<typeof parser.before>>[0]);
  } catch (fault) {
    const { cause } = fault as { cause?: { data?: unknown; message?: unknown } };
    if (cause?.message === undefined && typeof cause?.data === "string") {
      throw refusedName(cause.data);
    }
    throw new DomainError("malformed_json", "The body is not a JSON document.");
  }
}

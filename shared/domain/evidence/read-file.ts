import type * as z from "zod/mini";
import { oddMember, tokensOf } from "#shared/domain/odd-member.ts";
import { parseBounded } from "#shared/domain/text/text.ts";
import { type ClearanceFile, clearanceFileSchema } from "./clearance-file.ts";
import {
  type EvidenceFile,
  evidenceFileSchema,
  type Receipt,
  receiptSchema,
} from "./evidence-file.ts";
import { type PanelFile, panelFileSchema } from "./panel-file.ts";
import { type SystemsFile, systemsFileSchema } from "./systems-file.ts";

/** What a file contains: bundles, those of a panel, a receipt, a clearance, or nothing to judge. */
export type Read =
  | { kind: "bundles"; bundles: readonly Part<EvidenceFile>[] }
  | { kind: "panel"; part: Part<PanelFile> }
  | { kind: "receipt"; part: Part<Receipt> }
  | { kind: "clearance"; part: Part<ClearanceFile> }
  | { kind: "systems"; part: Part<SystemsFile> }
  | { kind: "unreadable"; reason: string };

/** A part that fits its schema, or what is wrong with it. */
export type Part<T> = { value: T } | { faults: readonly string[]; request_id: string | null };

/** Reads a file from outside: a bundle, an export of many, or a receipt. */
export function readEvidenceText(text: string): Read {
  const parsed = parse(text);
  if ("reason" in parsed) return { kind: "unreadable", reason: parsed.reason };
  const { value } = parsed;
  if (!isObject(value)) return { kind: "unreadable", reason: "it is not a bundle" };
  if (Array.isArray(value.bundles) && isExport(value)) {
    if (value.bundles.length === 0) return { kind: "unreadable", reason: "it has no bundles" };
    return {
      kind: "bundles",
      bundles: value.bundles.map((one) => partOf(evidenceFileSchema(), one)),
    };
  }
  if ("row" in value && !("audit" in value)) {
    return { kind: "receipt", part: partOf(receiptSchema(), value) };
  }
  if (value.version === 1 && isObject(value.panel)) {
    return { kind: "panel", part: partOf(panelFileSchema(), value) };
  }
  if ("blockers" in value && "approvals" in value) {
    return { kind: "clearance", part: partOf(clearanceFileSchema(), value) };
  }
  if ("blockers" in value && "systems" in value) {
    return { kind: "systems", part: partOf(systemsFileSchema(), value) };
  }
  if (value.version !== 1 || !isObject(value.request)) {
    return {
      kind: "unreadable",
      reason: "it is not a bundle of version 1, an export or a receipt",
    };
  }
  return { kind: "bundles", bundles: [partOf(evidenceFileSchema(), value)] };
}

/** An export, or a page of one: a room hands exports out page by page. */
const isExport = ({ bundles: _, next_cursor = null, ...more }: Json): boolean =>
  (next_cursor === null || typeof next_cursor === "string") && Object.keys(more).length === 0;

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The most values in a file: the time for everything done with it grows with their number. */
const MAX_VALUES = 1_000_000;

/** Refuses what two parsers could read differently, or no program could read within seconds. */
function parse(text: string): { value: unknown } | { reason: string } {
  let value: unknown;
  try {
    value = parseBounded(text, { values: MAX_VALUES });
  } catch {
    return { reason: "it is not JSON of at most 64 levels and 1,000,000 values" };
  }
  for (const token of tokensOf(text)) {
    if (token.startsWith('"')) {
      if (!(JSON.parse(token) as string).isWellFormed()) {
        return { reason: "it contains text that is not well-formed Unicode" };
      }
    } else if (!/^(?:[{}[\],]|true|false|null)$/.test(token) && !isCanonicalNumber(token)) {
      return { reason: "it contains a number that no bundle has" };
    }
  }
  const odd = oddMember(text);
  return odd === null ? { value } : { reason: odd };
}

/**
 * Whether a number is spelled as RFC 8785 spells it, so that every parser reads the same value. A whole
 * number must be a safe integer.
 */
function isCanonicalNumber(token: string): boolean {
  const value = Number(token);
  const isExact = Number.isSafeInteger(value) || !Number.isInteger(value);
  return isExact && JSON.stringify(value) === token;
}

function partOf<T>(schema: z.ZodMiniType<T>, value: unknown): Part<T> {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data };
  const faults = result.error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join(".");
    const at = (name: string) => (path === "" ? name : `${path}.${name}`);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => `${at(key)} does not belong here`);
    }
    return [`${path} is ${isMissing(value, issue.path) ? "missing" : "not valid"}`];
  });
  const request = isObject(value) && isObject(value.request) ? value.request.id : null;
  return { faults, request_id: typeof request === "string" ? request : null };
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  let at = value;
  for (const name of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return true;
    at = (at as Record<PropertyKey, unknown>)[name];
  }
  return false;
}

import type { FieldFault } from "#shared/domain/errors.ts";
import { cut, visibleLine } from "#shared/domain/text.ts";

/** At most this many faults are reported at once; a body can hold a million. */
export const MOST_FAULTS = 100;
const LONGEST_SEGMENT = 100;

/** The path of a fault, its segments as the caller named them: shortened, nothing in them hidden. */
export const faultPath = (segments: readonly PropertyKey[]): string =>
  segments.map((segment) => visibleLine(cut(String(segment), LONGEST_SEGMENT))).join(".");

/**
 * Every text, key or value, at any depth, that is not well-formed Unicode (contract, "Text").
 */
export function textFaults(value: unknown, root: string[] = []): FieldFault[] {
  const faults: FieldFault[] = [];
  const open: { value: unknown; path: readonly string[] }[] = [{ value, path: root }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (faults.length >= MOST_FAULTS) break;
    const { value, path } = next;
    if (typeof value === "string" && !value.isWellFormed()) faults.push(notText(path));
    if (typeof value !== "object" || value === null) continue;
    for (const key of Object.keys(value)) {
      const inside = [...path, key];
      if (!key.isWellFormed()) faults.push(notText(inside));
      open.push({ value: (value as Record<string, unknown>)[key], path: inside });
    }
  }
  return faults;
}

const notText = (path: readonly string[]): FieldFault => ({
  path: faultPath(path),
  message: "must be well-formed Unicode",
});

/** A field that no schema names. */
export const unknownField = (path: readonly PropertyKey[]): FieldFault => ({
  path: faultPath(path),
  message: "This field is not known.",
});

import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { MAX_LEVELS } from "#shared/domain/text/text.ts";

/**
 * A value from outside as canonical JSON (RFC 8785) with well-formed text. The table's maps cannot hold
 * a member called `constructor`, an empty name, or values of any depth.
 * @returns undefined if it cannot be written: nested too deeply, or a number out of range
 */
export function plainJson(value: unknown): string | undefined {
  const plain = wellFormed(value, MAX_LEVELS);
  return plain === undefined ? undefined : canonicalJson(plain);
}

/** Builds objects without a prototype, so that `__proto__` is an ordinary member. */
function wellFormed(value: unknown, levels: number): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => wellFormed(item, levels - 1));
    return items.includes(undefined) ? undefined : items;
  }
  const plain: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const kept = wellFormed(member, levels - 1);
    if (kept === undefined) return undefined;
    plain[name.toWellFormed()] = kept;
  }
  return plain;
}

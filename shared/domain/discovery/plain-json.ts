import { canonicalJson } from "#shared/domain/canonical.ts";

/** Deeper than any resource is described; what walks a value must not run out of stack. */
const DEEPEST = 100;

/**
 * A value that others wrote, as canonical JSON (RFC 8785): the same bytes for the same value,
 * whatever the order it came in, with text made well-formed. Stored as text it keeps what no map of
 * the table can: a member called `constructor`, an empty name, any depth.
 * @returns undefined for what cannot be written: nested too deeply, or a number out of range
 */
export function plainJson(value: unknown): string | undefined {
  const plain = wellFormed(value, DEEPEST);
  return plain === undefined ? undefined : canonicalJson(plain);
}

/** Objects without a prototype: a member called `__proto__` is one like any other. */
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

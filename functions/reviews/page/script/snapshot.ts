import type { Review } from "./api.ts";
import { hex } from "./format.ts";

/** RFC 8785 for the types that rules use (objects, lists and text; keys sorted by UTF-16 units). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join()}}`;
}

/**
 * Recomputes the snapshot hash from the rules as shown, and compares it.
 * @returns null if the browser offers no digest (a page without TLS)
 */
export async function isPinned({ framework, rules, rule_version_hash }: Review) {
  if (!globalThis.crypto?.subtle) return null;
  const full = rules
    .map((rule) => ({ ...rule, framework_id: framework.id }))
    .sort((a, b) => (a.use_case_id < b.use_case_id ? -1 : 1));
  const bytes = new TextEncoder().encode(canonical(full));
  return hex(await crypto.subtle.digest("SHA-256", bytes)) === rule_version_hash;
}

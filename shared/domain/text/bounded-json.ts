/*
 * JSON from outside: how deep it may nest, and a walk over it whose cost is proportional to its
 * bytes, whatever its shape. Pure and dependency-free: shared by functions, pages and the verifier.
 */

/** The most levels of objects and arrays in JSON from outside (contract, "Conventions"). */
export const MOST_LEVELS = 64;

type Reviver = (name: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * Parses JSON text from outside. Values that are nested deeper than {@link MOST_LEVELS} are
 * refused before they are built, so that what walks them afterwards may recurse.
 * @throws SyntaxError for text that is not JSON or nests too deeply
 */
export function parseBounded(text: string, reviver?: Reviver): unknown {
  if (isDeeperThan(MOST_LEVELS, text)) {
    throw new SyntaxError(`Nested deeper than ${MOST_LEVELS} levels.`);
  }
  return JSON.parse(text, reviver);
}

/**
 * Whether a JSON text nests objects and arrays deeper than `levels`. One pass over the text; braces
 * inside strings do not count.
 */
export function isDeeperThan(levels: number, text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) {
      inString = true;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
    }
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Where a value is: its name or index, and the place of what contains it; null at the root. */
export type Place = { readonly name: string; readonly within: Place } | null;

/** The names from the root to a place. Costs its depth: for places that are reported. */
export function pathTo(place: Place): string[] {
  const names: string[] = [];
  for (let at = place; at !== null; at = at.within) names.push(at.name);
  return names.reverse();
}

/**
 * Visits every text of a parsed JSON value, names of members included, without recursion and
 * without copying paths.
 * @param visit returns false to end the walk; a name's place is the one of its member
 */
export function eachText(root: unknown, visit: (text: string, place: Place) => boolean): void {
  const open: { value: unknown; place: Place }[] = [{ value: root, place: null }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, place } = next;
    if (typeof value === "string" && !visit(value, place)) return;
    if (typeof value !== "object" || value === null) continue;
    for (const name of Object.keys(value)) {
      const inside = { name, within: place };
      if (!Array.isArray(value) && !visit(name, inside)) return;
      const member = (value as Readonly<Record<string, unknown>>)[name];
      const isLeaf = typeof member !== "string" && (typeof member !== "object" || member === null);
      if (!isLeaf) open.push({ value: member, place: inside });
    }
  }
}

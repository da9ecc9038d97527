/*
 * Finds the rows that a row names by their hashes. The log takes those first, so that the rows on which
 * a row rests cannot be added later.
 */

/** Members of a context that name a row. */
const names: ReadonlySet<string> = new Set(["row_hash", "counsel_head", "link"]);

const HASH = /^[0-9a-f]{64}$/;
const MAX_LEVELS = 4;

/** The hashes that a row's context names, each once. */
export const namedRows = ({
  context,
}: {
  context: Readonly<Record<string, unknown>>;
}): string[] => [...new Set(hashesIn(context, MAX_LEVELS))];

function hashesIn(value: unknown, levels: number): string[] {
  if (typeof value !== "object" || value === null || levels === 0) return [];
  if (Array.isArray(value)) return value.flatMap((one) => hashesIn(one, levels - 1));
  return Object.entries(value).flatMap(([name, inside]) =>
    names.has(name) && typeof inside === "string" && HASH.test(inside)
      ? [inside]
      : hashesIn(inside, levels - 1),
  );
}

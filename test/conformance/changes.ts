import type { Bundle } from "#test/support/forge-bundle.ts";

/** A copy of a file with one thing changed. */
export const changed = (from: Bundle, change: (copy: Bundle) => unknown): Bundle => {
  const copy = structuredClone(from);
  change(copy);
  return copy;
};

/** Puts another value in a place, as in "request.status". */
export const set =
  (path: string, value: unknown) =>
  (file: Bundle): void => {
    const names = path.split(".");
    const last = names.pop() as string;
    names.reduce((at, name) => at[name], file)[last] = value;
  };

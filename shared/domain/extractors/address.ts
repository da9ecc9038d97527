import { withoutTrailing } from "#shared/domain/trailing.ts";

/**
 * An address below a base: the base's own path stays, a slash at its end does not double, its query
 * and fragment go. Segments are encoded one by one, so that none can climb out of the path.
 */
export function below(base: string, segments: readonly string[], query?: string): string {
  const url = new URL(base);
  const path = withoutTrailing("/", url.pathname);
  url.pathname = `${path}/${segments.map(encodeURIComponent).join("/")}`;
  url.search = query ?? "";
  url.hash = "";
  return url.href;
}

/** What may be recorded of an address: the query often holds a function's key. */
export const withoutQuery = (address: string): string => address.split(/[?#]/)[0] ?? "";

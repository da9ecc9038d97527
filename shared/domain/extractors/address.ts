import { withoutTrailing } from "#shared/domain/text/text.ts";

/**
 * A URL below a base: keeps the base's path, does not double its trailing slash, drops its query
 * and fragment. Segments are encoded one by one, so that none can escape the path.
 */
export function below(base: string, segments: readonly string[], query?: string): string {
  const url = new URL(base);
  const path = withoutTrailing("/", url.pathname);
  url.pathname = `${path}/${segments.map(encodeURIComponent).join("/")}`;
  url.search = query ?? "";
  url.hash = "";
  return url.href;
}

/** The part of an address that may be recorded: the query often contains a function's key. */
export const withoutQuery = (address: string): string => address.split(/[?#]/)[0] ?? "";

import { DomainError } from "#shared/domain/errors.ts";

/**
 * Whether a caller asks for JSON explicitly. Browsers, link scanners and previews do not: a
 * wildcard or missing Accept gets the page, and so does a browser's prefetch.
 */
export function wantsJson(headers: Readonly<Record<string, string | undefined>>): boolean {
  if (isPrefetch(headers)) return false;
  const weights = weightsIn(headers.accept ?? "");
  const json = Math.max(0, ...[...weights].filter(isJson).map(([, weight]) => weight));
  const html = weights.get("text/html") ?? weights.get("text/*") ?? weights.get("*/*") ?? 0;
  const xhtml = weights.get("application/xhtml+xml") ?? 0;
  return json > 0 && json >= Math.max(html, xhtml);
}

/**
 * Requires that a caller asks for a PDF by that name, and not ahead of any click. A program that
 * follows a link on its own does not ask for one.
 * @throws DomainError `not_acceptable`
 */
export function requirePdfWanted(headers: Readonly<Record<string, string | undefined>>): void {
  const weight = weightsIn(headers.accept ?? "").get("application/pdf") ?? 0;
  if (weight > 0 && !isPrefetch(headers)) return;
  throw new DomainError(
    "not_acceptable",
    "This is a file: ask for it with the header Accept: application/pdf, or open it from counsel's page.",
  );
}

/** Whether a browser fetches ahead of any click, or for a preview. */
export const isPrefetch = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  /prefetch|prerender|preview/i.test(headers["sec-purpose"] ?? headers.purpose ?? "");

const isJson = ([type]: [string, number]): boolean =>
  type === "application/json" || (type.startsWith("application/") && type.endsWith("+json"));

/** Media type → weight (RFC 9110, 12.5.1); an invalid weight counts as 0. */
function weightsIn(accept: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = part.split(";").map((text) => text.trim());
    const q = parameters.find((text) => text.startsWith("q="))?.slice(2);
    const weight = q === undefined ? 1 : Number(q);
    weights.set(type, weight >= 0 && weight <= 1 ? weight : 0);
  }
  return weights;
}

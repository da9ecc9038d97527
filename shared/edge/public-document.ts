import { createHash } from "node:crypto";

interface Cached {
  status: 200;
  text: string;
  headers: Record<string, string>;
}
type Unchanged = { status: 304; headers: Record<string, string> };

/** How long verifiers may cache the issuer's documents, seconds (as the best issuers say). */
export const JWKS_MAX_AGE_S = 300;
export const CONFIGURATION_MAX_AGE_S = 3600;

/** A public JSON document with a strong ETag; 304 for a caller that already has it. */
export function publicDocument(
  document: unknown,
  maxAgeSeconds: number,
  requestHeaders: Readonly<Record<string, string>>,
): Cached | Unchanged {
  const text = JSON.stringify(document);
  const etag = etagOf(text);
  const headers = { etag, "cache-control": `public, max-age=${maxAgeSeconds}` };
  if (isNamed(requestHeaders, etag)) return { status: 304, headers };
  return { status: 200, text, headers: { ...headers, "content-type": "application/json" } };
}

/** A strong ETag of an answer's text. */
const etagOf = (text: string): string =>
  `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"`;

/** The header that identifies an answer by its content. */
export const tagged = (answer: object): { etag: string } => ({
  etag: etagOf(JSON.stringify(answer)),
});

/** Whether the caller already has the answer with this ETag. */
export const isNamed = (headers: Readonly<Record<string, string>>, etag: string): boolean =>
  names(headers["if-none-match"] ?? "", etag);

/** If-None-Match compares weakly, takes a list, and `*` for anything (RFC 9110, 13.1.2). */
const names = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === etag || tag === "*");

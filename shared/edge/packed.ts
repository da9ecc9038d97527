import type { Access, Route } from "#shared/routes/contract/route.ts";
import { takesGzip } from "#shared/routes/contract/takes-gzip.ts";
import type { Answer } from "./problem.ts";

/** What fits in one packet arrives no sooner when it is shorter. */
const WORTH_CHARACTERS = 1400;

const signedIn: ReadonlySet<Access> = new Set<Access>(["user", "org", "platform"]);

/**
 * A long answer to somebody signed in, compressed for a caller who accepts gzip; API Gateway's HTTP
 * APIs compress nothing. Their token is a header that no other site can have a browser send, so
 * lengths tell nobody what an answer holds (BREACH).
 */
export function packed(route: Route, acceptEncoding: string | undefined, answer: Answer): Answer {
  const { body, headers, isBase64Encoded } = answer;
  if (route.method !== "GET" || !signedIn.has(route.access)) return answer;
  if (isBase64Encoded === true || body.length < WORTH_CHARACTERS) return answer;
  const vary = headers.vary === undefined ? "Accept-Encoding" : `${headers.vary}, Accept-Encoding`;
  if (!takesGzip(acceptEncoding)) return { ...answer, headers: { ...headers, vary } };
  // Loaded by the first long answer: most starts of a function need none of it.
  const { gzipSync } = process.getBuiltinModule("node:zlib");
  return {
    ...answer,
    headers: { ...headers, vary, "content-encoding": "gzip" },
    body: gzipSync(body).toString("base64"),
    isBase64Encoded: true,
  };
}

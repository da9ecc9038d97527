import type { Access, Route } from "#shared/routes/contract/route.ts";
import { takesGzip } from "#shared/routes/contract/takes-gzip.ts";
import type { Answer } from "./problem.ts";

/** An answer that fits in one packet gains nothing from being shorter. */
const WORTH_CHARACTERS = 1400;

const signedIn: ReadonlySet<Access> = new Set<Access>(["user", "org", "platform", "signed_in"]);

/** A page is the same for every link, and says nothing that its length could give away. */
const isPage = ({ headers }: Answer): boolean =>
  headers["content-type"]?.startsWith("text/html") ?? false;

/**
 * Compresses a long answer to a signed-in caller who accepts gzip, and counsel's pages; API
 * Gateway's HTTP APIs do not compress. The token is in a header that no other site can make a
 * browser send, so the lengths of answers cannot be exploited to read them (BREACH). What counsel's
 * link answers as JSON stays as it is: there the address is all it takes.
 */
export function compressed(
  route: Route,
  acceptEncoding: string | undefined,
  answer: Answer,
): Answer {
  const { body, headers, isBase64Encoded } = answer;
  if (route.method !== "GET") return answer;
  if (!signedIn.has(route.access) && !(route.access === "counsel" && isPage(answer))) return answer;
  if (isBase64Encoded === true || body.length < WORTH_CHARACTERS) return answer;
  const vary = headers.vary === undefined ? "Accept-Encoding" : `${headers.vary}, Accept-Encoding`;
  if (!takesGzip(acceptEncoding)) return { ...answer, headers: { ...headers, vary } };
  // Loaded on the first long answer: most cold starts do not need it.
  const { gzipSync } = process.getBuiltinModule("node:zlib");
  return {
    ...answer,
    headers: { ...headers, vary, "content-encoding": "gzip" },
    body: gzipSync(body).toString("base64"),
    isBase64Encoded: true,
  };
}

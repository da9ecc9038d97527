import type * as z from "zod/mini";
import {
  type Access,
  MAX_BODY_BYTES,
  type Onlooker,
  type ResponseSpec,
  type Route,
  takesGzip,
} from "#shared/routes/contract/route.ts";
import type { Answer } from "./problem.ts";
import { type Shaper, shaperOf } from "./shape.ts";

type JsonReply<R extends Route> = {
  [S in keyof R["responses"] & number]: R["responses"][S] extends {
    schema: infer B extends () => z.ZodMiniType;
  }
    ? { status: S; body: z.input<ReturnType<B>>; headers?: Record<string, string> }
    : { status: S; body?: never; headers?: Record<string, string> };
}[keyof R["responses"] & number];

/** An answer that is not JSON (the counsel page, a download), or is empty. */
interface TextReply<R extends Route> {
  status: keyof R["responses"] & number;
  text: string;
  headers: Record<string, string>;
}

/** A binary answer; API Gateway takes it in base64. */
interface BytesReply<R extends Route> {
  status: keyof R["responses"] & number;
  bytes: Uint8Array;
  headers: Record<string, string>;
}

export type Reply<R extends Route> = JsonReply<R> | TextReply<R> | BytesReply<R>;

/** The body of an entry's answers; of one that has none, whatever its function returns is dropped. */
export type BodyOf<R extends Route> = undefined extends JsonReply<R>["body"]
  ? unknown
  : JsonReply<R>["body"];

const shapers: Record<Onlooker, WeakMap<ResponseSpec, Shaper>> = {
  trusted: new WeakMap(),
  anybody: new WeakMap(),
  reader: new WeakMap(),
};

/** Built on the first answer of its kind: an instance that never gives one builds no schema. */
function shaperFor(spec: ResponseSpec | undefined, onlooker: Onlooker): Shaper | null {
  if (spec?.schema === undefined) return null;
  const known = shapers[onlooker];
  let shaper = known.get(spec);
  if (shaper === undefined) {
    shaper = shaperOf(spec.schema(), onlooker);
    known.set(spec, shaper);
  }
  return shaper;
}

/**
 * A function's reply in API Gateway's form. A JSON body holds only the fields that the entry declares,
 * and no link that its onlooker must not see.
 */
export function serialize(
  route: Route,
  onlooker: Onlooker,
  reply: {
    status: number;
    body?: unknown;
    text?: string;
    bytes?: Uint8Array;
    headers?: Record<string, string>;
  },
): Answer {
  const { status, text, bytes, headers } = reply;
  if (bytes !== undefined) {
    const body = Buffer.from(bytes).toString("base64");
    return { statusCode: status, headers: { ...headers }, body, isBase64Encoded: true };
  }
  if (text !== undefined) return { statusCode: status, headers: { ...headers }, body: text };
  const shape = shaperFor(route.responses[status], onlooker);
  if (shape === null) return { statusCode: status, headers: { ...headers }, body: "" };
  return {
    statusCode: status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(shape(reply.body)),
  };
}

/** An answer at an address that holds a token must not be framed, indexed, or leak that address. */
const linkHeaders = {
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  // A page that needs one of these says so itself.
  "permissions-policy":
    "camera=(), geolocation=(), microphone=(), publickey-credentials-create=(), publickey-credentials-get=()",
};

const hasLink = ({ access }: Route): boolean => access === "counsel" || access === "room";

/** Only answers that are the same for everybody may be cached, whatever their function says. */
export const unkept = ({ cacheable = false }: Route): Record<string, string> =>
  cacheable ? {} : { "cache-control": "no-store" };

interface Facts {
  requestId: string;
  origin: string | undefined;
  /** The one origin, besides our own, that may call from a browser. */
  consoleOrigin: string | undefined;
}

/** The headers that every answer of a function carries (contract, "Conventions"). */
export function responseHeaders(route: Route, facts: Facts): Record<string, string> {
  const mayRead = facts.consoleOrigin !== undefined && facts.origin === facts.consoleOrigin;
  return {
    "x-request-id": facts.requestId,
    "x-content-type-options": "nosniff",
    "strict-transport-security": "max-age=63072000; includeSubDomains",
    ...(hasLink(route) ? linkHeaders : {}),
    ...(route.anyOrigin ? { "access-control-allow-origin": "*" } : {}),
    ...(mayRead && !route.anyOrigin
      ? {
          "access-control-allow-origin": facts.origin as string,
          "access-control-expose-headers": "x-request-id, retry-after",
        }
      : {}),
    ...(facts.consoleOrigin !== undefined && !route.anyOrigin ? { vary: "Origin" } : {}),
  };
}

/** An answer that fits in one packet gains nothing from being shorter. */
const WORTH_CHARACTERS = 1400;

const signedIn: ReadonlySet<Access> = new Set<Access>(["user", "org", "platform", "signed_in"]);

/** A page is the same for every link, so its length reveals nothing. */
const isPage = ({ headers }: Answer): boolean =>
  headers["content-type"]?.startsWith("text/html") ?? false;

/** A program is the same for everybody, and public. */
const isProgram = ({ headers }: Answer): boolean =>
  headers["content-type"]?.startsWith("text/javascript") ?? false;

/** The most that a character of a body takes in an answer, as an escaped control character does. */
const MAX_CHARACTER_BYTES = 6;

/** Whether Lambda would not pass this answer on, so that the caller would get the gateway's 500. */
export const isTooLarge = (answer: Answer): boolean =>
  answer.body.length * MAX_CHARACTER_BYTES > MAX_BODY_BYTES / 2 &&
  Buffer.byteLength(JSON.stringify(answer)) > MAX_BODY_BYTES;

/**
 * Compresses long answers for callers who accept gzip: answers to signed-in callers, counsel's pages
 * and programs. API Gateway's HTTP APIs do not compress. The token is in a header that no other site
 * can make a browser send, so an attacker cannot read answers from their lengths (BREACH). JSON answers
 * under counsel's link are not compressed, because there the address alone gives access.
 */
export function compressed(
  route: Route,
  acceptEncoding: string | undefined,
  answer: Answer,
): Answer {
  const { body, headers, isBase64Encoded } = answer;
  // The trial run of an import (PUT) has a long answer, too.
  if (route.method !== "GET" && route.method !== "PUT") return answer;
  const isOpen = (route.access === "counsel" && isPage(answer)) || isProgram(answer);
  if (!signedIn.has(route.access) && !isOpen) return answer;
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

/** Headers of a reply that is saved as a file of that name. */
const attachment = (fileName: string, type: string) => ({
  "content-type": type,
  "content-disposition": `attachment; filename="${fileName}"`,
});

/** The reply with a requested bundle. */
export const bundleFile = ({ fileName, text }: { fileName: string; text: string }) => ({
  status: 200 as const,
  text,
  headers: attachment(fileName, "application/json"),
});

/** The reply with a requested certificate. */
export const certificateFile = ({ fileName, bytes }: { fileName: string; bytes: Uint8Array }) => ({
  status: 200 as const,
  bytes,
  headers: attachment(fileName, "application/pdf"),
});

/** A file that came from outside. It is saved, and no page may run its content. */
export const signedFile = ({
  fileName,
  bytes,
  isWhole,
}: {
  fileName: string;
  bytes: Uint8Array;
  isWhole: boolean;
}) => ({
  status: 200 as const,
  bytes,
  headers: {
    ...attachment(fileName, isWhole ? "application/pdf" : "application/octet-stream"),
    "content-security-policy": "default-src 'none'; sandbox",
  },
});

/** A program that is downloaded as one file, the same for everybody and cached for an hour. */
export const programFile = (fileName: string, text: string) => ({
  status: 200 as const,
  text,
  headers: {
    ...attachment(fileName, "text/javascript; charset=utf-8"),
    "cache-control": "public, max-age=3600",
  },
});

import * as z from "zod/mini";
import { sha256Hex } from "#shared/routes/contract/fields.ts";
import type { Route } from "#shared/routes/contract/route.ts";

/** A number of leaves: a whole number that JSON and JavaScript represent exactly. */
const size = () =>
  z
    .pipe(
      z.string().check(z.regex(/^(0|[1-9]\d{0,15})$/, "must be a number of leaves")),
      z.transform(Number),
    )
    .check(z.refine(Number.isSafeInteger, "must be a number of leaves"));

/** The evidence log as C2SP tlog-tiles serves it; everything here is public. */
export const getLogCheckpoint = {
  id: "getLogCheckpoint",
  area: "log",
  method: "GET",
  path: "/evidence/log/checkpoint",
  access: "public",
  summary:
    "The newest checkpoint of the evidence log, a signed note; the header Log-Forked-Since says since when nothing is signed",
  responses: { 200: { description: "The checkpoint", contentType: "text/plain" } },
  errors: ["not_found"],
  needs: { table: "read" },
  anyOrigin: true,
} as const satisfies Route;

export const getLogKey = {
  id: "getLogKey",
  area: "log",
  method: "GET",
  path: "/evidence/log/key",
  access: "public",
  summary: "The verifier keys of the evidence log, one a line, the two that sign now first",
  responses: { 200: { description: "The keys", contentType: "text/plain" } },
  errors: ["not_found"],
  needs: { table: "read" },
  anyOrigin: true,
} as const satisfies Route;

export const getLogKeyChanges = {
  id: "getLogKeyChanges",
  area: "log",
  method: "GET",
  path: "/evidence/log/keys",
  access: "public",
  summary: "The changes of the evidence log's keys, each a note under the old and the new ones",
  responses: { 200: { description: "The changes, oldest first", contentType: "text/plain" } },
  errors: ["not_found"],
  needs: { table: "read" },
  anyOrigin: true,
} as const satisfies Route;

export const getLogTile = {
  id: "getLogTile",
  area: "log",
  method: "GET",
  path: "/evidence/log/tile/{tile+}",
  access: "public",
  summary: "A tile of hashes, or under entries/ a bundle of entries; neither ever changes",
  params: () => z.object({ tile: z.string() }),
  responses: {
    200: { description: "The tile", contentType: "application/octet-stream" },
  },
  errors: ["not_found"],
  needs: { table: "read" },
  anyOrigin: true,
} as const satisfies Route;

export const getLogProof = {
  id: "getLogProof",
  area: "log",
  method: "GET",
  path: "/evidence/log/proof/{row_hash}",
  access: "public",
  summary: "The proof that a row is in the log: in the newest checkpoint, or in one of that size",
  params: () => z.object({ row_hash: sha256Hex() }),
  query: () => z.strictObject({ size: z.optional(size()) }),
  responses: {
    200: { description: "The proof, as C2SP tlog-proof", contentType: "text/plain" },
    202: { description: "The row waits for its leaf", contentType: "text/plain" },
  },
  errors: ["not_in_log"],
  needs: { table: "read" },
  anyOrigin: true,
} as const satisfies Route;

export const getLogConsistency = {
  id: "getLogConsistency",
  area: "log",
  method: "GET",
  path: "/evidence/log/consistency",
  access: "public",
  summary: "The proof that the tree of `from` leaves is the beginning of the tree of `to` leaves",
  query: () => z.strictObject({ from: size(), to: size() }),
  responses: {
    200: {
      description: "RFC 9162 consistency proof, one hash in base64 a line",
      contentType: "text/plain",
    },
  },
  errors: ["not_found"],
  needs: { table: "read" },
  anyOrigin: true,
} as const satisfies Route;

/** Every entry above, in the order of the OpenAPI document. */
export const logRoutes = {
  getLogCheckpoint,
  getLogKey,
  getLogKeyChanges,
  getLogTile,
  getLogProof,
  getLogConsistency,
};

import * as z from "zod/mini";
import { sha256Hex } from "#shared/routes/contract/fields.ts";
import { entriesOf } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "log", access: "public" });

/** A number of leaves: a whole number that JSON and JavaScript represent exactly. */
const size = () =>
  z
    .pipe(
      z.string().check(z.regex(/^(0|[1-9]\d{0,15})$/, "must be a number of leaves")),
      z.transform(Number),
    )
    .check(z.refine(Number.isSafeInteger, "must be a number of leaves"));

const certificate = () => z.object({ row_hash: sha256Hex(), log_proof: z.nullable(z.string()) });

/** The evidence log in the form of C2SP tlog-tiles. Everything here is public. */
export const getLogCheckpoint = /* @__PURE__ */ entry("getLogCheckpoint", {
  on: "GET /evidence/log/checkpoint",
  cacheable: true,
  summary:
    "The newest checkpoint of the evidence log, a signed note; the header Log-Forked-Since says since when nothing is signed",
  responses: { 200: { description: "The checkpoint", contentType: "text/plain" } },
  errors: ["not_found"],
  needs: { table: "read" },
  anyOrigin: true,
});

export const getLogKey = /* @__PURE__ */ entry("getLogKey", {
  on: "GET /evidence/log/key",
  cacheable: true,
  summary: "The verifier keys of the evidence log, one a line, the two that sign now first",
  responses: { 200: { description: "The keys", contentType: "text/plain" } },
  errors: ["not_found"],
  needs: { table: "read" },
  anyOrigin: true,
});

export const getLogKeyChanges = /* @__PURE__ */ entry("getLogKeyChanges", {
  on: "GET /evidence/log/keys",
  cacheable: true,
  summary: "The changes of the evidence log's keys, each a note under the old and the new ones",
  responses: { 200: { description: "The changes, oldest first", contentType: "text/plain" } },
  errors: ["not_found"],
  needs: { table: "read" },
  anyOrigin: true,
});

export const getLogTile = /* @__PURE__ */ entry("getLogTile", {
  on: "GET /evidence/log/tile/{tile+}",
  cacheable: true,
  summary: "A tile of hashes, or under entries/ a bundle of entries; neither ever changes",
  params: () => z.object({ tile: z.string() }),
  responses: {
    200: { description: "The tile", contentType: "application/octet-stream" },
  },
  errors: ["not_found"],
  needs: { table: "read" },
  anyOrigin: true,
});

export const getLogProof = /* @__PURE__ */ entry("getLogProof", {
  on: "GET /evidence/log/proof/{row_hash}",
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
});

export const getLogCertificate = /* @__PURE__ */ entry("getLogCertificate", {
  on: "GET /evidence/log/certificate/{sha256}",
  summary: "Whether the service drew a certificate of these bytes: its row, with the log's proof",
  params: () => z.object({ sha256: sha256Hex() }),
  responses: {
    200: { description: "The row and its proof, as C2SP tlog-proof", schema: certificate },
    202: { description: "The row waits for its leaf: log_proof is null", schema: certificate },
  },
  errors: ["not_in_log"],
  needs: { table: "read" },
  anyOrigin: true,
});

export const getLogConsistency = /* @__PURE__ */ entry("getLogConsistency", {
  on: "GET /evidence/log/consistency",
  cacheable: true,
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
});

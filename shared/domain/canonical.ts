import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** Lower-case hex SHA-256 over UTF-8 text or bytes. */
export const sha256Hex = (data: string | Uint8Array): string =>
  createHash("sha256").update(data).digest("hex");

/** Lower-case hex SHA-256 over the RFC 8785 text of a JSON value. */
export const canonicalHash = (value: unknown): string => sha256Hex(canonicalJson(value));

import * as z from "zod/mini";

/** An instant as the service writes it: ISO 8601 UTC with milliseconds. */
export const timestamp = () =>
  z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/));

/** A SHA-256 in lower-case hex. */
export const sha256Hex = () => z.string().check(z.regex(/^[0-9a-f]{64}$/));

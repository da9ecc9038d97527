import * as z from "zod/mini";

/** An id of the source host: digits as text; a number is accepted too, as in its own payloads. */
export const hostId = () =>
  z.pipe(
    z.union([z.string(), z.pipe(z.int(), z.transform(String))], {
      error: "must be a number, written in digits only",
    }),
    z.string().check(z.regex(/^[1-9]\d{0,18}$/, "must be a number, written in digits only")),
  );

/** A complete commit id (SHA-1 or SHA-256), in lower case. */
export const commitId = () =>
  z.pipe(
    z.string().check(z.regex(/^([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/, "must be 40 or 64 hex digits")),
    z.transform((id) => id.toLowerCase()),
  );

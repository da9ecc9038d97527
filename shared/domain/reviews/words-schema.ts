import * as z from "zod/mini";
import type { Commitment, DisclosedText, Words } from "./words.ts";

/* Counsel's words and what stands for them (words.ts), as schemas. */

/** What stands for a text: SHA-256 over its salt and its UTF-8, and its length in code points. */
export const commitmentSchema = (): z.ZodMiniType<Commitment> =>
  z.strictObject({
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    length: z.int(),
  });

/** A text of counsel's as answers have it; one that is kept back or was erased, by its commitment. */
export const wordsSchema = (): z.ZodMiniType<Words> => z.union([z.string(), commitmentSchema()]);

/** 16 random bytes, in hex. */
export const saltSchema = () =>
  z.string().check(z.regex(/^[0-9a-f]{32}$/, "must be 32 lower-case hex digits"));

/** A text of a row, by which its commitment can be checked. */
export const disclosedText = () =>
  z.strictObject({ path: z.string(), salt: saltSchema(), text: z.string() } satisfies Record<
    keyof DisclosedText,
    unknown
  >);

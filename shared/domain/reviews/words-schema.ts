import * as z from "zod/mini";
import type { Commitment, DisclosedText, Words } from "./words.ts";

/* The schemas of counsel's words and of the commitments that replace them (words.ts). */

/** The commitment to a text: SHA-256 over its salt and its UTF-8, and its length in code points. */
export const commitmentSchema = (): z.ZodMiniType<Commitment> =>
  z.strictObject({
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    length: z.int(),
  });

/** Counsel's text as answers contain it; if it is kept back or was erased, its commitment. */
export const wordsSchema = (): z.ZodMiniType<Words> => z.union([z.string(), commitmentSchema()]);

/** 16 random bytes, in hex. */
export const saltSchema = () =>
  z.string().check(z.regex(/^[0-9a-f]{32}$/, "must be 32 lower-case hex digits"));

/** A text of a row, with its salt, by which its commitment can be checked. */
export const disclosedText = () =>
  z.strictObject({ path: z.string(), salt: saltSchema(), text: z.string() } satisfies Record<
    keyof DisclosedText,
    unknown
  >);

import * as z from "zod/mini";
import { assertionSchema } from "#shared/domain/counsel/assertion-form.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { withoutControls, withoutHidden } from "#shared/domain/text/text-fields.ts";
import { maxCommentCharacters, maxFilenameCharacters, maxPdfBytes } from "./limits.ts";
import { referenceSchema } from "./reference.ts";
import { sentVerdicts } from "./rule-verdicts.ts";
import { decisions } from "./statuses.ts";
import { saltSchema } from "./words-schema.ts";

/** Padded base64, as browsers and libraries produce it. */
const base64 = () => z.base64("must be base64");

const comment = () =>
  z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.maxLength(maxCommentCharacters, `must have at most ${maxCommentCharacters} characters`),
          withoutControls(),
        ),
    ),
  );

const notPdf = "must be a PDF (it must start with %PDF-)";
const pdfStart = Buffer.from("%PDF-");
const isPdf = (content: Uint8Array): boolean =>
  pdfStart.equals(content.subarray(0, pdfStart.length));

/**
 * Whether base64 text contains a PDF. The first 8 characters are the first 6 bytes. Of a file that is too
 * large we say only that, later.
 */
const holdsPdf = ({ content_base64 }: { content_base64: string }): boolean =>
  Buffer.byteLength(content_base64, "base64") > maxPdfBytes ||
  isPdf(Buffer.from(content_base64.slice(0, 8), "base64"));

/** The decision form as JSON (contract, "Counsel-facing"). */
export const decisionFormSchema = () =>
  z.strictObject({
    decision: z.enum(decisions),
    comment: comment(),
    /** Counsel's name for the matter; it is not part of what counsel signs. */
    counsel_reference: z.optional(z.nullable(referenceSchema())),
    supplementary_pdf: z.optional(
      z.nullable(
        z
          .strictObject({
            filename: z.string().check(z.maxLength(maxFilenameCharacters), withoutHidden()),
            content_base64: base64(),
          })
          .check(z.refine(holdsPdf, notPdf)),
      ),
    ),
    /** Counsel's remarks on single rules; an empty list contains none. */
    rule_verdicts: z.optional(sentVerdicts()),
    /**
     * The salt of each text, 16 random bytes in hex, by the text's path: `decision_comment`,
     * `rule_verdicts.0.text`. They may be left out if there is no assertion.
     */
    salts: z.optional(z.record(z.string(), saltSchema())),
    /** The assertion made with counsel's own key, if a key is required. */
    assertion: z.optional(assertionSchema()),
  });

export type DecisionForm = z.output<ReturnType<typeof decisionFormSchema>>;

export const fault = (path: string, message: string): DomainError =>
  new DomainError("validation_failed", `Not valid: ${path}.`, { errors: [{ path, message }] });

/**
 * Checks the supplementary file. v1 does not store the file, only a placeholder with its digest.
 * @throws DomainError `payload_too_large` above 4 MiB, `validation_failed` if it is not a PDF
 */
export function checkPdf(content: Uint8Array): void {
  if (content.byteLength > maxPdfBytes) {
    throw new DomainError(
      "payload_too_large",
      `supplementary_pdf must be at most ${maxPdfBytes} bytes.`,
      { errors: [{ path: "supplementary_pdf", message: "is too large" }] },
    );
  }
  if (!isPdf(content)) throw fault("supplementary_pdf", notPdf);
}

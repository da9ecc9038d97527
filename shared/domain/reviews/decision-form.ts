import * as z from "zod/mini";
import { assertionSchema } from "#shared/domain/counsel/assertion-form.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { parseBounded } from "#shared/domain/text/text.ts";
import { withoutControls, withoutHidden } from "#shared/domain/text/text-fields.ts";
import {
  MOST_DECISION_VALUES,
  maxCommentCharacters,
  maxFilenameCharacters,
  maxPdfBytes,
} from "./limits.ts";
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
          z.maxLength(maxCommentCharacters, `must be at most ${maxCommentCharacters} characters`),
          withoutControls(),
        ),
    ),
  );

/** The decision form as JSON (contract, "Counsel-facing"). */
export const decisionFormSchema = () =>
  z.strictObject({
    decision: z.enum(decisions),
    comment: comment(),
    supplementary_pdf: z.optional(
      z.nullable(
        z.strictObject({
          filename: z.string().check(z.maxLength(maxFilenameCharacters), withoutHidden()),
          content_base64: base64(),
        }),
      ),
    ),
    /** What is said of single rules; an empty list says nothing. */
    rule_verdicts: z.optional(sentVerdicts()),
    /**
     * For each text 16 random bytes in hex, by its path: `decision_comment`, `rule_verdicts.0.text`.
     * Without an assertion they may be left out.
     */
    salts: z.optional(z.record(z.string(), saltSchema())),
    /** Made with counsel's own key, if one is required. */
    assertion: z.optional(assertionSchema()),
  });

export type DecisionForm = z.output<ReturnType<typeof decisionFormSchema>>;

const fault = (path: string, message: string): DomainError =>
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
  if (!Buffer.from(content.subarray(0, 5)).equals(Buffer.from("%PDF-"))) {
    throw fault("supplementary_pdf", "must be a PDF (it must start with %PDF-)");
  }
}

/** The multipart fields that contain JSON text. */
const jsonFields: ReadonlySet<string> = new Set(["assertion", "rule_verdicts", "salts"]);

/** Parses a multipart field that contains JSON text. */
function jsonIn(name: string, text: string): unknown {
  try {
    return parseBounded(text, { values: MOST_DECISION_VALUES });
  } catch {
    throw fault(name, "must be JSON text");
  }
}

/** The form as multipart/form-data: the same fields, with the file as a part. */
export interface MultipartFields {
  fields: readonly (readonly [string, string | Uint8Array])[];
}

/**
 * Converts multipart fields to the shape of the JSON form, so that one schema checks both.
 * @throws DomainError `validation_failed` for a field sent twice or of the wrong kind
 */
export function formOfFields({ fields }: MultipartFields): {
  form: Record<string, unknown>;
  pdf: Uint8Array | null;
} {
  // Field names come from outside: without a prototype, none has a special meaning.
  const form: Record<string, unknown> = Object.create(null);
  let pdf: Uint8Array | null = null;
  for (const [name, value] of fields) {
    if (name in form || (name === "supplementary_pdf" && pdf !== null)) {
      throw fault(name, "appears more than once");
    }
    if (name === "supplementary_pdf") {
      if (typeof value === "string") throw fault(name, "must be a file");
      pdf = value;
    } else if (typeof value === "string") {
      form[name] = jsonFields.has(name) ? jsonIn(name, value) : value;
    } else {
      throw fault(name, "must not be a file");
    }
  }
  return { form, pdf: pdf !== null && pdf.byteLength > 0 ? pdf : null };
}

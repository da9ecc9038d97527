import { parseBounded } from "#shared/domain/text/text.ts";
import { fault } from "./decision-form.ts";
import { MAX_DECISION_VALUES } from "./limits.ts";

/** The multipart fields that contain JSON text. */
const jsonFields: ReadonlySet<string> = new Set(["assertion", "rule_verdicts", "salts"]);

/** Parses a multipart field that contains JSON text. */
function jsonIn(name: string, text: string): unknown {
  try {
    return parseBounded(text, { values: MAX_DECISION_VALUES });
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
  return { form, pdf };
}

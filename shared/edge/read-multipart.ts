import { isUtf8 } from "node:buffer";
import { DomainError, type FieldFault } from "#shared/domain/errors.ts";
import { formOfFields } from "#shared/domain/reviews/decision-fields.ts";
import { checkPdf, decisionFormSchema } from "#shared/domain/reviews/decision-form.ts";
import { collected, NOT_UTF8, parsePart } from "./input.ts";

/** A form has six fields. Each part of a body costs work, even an empty one. */
const MAX_PARTS = 20;

/** How many times the line that separates parts occurs. Stops counting above the limit. */
function partsIn(rawBody: Buffer, contentType: string): number {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  if (boundary === null) return 0;
  const line = `--${boundary[1] ?? boundary[2]}`;
  let parts = 0;
  for (let at = rawBody.indexOf(line); at >= 0 && parts <= MAX_PARTS; parts += 1) {
    at = rawBody.indexOf(line, at + line.length);
  }
  return parts;
}

/**
 * A text of the form. The reader would replace bytes that are not UTF-8, so it gets each byte of the
 * form as a character of its own, and this turns them back.
 */
function textOf(characters: string): string {
  const bytes = Buffer.from(characters, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : NOT_UTF8;
}

/** The decision form as multipart/form-data. @throws DomainError `validation_failed` */
export async function readMultipart(rawBody: Buffer, contentType: string) {
  if (partsIn(rawBody, contentType) > MAX_PARTS) {
    throw new DomainError("payload_too_large", `The form has more than ${MAX_PARTS} parts.`);
  }
  const fields: [string, string | Uint8Array][] = [];
  try {
    const response = new Response(rawBody.toString("latin1"), {
      headers: { "content-type": contentType },
    });
    for (const [name, value] of await response.formData()) {
      // A browser sends a file field in which nothing was chosen as an empty file without a name.
      if (typeof value !== "string" && value.name === "" && value.size === 0) continue;
      const sent =
        typeof value === "string" ? textOf(value) : Buffer.from(await value.text(), "latin1");
      fields.push([textOf(name), sent]);
    }
  } catch {
    throw new DomainError("validation_failed", "The form could not be read.", {
      errors: [{ path: "", message: "must be a well-formed multipart/form-data body" }],
    });
  }
  const { form, pdf } = formOfFields({ fields });
  const faults: FieldFault[] = [];
  const parsed = collected(faults, () => parsePart(decisionFormSchema(), form));
  collected(faults, () => pdf === null || checkPdf(pdf));
  return { form: parsed(), pdf };
}

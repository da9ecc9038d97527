import { DomainError } from "#shared/domain/errors.ts";
import { formOfFields } from "#shared/domain/reviews/decision-fields.ts";
import { decisionFormSchema } from "#shared/domain/reviews/decision-form.ts";
import { parsePart } from "./input.ts";

/** A form has six fields. Each part of a body costs work, even an empty one. */
const MOST_PARTS = 20;

/** How many times the line that separates parts occurs. Stops counting above the limit. */
function partsIn(rawBody: Buffer, contentType: string): number {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  if (boundary === null) return 0;
  const line = `--${boundary[1] ?? boundary[2]}`;
  let parts = 0;
  for (let at = rawBody.indexOf(line); at >= 0 && parts <= MOST_PARTS; parts += 1) {
    at = rawBody.indexOf(line, at + line.length);
  }
  return parts;
}

/** The decision form as multipart/form-data. @throws DomainError `validation_failed` */
export async function readMultipart(rawBody: Buffer, contentType: string) {
  if (partsIn(rawBody, contentType) > MOST_PARTS) {
    throw new DomainError("payload_too_large", `The form has more than ${MOST_PARTS} parts.`);
  }
  const fields: [string, string | Uint8Array][] = [];
  try {
    const response = new Response(new Uint8Array(rawBody), {
      headers: { "content-type": contentType },
    });
    for (const [name, value] of await response.formData()) {
      fields.push([
        name,
        typeof value === "string" ? value : new Uint8Array(await value.arrayBuffer()),
      ]);
    }
  } catch {
    throw new DomainError("validation_failed", "The form could not be read.", {
      errors: [{ path: "", message: "must be a well-formed multipart/form-data body" }],
    });
  }
  const { form, pdf } = formOfFields({ fields });
  return { form: parsePart(decisionFormSchema(), form), pdf };
}

import { DomainError } from "#shared/domain/errors.ts";
import type { Language } from "#shared/domain/language.ts";
import {
  checkPdf,
  type DecisionForm,
  decisionFormSchema,
  formOfFields,
} from "#shared/domain/reviews/decision-form.ts";
import type { DecisionRequest } from "#shared/domain/reviews/decision-request.ts";
import { documentDigest } from "#shared/domain/reviews/transitions.ts";
import { parsePart } from "./input.ts";

interface Sent {
  /** The JSON form; undefined when the body is multipart. */
  body: DecisionForm | undefined;
  headers: Readonly<Record<string, string>>;
  rawBody: Buffer;
  query: { lang?: Language | undefined };
}

/**
 * The decision as sent, as JSON or as multipart/form-data.
 * @throws DomainError `validation_failed`, `payload_too_large`
 */
export async function readDecision({
  body,
  headers,
  rawBody,
  query,
}: Sent): Promise<DecisionRequest> {
  const { form, pdf } =
    body === undefined
      ? await readMultipart(rawBody, headers["content-type"] ?? "")
      : { form: body, pdf: fileOf(body) };
  if (pdf !== null) checkPdf(pdf);
  return {
    decision: form.decision,
    comment: form.comment ?? null,
    document: documentDigest(pdf),
    rule_verdicts: form.rule_verdicts?.length ? form.rule_verdicts : null,
    salts: form.salts ?? null,
    language: query.lang ?? null,
    assertion: form.assertion ?? null,
  };
}

const fileOf = ({ supplementary_pdf }: DecisionForm): Uint8Array | null =>
  supplementary_pdf ? Buffer.from(supplementary_pdf.content_base64, "base64") : null;

/** A form has five fields; each part of a body costs work, whatever it holds. */
const MOST_PARTS = 20;

/** How many times the line that separates parts occurs, as far as it matters. */
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

async function readMultipart(rawBody: Buffer, contentType: string) {
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

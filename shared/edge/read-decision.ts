import type { Language } from "#shared/domain/language.ts";
import { checkPdf, type DecisionForm } from "#shared/domain/reviews/decision-form.ts";
import type { DecisionRequest } from "#shared/domain/reviews/decision-request.ts";
import type { RuleVerdict } from "#shared/domain/reviews/rule-verdicts.ts";
import { documentDigest } from "#shared/domain/reviews/transitions.ts";
import { offeredLanguages } from "#shared/use-cases/counsel/offered-languages.ts";
import { refuseFaults } from "./input.ts";

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
      ? await multipart(rawBody, headers["content-type"] ?? "")
      : { form: body, pdf: fileOf(body) };
  return {
    decision: form.decision,
    comment: form.comment ?? null,
    counsel_reference: form.counsel_reference ?? null,
    document: documentDigest(pdf),
    rule_verdicts: form.rule_verdicts?.length ? form.rule_verdicts.map(withoutEmpty) : null,
    salts: form.salts ?? null,
    language: offered(query.lang),
    assertion: form.assertion ?? null,
  };
}

/** Leaves out a list without proposals, as an empty list of verdicts is left out. */
function withoutEmpty({ suggestions = [], ...said }: RuleVerdict): RuleVerdict {
  return suggestions.length === 0 ? said : { ...said, suggestions };
}

/** @throws DomainError `validation_failed` for a language that this stage does not offer */
function offered(language: Language | undefined): Language | null {
  const languages = offeredLanguages();
  const isOffered = language === undefined || languages.includes(language);
  const message = `must be one of ${languages.join(", ")}`;
  refuseFaults(isOffered ? [] : [{ path: "lang", message }]);
  return language ?? null;
}

/** Counsel's page sends JSON, so the multipart reader is loaded only for the other form. */
const multipart = async (rawBody: Buffer, contentType: string) =>
  (await import("./read-multipart.ts")).readMultipart(rawBody, contentType);

function fileOf({ supplementary_pdf }: DecisionForm): Uint8Array | null {
  if (!supplementary_pdf) return null;
  const pdf = Buffer.from(supplementary_pdf.content_base64, "base64");
  checkPdf(pdf);
  return pdf;
}

import { assertionSchema } from "#shared/domain/counsel/assertion-form.ts";
import { wordsOf } from "#shared/domain/counsel/counsel-key.ts";
import { questionsIn } from "#shared/domain/reviews/question.ts";
import { wordsText } from "#shared/domain/reviews/words-text.ts";
import { outcomesOfReview } from "#shared/domain/standing/outcomes.ts";
import { countOf } from "#shared/domain/text/text.ts";
import { type ChainedRow, decisionRowIn, type EvidenceFile } from "../evidence-file.ts";
import { provenanceIn } from "../provenance.ts";
import { toldIn, toldRequest } from "../told.ts";
import {
  type Certificate,
  type CertificateFact,
  type CertificateRule,
  exceptText,
  type Issuer,
  inOrder,
  laterFact,
  logFacts,
  namesIn,
  outcomesText,
  proofOf,
  provenanceFacts,
  remarksIn,
  requestFacts,
  resultWords,
  ruleOf,
} from "./parts.ts";

interface Given extends Issuer {
  file: EvidenceFile;
}

/**
 * The content of the certificate of a decided request. Every value is also in the attached bundle
 * (contract, room.md, section 3).
 * @returns null for a request that is not decided
 */
export function certificateOf({ file, ...issuer }: Given): Certificate | null {
  const { counsel } = file;
  const request = toldRequest(file);
  const row = decisionRowIn(file);
  const status = resultWords(request.status);
  if (row === undefined || status === null || counsel === null || request.decided_at === null) {
    return null;
  }
  const names = namesIn(file.rules);
  const rules = countOf(request.rule_use_case_ids.length, "rule");
  const outcomes = outcomesOfReview({ ...request, rule_names: inOrder(request, names) });
  const decided = [...outcomesText(outcomes), `${status}${exceptText(outcomes)}`].join("; ");
  return {
    title: "Certificate of review",
    lead: `${counsel.display_name} reviewed ${rules} of ${request.framework_id} and decided: ${decided}.`,
    facts: [
      { label: "Decision", value: `${status}${exceptText(outcomes)}` },
      ...provenanceFacts(provenanceIn(file, names)),
      { label: "Counsel", value: `${counsel.display_name} <${counsel.email ?? ""}>` },
      { label: "Firm", value: counsel.firm ?? "–" },
      { label: "Jurisdiction", value: counsel.jurisdiction ?? "–" },
      { label: "Bar registration", value: counsel.bar_registration ?? "–" },
      { label: "Counsel's key", value: keyWordsOf(file, row) ?? "decided by link, without a key" },
      { label: "Request", value: request.id },
      ...(request.counsel_reference === undefined
        ? []
        : [{ label: "Counsel's reference", value: request.counsel_reference }]),
      ...requestFacts({
        ...request,
        requested_by: request.requested_by_user_id,
        decided_at: request.decided_at,
      }),
      ...logFacts(file.log, "Decision's row", row.row_hash),
      laterFact(issuer, request.framework_id),
    ],
    ...proofOf(issuer, file.log, row.row_hash, `request ${request.id}`),
    signed: signedFacts(file, row),
    comment: request.decision_comment === null ? null : wordsText(request.decision_comment),
    verdicts: remarksIn(request, names),
    rules: file.rules.map((rule) => withHash(ruleOf(rule), rule.use_case_id, request, row)),
    decidedAt: request.decided_at,
    subject: `Request ${request.id}`,
  };
}

/** What counsel's page said about the signature, in the past tense. */
function signedFacts(file: EvidenceFile, { context }: ChainedRow): CertificateFact[] {
  const shown = context["presented_language"];
  const language = typeof shown === "string" ? `; counsel's page was shown in "${shown}"` : "";
  return [
    {
      label: "Signed",
      value:
        "The decision on the rules below in the wording that their hashes name, the verdicts with their remarks, the comment, the document's hash, and counsel's name, firm, jurisdiction and bar registration as they stand above.",
    },
    { label: "Language that counts", value: `that of the rules and of the decision${language}` },
    { label: "Questions", value: questionsText(file) },
    {
      label: "Not signed",
      value:
        "Either side's reference, questions and their answers, where the rules' facts were read, a translation of counsel's page, and what a panel made of the decision. Suggested words are not approved by this signature.",
    },
    {
      label: "Who can see counsel's words",
      value:
        "In the requesting organisation everyone with access to its compliance system and its logs, and whoever it gives the file to; regulators' rooms, unless it keeps counsel's words back; nobody through the public log.",
    },
  ];
}

/**
 * How many questions counsel asked, and which of them are unanswered. As on counsel's page, these are
 * their own questions, those answered to the whole panel, and those of whoever passed the request on.
 */
function questionsText(file: EvidenceFile): string {
  const { request, related, audit } = file;
  const from = related.find((one) => one.request.id === request.delegated_from);
  const asked = questionsIn([...(from?.audit ?? []), ...audit].map((row) => toldIn(file, row)));
  const open = asked.filter(({ answer }) => answer === null);
  if (asked.length === 0) return "none asked";
  const count = `${countOf(asked.length, "question")} asked`;
  if (open.length === 0) return `${count}, all answered`;
  return `${count}; not answered: ${open.map(({ text }) => wordsText(text)).join("; ")}`;
}

/** The wording of a rule, with its hash from the decision's row. */
function withHash(
  rule: CertificateRule,
  useCaseId: string,
  { rule_use_case_ids }: { rule_use_case_ids: readonly string[] },
  { context }: ChainedRow,
): CertificateRule {
  const hashes = context["content_hashes"];
  const hash: unknown = Array.isArray(hashes) ? hashes[rule_use_case_ids.indexOf(useCaseId)] : null;
  if (typeof hash !== "string") return rule;
  return { ...rule, facts: [...rule.facts, { label: "Wording (SHA-256)", value: hash }] };
}

/** The words of the key that signed the decision, computed from the key; null: no key signed. */
function keyWordsOf(file: EvidenceFile, row: ChainedRow): string | null {
  const assertion = assertionSchema().safeParse(row.context["assertion"] ?? null);
  if (!assertion.success) return null;
  const keys = file.counsel_audit.map(({ context }) => context);
  const key = keys.find((one) => one["credential_id"] === assertion.data.credential_id);
  const spki = key?.["public_key_spki"];
  return typeof spki === "string" ? wordsOf(spki) : null;
}

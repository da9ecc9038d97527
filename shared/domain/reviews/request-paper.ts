import {
  type CertificateFact,
  type CertificateRule,
  citationText,
  fieldText,
  ruleLabels,
  ruleOf,
} from "#shared/domain/evidence/certificate/parts.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { differences } from "#shared/domain/frameworks/rule-diff.ts";
import { instantText } from "#shared/domain/standing/day-text.ts";
import { countOf } from "#shared/domain/text/text.ts";

/* What counsel is asked, as a paper for their own files. It proves nothing; the certificate does. */

interface PaperRule extends CertificateRule {
  /** The wording that was last approved; empty if the rule still has it, or is new. */
  before: readonly CertificateFact[];
}

/** A question that counsel asked, with its answer. */
interface PaperQuestion {
  text: string;
  /** null: not yet. */
  answer: string | null;
}

export interface RequestPaper {
  title: string;
  lead: string;
  facts: readonly CertificateFact[];
  rules: readonly PaperRule[];
  questions: readonly PaperQuestion[];
  /** ISO 8601 UTC: the file's only date. */
  at: string;
  subject: string;
}

interface Asked {
  request: {
    id: string;
    created_at: string;
    expires_at: string;
    rule_version_hash: string;
    matter_reference: string | null;
  };
  /** The host of the requester. */
  asker: string;
  framework: string;
  counsel: { display_name: string; firm: string | null };
  rules: readonly Rule[];
  contentHashes: readonly string[];
  /** Rules whose wording is no longer the approved one, and the approved one if it is known here. */
  changed: readonly string[];
  approvedBefore: Readonly<Record<string, Rule>>;
  questions: readonly PaperQuestion[];
}

export function requestPaper(asked: Asked): RequestPaper {
  const { request, asker, framework, counsel, rules, contentHashes } = asked;
  return {
    title: "Request for review",
    lead: `${asker} asks ${counsel.display_name} to review ${countOf(rules.length, "rule")} of ${framework}.`,
    facts: [
      { label: "Counsel", value: counsel.display_name },
      { label: "Firm", value: counsel.firm ?? "–" },
      { label: "Request", value: request.id },
      ...(request.matter_reference === null
        ? []
        : [{ label: "Client's reference", value: request.matter_reference }]),
      { label: "Asked", value: instantText(request.created_at) },
      { label: "Open until", value: instantText(request.expires_at) },
      { label: "Wording (SHA-256)", value: request.rule_version_hash },
    ],
    rules: rules.map((rule, i) => paperRule(rule, contentHashes[i] ?? "", asked)),
    questions: asked.questions,
    at: request.created_at,
    subject: `Request ${request.id}`,
  };
}

function paperRule(rule: Rule, contentHash: string, { changed, approvedBefore }: Asked): PaperRule {
  const { heading, facts } = ruleOf({ ...rule });
  const hash = { label: "Wording (SHA-256)", value: contentHash };
  return { heading, facts: [...facts, hash], before: beforeOf(rule, changed, approvedBefore) };
}

function beforeOf(
  rule: Rule,
  changed: Asked["changed"],
  approvedBefore: Asked["approvedBefore"],
): CertificateFact[] {
  const { use_case_id } = rule;
  if (!changed.includes(use_case_id)) return [];
  const approved = Object.hasOwn(approvedBefore, use_case_id) ? approvedBefore[use_case_id] : null;
  if (!approved) return [{ label: "Wording", value: "too long to stand here; see counsel's page" }];
  return differences(approved, rule).map(({ field, before }) => ({
    label: labels[field] ?? field,
    value: valueText(field, before),
  }));
}

const labels: Readonly<Record<string, string>> = {
  title: "Title",
  citations: "Citations",
  ...ruleLabels,
};

function valueText(field: string, value: unknown): string {
  if (value === null) return "–";
  if (Array.isArray(value)) return value.map(citationText).join("; ");
  return fieldText(field, value);
}

import { assertionSchema } from "#shared/domain/counsel/assertion.ts";
import { wordsOf } from "#shared/domain/counsel/counsel-key.ts";
import { type ChainedRow, decisionRowIn, type EvidenceFile } from "../evidence-file.ts";
import {
  type Certificate,
  type CertificateFact,
  countOf,
  ed25519In,
  leafIn,
  logFacts,
  procedureOf,
  resultWords,
  ruleOf,
} from "./parts.ts";

interface Given {
  file: EvidenceFile;
  /** Where the deployment stands, without a trailing slash. */
  baseUrl: string;
  /** Hex SHA-256 of the verifier that the deployment serves. */
  verifierDigest: string;
}

/**
 * What the certificate of a decided request says; every value stands in the bundle that is attached
 * to it (contract, room.md, section 3).
 * @returns null for a request that is not decided
 */
export function certificateOf({ file, baseUrl, verifierDigest }: Given): Certificate | null {
  const { request, counsel } = file;
  const row = decisionRowIn(file);
  const status = resultWords(request.status);
  if (row === undefined || status === null || counsel === null || request.decided_at === null) {
    return null;
  }
  return {
    title: "Certificate of review",
    lead: `${counsel.display_name} reviewed ${countOf(request.rule_use_case_ids.length)} of the rule book ${request.framework_id} and decided: ${status}.`,
    facts: [
      { label: "Decision", value: status },
      ...verdictFacts(row),
      { label: "Counsel", value: `${counsel.display_name} <${counsel.email ?? ""}>` },
      { label: "Firm", value: counsel.firm ?? "–" },
      { label: "Jurisdiction", value: counsel.jurisdiction ?? "–" },
      { label: "Bar registration", value: counsel.bar_registration ?? "–" },
      { label: "Counsel's key", value: keyWordsOf(file, row) ?? "decided by link, without a key" },
      { label: "Request", value: request.id },
      { label: "Asked by", value: request.requested_by_user_id },
      { label: "Asked", value: request.created_at },
      { label: "First opened", value: request.viewed_at ?? "–" },
      { label: "Decided", value: request.decided_at },
      { label: "Wording (SHA-256)", value: request.rule_version_hash },
      ...logFacts(file.log, "Decision's row", row.row_hash),
    ],
    procedure: procedureOf({
      baseUrl,
      verifierDigest,
      key: ed25519In(file.log),
      subject: `request ${request.id}`,
      row: row.row_hash,
    }),
    proofUrl:
      leafIn(file.log, row.row_hash) === null
        ? null
        : `${baseUrl}/evidence/log/proof/${row.row_hash}`,
    comment: request.decision_comment,
    rules: file.rules.map(ruleOf),
    decidedAt: request.decided_at,
    subject: `Request ${request.id}`,
  };
}

/** Rules that counsel judged otherwise than the request as a whole. */
function verdictFacts(row: ChainedRow): CertificateFact[] {
  const given = row.context["rule_verdicts"];
  if (!Array.isArray(given)) return [];
  const differing = given.filter(({ verdict }) => verdict !== row.context["decision"]);
  const value = differing
    .map(({ use_case_id, verdict }) => `${use_case_id}: ${resultWords(verdict) ?? verdict}`)
    .join("; ");
  return value === "" ? [] : [{ label: "Verdicts that differ", value }];
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

import { assertionSchema } from "#shared/domain/counsel/assertion.ts";
import { wordsOf } from "#shared/domain/counsel/counsel-key.ts";
import {
  type ChainedRow,
  decisionRowIn,
  type EvidenceFile,
} from "#shared/domain/evidence/evidence-file.ts";
import { parseProof } from "#shared/domain/log/proof-text.ts";
import { ED25519, fingerprintOf, parseVerifierKey } from "#shared/domain/log/verifier-key.ts";
import { type Decision, decisions } from "#shared/domain/reviews/statuses.ts";

/** A name and its value, each printed whole. */
export interface CertificateFact {
  label: string;
  value: string;
}

interface CertificateRule {
  heading: string;
  facts: readonly CertificateFact[];
}

/** What a certificate prints; page one holds everything but comment and rules. */
export interface Certificate {
  title: string;
  lead: string;
  facts: readonly CertificateFact[];
  procedure: readonly string[];
  /** What the QR code leads to: the log's proof of the decision. */
  proofUrl: string | null;
  comment: string | null;
  rules: readonly CertificateRule[];
  /** The decision's time, ISO 8601 UTC: the file's only date. */
  decidedAt: string;
  /** Whose request it is about. */
  requestId: string;
}

interface Given {
  file: EvidenceFile;
  /** Where the deployment stands, without a trailing slash. */
  baseUrl: string;
  /** Hex SHA-256 of the verifier that the deployment serves. */
  verifierDigest: string;
}

const words: Readonly<Record<Decision, string>> = {
  approved: "approved",
  approved_with_changes: "approved with changes",
  changes_requested: "changes requested",
  rejected: "rejected",
};

const decisionWords = (status: unknown): string | null => {
  const known = decisions.find((one) => one === status);
  return known === undefined ? null : words[known];
};

const WAITS = "waits for the log";

/**
 * What the certificate of a decided request says; every value stands in the bundle that is attached
 * to it (contract, room.md, section 3).
 * @returns null for a request that is not decided
 */
export function certificateOf({ file, baseUrl, verifierDigest }: Given): Certificate | null {
  const { request, counsel } = file;
  const row = decisionRowIn(file);
  const status = decisionWords(request.status);
  if (row === undefined || status === null || counsel === null || request.decided_at === null) {
    return null;
  }
  const leaf = leafOf(file, row);
  const key = keysOf(file).find(({ isEd25519 }) => isEd25519)?.text ?? null;
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
      { label: "Decision's row", value: row.row_hash },
      { label: "Leaf of the log", value: leaf === null ? WAITS : String(leaf) },
      { label: "Log", value: file.log.origin ?? WAITS },
      ...keyFacts(file),
    ],
    procedure: procedureOf({ baseUrl, verifierDigest, key, requestId: request.id, row }),
    proofUrl: leaf === null ? null : `${baseUrl}/evidence/log/proof/${row.row_hash}`,
    comment: request.decision_comment,
    rules: file.rules.map(ruleOf),
    decidedAt: request.decided_at,
    requestId: request.id,
  };
}

const countOf = (count: number): string => (count === 1 ? "1 rule" : `${count} rules`);

/** The decision's leaf in the log; null until the log has taken it. */
function leafOf(file: EvidenceFile, row: ChainedRow): number | null {
  const found = file.log.proofs.find(({ row_hash }) => row_hash === row.row_hash)?.log_proof;
  return found ? (parseProof(found)?.index ?? null) : null;
}

const keysOf = (file: EvidenceFile) =>
  (file.log.keys?.current ?? []).flatMap((text) => {
    const key = parseVerifierKey(text);
    return key === null ? [] : [{ text, key, isEd25519: key.kind === ED25519 }];
  });

const keyFacts = (file: EvidenceFile): CertificateFact[] =>
  keysOf(file).map(({ text, key, isEd25519 }) =>
    isEd25519
      ? { label: "Verifier key (Ed25519)", value: text }
      : { label: "ML-DSA-44 key (SHA-256)", value: fingerprintOf(key) },
  );

/** Rules that counsel judged otherwise than the request as a whole. */
function verdictFacts(row: ChainedRow): CertificateFact[] {
  const given = row.context["rule_verdicts"];
  if (!Array.isArray(given)) return [];
  const differing = given.filter(({ verdict }) => verdict !== row.context["decision"]);
  const value = differing
    .map(({ use_case_id, verdict }) => `${use_case_id}: ${decisionWords(verdict) ?? verdict}`)
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

interface Steps {
  baseUrl: string;
  verifierDigest: string;
  key: string | null;
  requestId: string;
  row: ChainedRow;
}

/** How a reader checks all of it without us: four steps with the values printed. */
const procedureOf = ({ baseUrl, verifierDigest, key, requestId, row }: Steps): string[] => [
  `Get the verifier: curl -O ${baseUrl}/evidence/verify-bundle.mjs (its SHA-256 is ${verifierDigest}, as shasum -a 256 prints it).`,
  `Get the verifier key from somebody else than who gave you this file; it is the line${key === null ? ` that ${baseUrl}/evidence/log/key begins with` : ' printed above as "Verifier key (Ed25519)"'}.`,
  `Run: node verify-bundle.mjs certificate.pdf --key '${key ?? "KEY"}' --log ${baseUrl}/evidence/log`,
  `It ends with "genuine, unchanged and complete" and exit code 0, and names request ${requestId}; ${baseUrl}/evidence/log/proof/${row.row_hash} shows the same row.`,
];

type PinnedRule = EvidenceFile["rules"][number];

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "–" : JSON.stringify(value);

/** The wording of a rule, in an order of its own: a table keeps none. */
function ruleOf(rule: PinnedRule): CertificateRule {
  const { use_case_id, title, citations } = rule;
  const cited: readonly unknown[] = Array.isArray(citations) ? citations : [];
  const labelled = Object.entries(ruleLabels).filter(([name]) => rule[name] !== undefined);
  return {
    heading: `${textOf(title)} (${use_case_id})`,
    facts: [
      ...cited.map((one) => ({ label: "Citation", value: citationText(one) })),
      ...labelled.map(([name, label]) => ({
        label,
        value: name === "amended_by" ? citationText(rule[name]) : textOf(rule[name]),
      })),
    ],
  };
}

function citationText(citation: unknown): string {
  const { label, url } = (citation ?? {}) as { label?: unknown; url?: unknown };
  return [textOf(label), ...(url === undefined ? [] : [textOf(url)])].join(" ");
}

/** What a rule pins besides its title and citations. */
const ruleLabels = {
  customer_description_preview: "Description",
  suggested_verdict_copy: "Verdict copy",
  risk_level: "Risk level",
  applies_from: "Applies from",
  applies_until: "Applies until",
  amended_by: "Amended by",
} as const;

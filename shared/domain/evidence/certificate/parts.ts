import { parseKeyChain, signingKeys } from "#shared/domain/log/key-change.ts";
import { parseProof } from "#shared/domain/log/proof-text.ts";
import { ED25519, fingerprintOf, verifierKeyText } from "#shared/domain/log/verifier-key.ts";
import type { SuggestedField } from "#shared/domain/reviews/limits.ts";
import { ruleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import { resultWord } from "#shared/domain/reviews/status-words.ts";
import { panelResults } from "#shared/domain/reviews/statuses.ts";
import { wordsText } from "#shared/domain/reviews/words-text.ts";
import { dayText, instantText } from "#shared/domain/standing/day-text.ts";
import {
  exceptionsIn,
  listed,
  mixedText,
  type NamedOutcome,
  ruleNames,
} from "#shared/domain/standing/outcomes.ts";
import {
  delegationText,
  panelText,
  type ToldProvenance,
} from "#shared/domain/standing/provenance.ts";
import type { EvidenceFile } from "../evidence-file.ts";
import type { ToldRequest } from "../told.ts";

/* What the certificates of a review and of a panel have in common. */

/** A name and its value, each printed whole. */
export interface CertificateFact {
  label: string;
  value: string;
}

export interface CertificateRule {
  heading: string;
  facts: readonly CertificateFact[];
}

/** What a certificate prints. Page one holds everything except comment and rules. */
export interface Certificate {
  title: string;
  lead: string;
  facts: readonly CertificateFact[];
  procedure: readonly string[];
  /** The address in the QR code: the log's proof of the decision. */
  proofUrl: string | null;
  /** What the signature covers, and who reads what counsel wrote; empty for a panel's. */
  signed: readonly CertificateFact[];
  /** What counsel wrote, in paragraphs; null: nothing. */
  comment: string | null;
  /** What counsel wrote about single rules. */
  verdicts: readonly { heading: string; text: string }[];
  rules: readonly CertificateRule[];
  /** The decision's time, ISO 8601 UTC: the file's only date. */
  decidedAt: string;
  /** What the certificate is about, with its id: "Request 4f1c…". */
  subject: string;
}

/**
 * The rule book, who asked, and when it was opened and decided, as on every certificate. Book and
 * requester are named by id, because no signed row has their names.
 */
export const requestFacts = (request: {
  framework_id: string;
  requested_by: string;
  created_at: string;
  /** Left out for a panel. */
  viewed_at?: string | null;
  decided_at: string;
  rule_version_hash: string;
}): CertificateFact[] => [
  { label: "Rule book", value: request.framework_id },
  { label: "Asked by", value: request.requested_by },
  { label: "Asked", value: instantText(request.created_at) },
  ...(request.viewed_at === undefined
    ? []
    : [
        {
          label: "First opened",
          value: request.viewed_at === null ? "–" : instantText(request.viewed_at),
        },
      ]),
  { label: "Decided", value: instantText(request.decided_at) },
  { label: "Wording (SHA-256)", value: request.rule_version_hash },
];

/** A decision or a panel's result in words; null if the status is neither. */
export const resultWords = (status: unknown): string | null => {
  const known = panelResults.find((one) => one === status);
  return known === undefined ? null : resultWord(known);
};

const WAITS = "waits for the log";

/** The row's leaf in the log; null until the log has taken it. */
function leafIn(log: LogOf, rowHash: string): number | null {
  const found = log.proofs.find(({ row_hash }) => row_hash === rowHash)?.log_proof;
  return found ? (parseProof(found)?.index ?? null) : null;
}

/** Where the row is recorded: its hash, leaf and log, and the keys that sign the log. */
export function logFacts(log: LogOf, label: string, rowHash: string): CertificateFact[] {
  const leaf = leafIn(log, rowHash);
  return [
    { label, value: rowHash },
    { label: "Leaf of the log", value: leaf === null ? WAITS : String(leaf) },
    { label: "Log", value: log.keys === null ? WAITS : log.origin },
    ...keyFacts(log),
  ];
}

/** The Ed25519 verifier key, whole; null before the log has begun. */
const ed25519In = (log: LogOf): string | null =>
  keysOf(log).find(({ isEd25519 }) => isEd25519)?.text ?? null;

type LogOf = EvidenceFile["log"];

const keysOf = ({ keys }: LogOf) =>
  (signingKeys(parseKeyChain(keys ?? "") ?? []) ?? []).map((key) => ({
    text: verifierKeyText(key),
    key,
    isEd25519: key.kind === ED25519,
  }));

const keyFacts = (log: LogOf): CertificateFact[] =>
  keysOf(log).map(({ text, key, isEd25519 }) =>
    isEd25519
      ? { label: "Verifier key (Ed25519)", value: text }
      : { label: "ML-DSA-44 key (SHA-256)", value: fingerprintOf(key) },
  );

/** Who issues the certificate. */
export interface Issuer {
  /** The deployment's address, without a trailing slash. */
  baseUrl: string;
  /** Hex SHA-256 of the verifier that the deployment serves. */
  verifierDigest: string;
}

/**
 * How a reader checks everything without us, and where the log's proof is.
 * @param row hash of the row with the decision
 * @param subject as `Certificate.subject`, in the middle of a sentence: "request 4f1c…"
 */
export const proofOf = (issuer: Issuer, log: LogOf, row: string, subject: string) => ({
  procedure: procedureOf(issuer, ed25519In(log), row, subject),
  proofUrl: leafIn(log, row) === null ? null : `${issuer.baseUrl}/evidence/log/proof/${row}`,
});

/** The names of the rules in a file. */
export const namesIn = (rules: readonly PinnedRule[]): ReadonlyMap<string, string> =>
  ruleNames(
    rules.map(({ use_case_id, title, citations }) => ({
      use_case_id,
      title: typeof title === "string" ? title : use_case_id,
      citations: Array.isArray(citations) ? citations : [],
    })),
  );

/** The names in the order of a request. */
export const inOrder = (
  { rule_use_case_ids }: { rule_use_case_ids: readonly string[] },
  names: ReadonlyMap<string, string>,
): string[] => rule_use_case_ids.map((id) => names.get(id) ?? id);

/** "4 approved, 1 sent back: Art. 50(3)"; empty if every rule had the same outcome. */
export const outcomesText = (outcomes: readonly NamedOutcome[]): string[] => {
  const mixed = mixedText(outcomes);
  return mixed === null ? [] : [mixed];
};

/** What an approval leaves out: ", except Art. 50(3)". */
export function exceptText(outcomes: readonly NamedOutcome[]): string {
  const exceptions = exceptionsIn(outcomes).map(({ name }) => name);
  return exceptions.length === 0 ? "" : `, except ${listed(exceptions)}`;
}

/**
 * What counsel wrote about single rules, each below the rule's name and the decision on it.
 * @param by text before the name
 */
export const remarksIn = (
  request: ToldRequest,
  names: ReadonlyMap<string, string>,
  by = "",
): Certificate["verdicts"] => {
  const verdicts = request.rule_verdicts ?? [];
  const remarks = verdicts.flatMap(({ use_case_id, text, suggestions = [] }) => {
    const name = `${by}${names.get(use_case_id)}`;
    const heading = `${name}: ${resultWords(ruleOutcome(request, use_case_id))}`;
    return [
      ...(text ? [{ heading, text: wordsText(text) }] : []),
      ...suggestions.map((one) => ({
        heading: `${name}: words suggested for its ${suggestedLabels[one.field]}, not approved by this signature`,
        text: wordsText(one.text),
      })),
    ];
  });
  const proposes = verdicts.some(({ suggestions }) => suggestions !== undefined);
  return proposes ? [...remarks, { heading: `${by}suggested words`, text: NOT_APPROVED }] : remarks;
};

/** Shown to counsel before they sign, and on every certificate of the decision. */
const NOT_APPROVED =
  "You approve the wording shown. Your suggested words are not approved by this signature; if they are taken over, you will be asked again.";

const suggestedLabels = {
  title: "title",
  customer_description_preview: "description",
  suggested_verdict_copy: "verdict copy",
} as const satisfies Record<SuggestedField, string>;

/** The panel through which a decision counts, and who passed the request on. */
export const provenanceFacts = ({ panel, delegation }: ToldProvenance): CertificateFact[] => [
  ...(panel ? [{ label: "Panel", value: `${panelText(panel)}; ${panel.id}` }] : []),
  ...(delegation ? [{ label: "Passed on", value: delegationText(delegation) }] : []),
];

/** A certificate covers only its own decision. */
export const laterFact = ({ baseUrl }: Issuer, frameworkId: string): CertificateFact => ({
  label: "Later decisions",
  value: `What was decided later is not on this paper; ${baseUrl}/admin/console/coverage?framework_id=${frameworkId} shows it.`,
});

/** Four steps, with the values filled in. */
const procedureOf = (
  { baseUrl, verifierDigest }: Issuer,
  key: string | null,
  row: string,
  subject: string,
): string[] => [
  `Get the verifier: curl -O ${baseUrl}/evidence/verify-bundle.mjs (its SHA-256 is ${verifierDigest}, as shasum -a 256 prints it).`,
  `Get the verifier key from somebody else than who gave you this file; it is the line${key === null ? ` that ${baseUrl}/evidence/log/key begins with` : ' printed above as "Verifier key (Ed25519)"'}.`,
  `Run: node verify-bundle.mjs certificate.pdf --key '${key ?? "KEY"}' --log ${baseUrl}/evidence/log`,
  `It ends with "genuine, unchanged and complete" and exit code 0, and names ${subject}; ${baseUrl}/evidence/log/proof/${row} shows the same row.`,
];

type PinnedRule = EvidenceFile["rules"][number];

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "–" : JSON.stringify(value);

/** The wording of a rule. The order of fields is fixed here: a table keeps none. */
export function ruleOf(rule: Readonly<Record<string, unknown>>): CertificateRule {
  const { use_case_id, title, citations } = rule;
  const cited: readonly unknown[] = Array.isArray(citations) ? citations : [];
  const labelled = Object.entries(ruleLabels).filter(([name]) => rule[name] !== undefined);
  return {
    heading: `${textOf(title)} (${textOf(use_case_id)})`,
    facts: [
      ...cited.map((one) => ({ label: "Citation", value: citationText(one) })),
      ...labelled.map(([name, label]) => ({
        label,
        value: fieldText(name, rule[name]),
      })),
    ],
  };
}

/** A field of a rule as certificates print it: citations with address, days as in a sentence. */
export function fieldText(field: string, value: unknown): string {
  if (field === "amended_by") return citationText(value);
  return field.startsWith("applies_") ? dayText(textOf(value)) : textOf(value);
}

export function citationText(citation: unknown): string {
  const { label, url } = (citation ?? {}) as { label?: unknown; url?: unknown };
  return [textOf(label), ...(url === undefined ? [] : [textOf(url)])].join(" ");
}

/** What a rule pins besides its title and citations. */
export const ruleLabels = {
  customer_description_preview: "Description",
  suggested_verdict_copy: "Verdict copy",
  risk_level: "Risk level",
  applies_from: "Applies from",
  applies_until: "Applies until",
  amended_by: "Amended by",
} as const;

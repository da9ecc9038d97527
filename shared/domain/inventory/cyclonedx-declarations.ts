import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import { type ClassificationRecord, isDecided } from "./classification.ts";
import type { ExportedApproval, ExportedInventory } from "./exported-inventory.ts";
import type { Reason } from "./verdict.ts";

interface Claimed {
  artifact: Artifact;
  classification: ClassificationRecord;
}

const claimRef = ({ id }: Artifact): string => `claim:${id}`;
const proofRef = ({ id }: Artifact): string => `proof:${id}`;
const personRef = (userId: string): string => `assessor:user:${userId}`;
const counselRef = (id: string): string => `assessor:counsel:${id}`;
const requirementRef = (rule: NonNullable<Reason["rule"]>): string =>
  `requirement:${rule.framework_id}/${rule.use_case_id}`;

/** Classifications as claims, proofs as evidence, decisions and approvals as attestations. */
export function declarationsOf(
  { tenant, baseUrl, books, approvals }: ExportedInventory,
  artifacts: readonly Artifact[],
): Record<string, unknown> {
  const claimed = artifacts.flatMap((artifact): Claimed[] =>
    artifact.classification === null ? [] : [{ artifact, classification: artifact.classification }],
  );
  const people = Map.groupBy(
    claimed.filter(({ classification }) => isDecided(classification)),
    ({ classification }) => classification.confirmed_by ?? "",
  );
  const users = [...people.keys()].filter((id) => id !== "").sort();
  const counsel = new Map(approvals.map((approval) => [approval.counsel.id, approval.counsel]));
  const known = new Set(
    books.flatMap(({ id, rules }) =>
      rules.map(({ use_case_id }) => requirementRef({ framework_id: id, use_case_id })),
    ),
  );
  return {
    assessors: [
      ...users.map((id) => ({
        "bom-ref": personRef(id),
        thirdParty: false,
        organization: { name: tenant.name, contact: [{ name: id }] },
      })),
      ...[...counsel.values()].toSorted(byId).map(({ id, display_name, firm }) => ({
        "bom-ref": counselRef(id),
        thirdParty: true,
        organization: {
          name: firm ?? display_name ?? "Outside counsel",
          ...(display_name === undefined ? {} : { contact: [{ name: display_name }] }),
        },
      })),
    ],
    claims: claimed.map(claimOf),
    evidence: claimed.flatMap((one) => proofOf(one, baseUrl)),
    attestations: [
      ...users.map((id) => attestationOf(id, people.get(id) ?? [], known)),
      ...approvals.toSorted(byReview).map((approval) => approvalOf(approval, known)),
    ],
  };
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
const byReview = (a: ExportedApproval, b: ExportedApproval): number =>
  a.review_id < b.review_id ? -1 : 1;

const claimOf = ({ artifact, classification }: Claimed) => ({
  "bom-ref": claimRef(artifact),
  target: `artifact:${artifact.id}`,
  predicate: `class: ${classification.class}; state: ${classification.state}`,
  reasoning: reasoningOf(classification),
  ...(hashOf(classification) === null ? {} : { evidence: [proofRef(artifact)] }),
});

const hashOf = ({ row_hash }: ClassificationRecord): string | null => row_hash ?? null;

function reasoningOf({ reasons, open_questions, gates_version }: ClassificationRecord): string {
  const opened = reasons.map(({ gate, rule, facts }) => {
    const leads = rule === null ? "" : ` ${rule.framework_id}/${rule.use_case_id}`;
    return `${gate}${leads} by ${facts.join(", ")}`;
  });
  const open = open_questions.map(({ fact }) => fact);
  return [
    `Gates ${gates_version}: ${opened.join("; ") || "none opens"}.`,
    ...(open.length === 0 ? [] : [`Open: ${open.join(", ")}.`]),
  ].join(" ");
}

/** The address at which anybody can read that the decision is in the evidence log. */
function proofOf({ artifact, classification }: Claimed, baseUrl: string) {
  const hash = hashOf(classification);
  if (hash === null) return [];
  const url = `${baseUrl}/evidence/log/proof/${hash}`;
  return [
    {
      "bom-ref": proofRef(artifact),
      propertyName: "classification",
      description: "The row of this classification in the evidence log.",
      data: [{ name: "log proof", contents: { url } }],
      created: classification.confirmed_at ?? classification.classified_at,
    },
  ];
}

/** A claim that a person answers for; `requirement` is null if the gates named no rule for it. */
interface Attested {
  requirement: string | null;
  claim: string;
}

/** The decisions of one person, grouped by the rules that the gates named for them. */
function attestationOf(id: string, decided: readonly Claimed[], known: ReadonlySet<string>) {
  const entries = decided.flatMap(({ artifact, classification }): Attested[] => {
    const rules = classification.reasons.flatMap(({ rule }) => (rule === null ? [] : [rule]));
    const requirements = [...new Set(rules.map(requirementRef))].filter((ref) => known.has(ref));
    const claim = claimRef(artifact);
    return requirements.length === 0
      ? [{ requirement: null, claim }]
      : requirements.map((requirement) => ({ requirement, claim }));
  });
  const groups = Map.groupBy(entries, ({ requirement }) => requirement ?? "");
  return {
    summary: "Classifications that an administrator of the organisation confirmed or overrode.",
    assessor: personRef(id),
    map: [...groups.keys()].sort().map((requirement) => ({
      ...(requirement === "" ? {} : { requirement }),
      claims: (groups.get(requirement) ?? []).map(({ claim }) => claim),
    })),
  };
}

const approvalOf = (
  { counsel, rules, decided_at }: ExportedApproval,
  known: ReadonlySet<string>,
) => ({
  summary: `Wordings of rules that outside counsel approved on ${decided_at.slice(0, 10)}.`,
  assessor: counselRef(counsel.id),
  map: [...new Set(rules.map(requirementRef))]
    .filter((ref) => known.has(ref))
    .sort()
    .map((requirement) => ({ requirement })),
});

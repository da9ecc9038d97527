import { panelResults } from "#shared/domain/reviews/statuses.ts";
import { wordsText } from "#shared/domain/reviews/words-text.ts";
import { instantText } from "#shared/domain/standing/day-text.ts";
import { outcomesOfReview } from "#shared/domain/standing/outcomes.ts";
import { countOf } from "#shared/domain/text/text.ts";
import type { ChainedRow, EvidenceFile } from "../evidence-file.ts";
import { memberFiles, type PanelFile } from "../panel-file.ts";
import { provenanceIn } from "../provenance.ts";
import { toldRequest } from "../told.ts";
import {
  type Certificate,
  type CertificateFact,
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
  file: PanelFile;
}

/**
 * The content of the certificate of a panel with a result. Every value is also in the panel's bundle,
 * which is attached (contract, room.md, section 3).
 * @returns null for a panel without a result
 */
export function panelCertificateOf({ file, ...issuer }: Given): Certificate | null {
  const { panel, panel_audit, log } = file;
  const members = memberFiles(file);
  const row = resultRowIn(file);
  const result = resultWords(panel.status);
  const [first] = members;
  if (row === null || result === null || panel.decided_at === null || !first) return null;
  const { rules } = first;
  const names = namesIn(rules);
  const outcomes = panel.rules.flatMap(({ use_case_id, outcome }) =>
    outcome === null ? [] : [{ name: names.get(use_case_id) ?? use_case_id, outcome }],
  );
  const decided = [...outcomesText(outcomes), `${result}${exceptText(outcomes)}`].join("; ");
  const objecting =
    panel.on_reject === "ends" ? "the first refusal decides a rule" : "a refusal is one vote";
  return {
    title: "Certificate of a panel's review",
    lead: `${members.length} counsel were asked about ${countOf(panel.rule_use_case_ids.length, "rule")} of ${panel.framework_id}, of whom ${panel.need} had to approve each rule; the result: ${decided}.`,
    facts: [
      { label: "Result", value: `${result}${exceptText(outcomes)}` },
      { label: "Rule of counting", value: `${panel.need} of ${members.length}; ${objecting}` },
      ...members.map((member, index) => memberFact(member, index, names)),
      ...members.flatMap((member) =>
        provenanceFacts({ ...provenanceIn(member, names), panel: null }),
      ),
      { label: "Panel", value: panel.id },
      ...requestFacts({
        framework_id: panel.framework_id,
        requested_by: panel_audit[0]?.actor_user_id ?? "–",
        created_at: panel.created_at,
        decided_at: panel.decided_at,
        rule_version_hash: panel.rule_version_hash,
      }),
      ...logFacts(log, "Result's row", row.row_hash),
      laterFact(issuer, panel.framework_id),
    ],
    ...proofOf(issuer, log, row.row_hash, `panel ${panel.id}`),
    signed: [],
    comment: commentsOf(members),
    verdicts: members.flatMap((member) =>
      remarksIn(toldRequest(member), names, `${member.counsel?.display_name ?? "–"}, `),
    ),
    rules: rules.map(ruleOf),
    decidedAt: panel.decided_at,
    subject: `Panel ${panel.id}`,
  };
}

/** The row with the panel's result; null while there is no result. */
export function resultRowIn({ panel, panel_audit }: PanelFile): ChainedRow | null {
  const isResult = (panelResults as readonly string[]).includes(panel.status);
  const row = panel_audit.find(({ action }) => action === `review_panel.${panel.status}`);
  return isResult ? (row ?? null) : null;
}

function memberFact(
  { request, counsel }: EvidenceFile,
  index: number,
  names: ReadonlyMap<string, string>,
): CertificateFact {
  const name = `${counsel?.display_name ?? "–"} <${counsel?.email ?? ""}>`;
  const known = [name, counsel?.firm, counsel?.jurisdiction, counsel?.bar_registration];
  const decided = resultWords(request.status);
  const outcomes = outcomesOfReview({ ...request, rule_names: inOrder(request, names) });
  const said =
    decided === null || request.decided_at === null
      ? `no decision (${request.status})`
      : `${[...outcomesText(outcomes), decided].join("; ")} on ${instantText(request.decided_at)}`;
  const who = known.filter((one) => typeof one === "string").join(", ");
  return { label: `Counsel ${index + 1}`, value: `${who}: ${said}` };
}

/** What each counsel wrote, under their name; null if nobody did. */
function commentsOf(members: readonly EvidenceFile[]): string | null {
  const written = members.flatMap((member) => {
    const { decision_comment: comment } = toldRequest(member);
    const name = member.counsel?.display_name ?? "–";
    return comment === null ? [] : [`${name}:\n${wordsText(comment)}`];
  });
  return written.length === 0 ? null : written.join("\n");
}

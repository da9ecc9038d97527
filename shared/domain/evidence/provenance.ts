import { lived } from "#shared/domain/audit/life.ts";
import { delegationIn } from "#shared/domain/reviews/delegation.ts";
import type { EndedRule } from "#shared/domain/reviews/panel.ts";
import { type PanelLife, panelStep } from "#shared/domain/reviews/panel-life.ts";
import type { Provenance } from "#shared/domain/standing/provenance.ts";
import type { EvidenceFile } from "./evidence-file.ts";
import { toldIn } from "./told.ts";

/*
 * Through which panel a file's decision counts, and who passed the request on. This comes from the
 * file's own rows, so that a certificate says nothing that its attached file does not show.
 */

/**
 * @param names what people call each of its rules
 * @param panel the state of its panel after its rows
 */
export const provenanceIn = (
  file: EvidenceFile,
  names: ReadonlyMap<string, string>,
  panel: PanelLife | null = lived(panelStep, file.panel_audit ?? []),
): Provenance => ({ panel: panel && panelIn(panel, names), delegation: delegationOf(file) });

const panelIn = (
  { id, members, need, on_reject, status, decided_at, rules }: PanelLife,
  names: ReadonlyMap<string, string>,
): Provenance["panel"] => ({
  ...{ id, members: members.length, need, on_reject, status, decided_at },
  outcomes:
    status === "open"
      ? []
      : (rules as EndedRule[]).map(({ use_case_id, outcome }) => ({
          name: names.get(use_case_id) ?? use_case_id,
          outcome,
        })),
});

function delegationOf(file: EvidenceFile): Provenance["delegation"] {
  const { audit, counsel, counsel_audit } = file;
  const said = delegationIn(audit.slice(0, 1).map((row) => toldIn(file, row)));
  if (said === null) return null;
  const voucher = counsel_audit[0]?.context["vouched_by_name"];
  const isConfirmed = counsel_audit.some(({ action }) => action === "counsel.confirmed");
  return {
    from: said.from,
    to: counsel?.display_name ?? "",
    at: said.at,
    reason: said.reason,
    vouched_by: typeof voucher === "string" && !isConfirmed ? voucher : null,
  };
}

import * as z from "zod/mini";
import { delegationIn } from "#shared/domain/reviews/delegation.ts";
import { onRejects, type PanelStatus, panelResults } from "#shared/domain/reviews/statuses.ts";
import type { Provenance } from "#shared/domain/standing/provenance.ts";
import type { EvidenceFile } from "./evidence-file.ts";
import { toldIn } from "./told.ts";

/*
 * Through which panel the decision of a file counts, and who passed it on: by the file's own rows, so
 * that a paper says nothing that the file attached to it does not show.
 */

/** @param names what people call each of its rules */
export const provenanceIn = (
  file: EvidenceFile,
  names: ReadonlyMap<string, string>,
): Provenance => ({ panel: panelIn(file, names), delegation: delegationOf(file) });

const asked = () =>
  z.looseObject({ members: z.array(z.unknown()), need: z.int(), on_reject: z.enum(onRejects) });

const ended = () =>
  z.looseObject({
    decided_at: z.nullable(z.string()),
    rules: z.array(z.looseObject({ use_case_id: z.string(), outcome: z.enum(panelResults) })),
  });

function panelIn(
  { panel_audit }: EvidenceFile,
  names: ReadonlyMap<string, string>,
): Provenance["panel"] {
  const [first] = panel_audit ?? [];
  const request = asked().safeParse(first?.context);
  if (panel_audit === null || first === undefined || !request.success) return null;
  const { members, need, on_reject } = request.data;
  const about = { id: first.resource_id, members: members.length, need, on_reject };
  const end = panel_audit.find(({ context }) => context.rules !== undefined);
  const result = ended().safeParse(end?.context);
  if (end === undefined || !result.success) {
    return { ...about, status: "open", decided_at: null, outcomes: [] };
  }
  const { decided_at, rules } = result.data;
  return {
    ...about,
    status: end.action.replace("review_panel.", "") as PanelStatus,
    decided_at,
    outcomes: rules.map(({ use_case_id, outcome }) => ({
      name: names.get(use_case_id) ?? use_case_id,
      outcome,
    })),
  };
}

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

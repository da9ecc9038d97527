import * as z from "zod/mini";
import {
  onRejects,
  panelResults,
  panelStatuses,
  reviewStatuses,
} from "#shared/domain/reviews/statuses.ts";
import {
  type EvidenceFile,
  evidenceFileSchema,
  hash,
  instant,
  orNull,
  rowsIn,
  ruleText,
  text,
} from "./evidence-file.ts";
import { valueHash } from "./hashes.ts";

/*
 * The evidence of a panel as a file: the panel with all its rows, each wording once, and for each
 * member what belongs to that member alone (evidence-log.md, section 4).
 */

export const panelMember = () =>
  z.strictObject({
    counsel_id: text(),
    review_id: text(),
    status: z.enum(reviewStatuses),
    decided_at: orNull(instant()),
  });

/** A panel, as the routes send it and files contain it. */
export const panelPart = () =>
  z.strictObject({
    id: text(),
    framework_id: text(),
    rule_use_case_ids: z.array(text()),
    rule_version_hash: hash(),
    /** The number of members whose outcomes have to approve a rule. */
    need: z.int(),
    /** Whether the first refusal of a rule decides it, or counts as one vote. */
    on_reject: z.enum(onRejects),
    status: z.enum(panelStatuses),
    created_at: instant(),
    /** When its rules began to count. */
    decided_at: orNull(instant()),
    expires_at: instant(),
    members: z.array(panelMember()),
    /** In the order of rule_use_case_ids. */
    rules: z.array(
      z.strictObject({
        use_case_id: text(),
        /** null while the panel is open: all its rules begin to count when it ends. */
        outcome: orNull(z.enum(panelResults)),
        /** How many members' outcomes approve it so far, and how many refuse it. */
        approvals: z.int(),
        refusals: z.int(),
      }),
    ),
  });

/** What all members have in common is stored once, beside them. */
const shared = { version: true, rules: true, panel_audit: true, writers: true, log: true } as const;

export const panelFileSchema = () => {
  const { shape } = evidenceFileSchema();
  return z.strictObject({
    version: shape.version,
    panel: panelPart(),
    /** Each under the hash of its content. */
    rules: z.record(hash(), ruleText()),
    members: z.array(z.omit(evidenceFileSchema(), shared)),
    panel_audit: shape.audit,
    writers: shape.writers,
    log: shape.log,
  });
};

export type PanelFile = z.output<ReturnType<typeof panelFileSchema>>;

/** Builds a panel's file from the files of its members. */
export function panelFileOf(
  panel: PanelFile["panel"],
  members: readonly EvidenceFile[],
  { log, writers, panel_audit }: Pick<PanelFile, "log" | "writers" | "panel_audit">,
): PanelFile {
  const rules = members.flatMap((one) => one.rules.map((rule) => [valueHash(rule), rule] as const));
  return {
    version: 1,
    panel: panelIn(panel),
    rules: Object.fromEntries(rules),
    members: members.map(
      ({ version: _, rules: __, panel_audit: ___, writers: ____, log: _____, ...own }) => own,
    ),
    ...{ panel_audit, writers, log },
  };
}

/** Each member's evidence as a file of its own. */
export const memberFiles = ({
  rules,
  members,
  panel_audit,
  writers,
  log,
}: PanelFile): EvidenceFile[] =>
  members.map((own) => {
    const file = { ...own, version: 1 as const, panel_audit, writers, log, rules: [] };
    const rows = rowsIn(file);
    const mine = new Set(rows.map(({ row_hash }) => row_hash));
    const signers = new Set(rows.map(({ writer }) => writer));
    const asked = new Map(own.request.rule_use_case_ids.map((id, i) => [id, i]));
    const at = ({ use_case_id }: { use_case_id: string }) => asked.get(use_case_id) ?? -1;
    return {
      ...file,
      rules: Object.values(rules)
        .filter((rule) => at(rule) >= 0)
        .sort((a, b) => at(a) - at(b)),
      writers: writers.filter(({ writer }) => signers.has(writer)),
      log: { ...log, proofs: log.proofs.filter(({ row_hash }) => mine.has(row_hash)) },
    };
  });

/** The panel as files and recounts show it, without the rest of the record. */
const panelIn = (panel: PanelFile["panel"]): PanelFile["panel"] => ({
  id: panel.id,
  framework_id: panel.framework_id,
  rule_use_case_ids: panel.rule_use_case_ids,
  rule_version_hash: panel.rule_version_hash,
  need: panel.need,
  on_reject: panel.on_reject,
  status: panel.status,
  created_at: panel.created_at,
  decided_at: panel.decided_at,
  expires_at: panel.expires_at,
  members: panel.members.map(({ counsel_id, review_id, status, decided_at }) => ({
    ...{ counsel_id, review_id, status, decided_at },
  })),
  rules: panel.rules.map(({ use_case_id, outcome, approvals, refusals }) => ({
    ...{ use_case_id, outcome, approvals, refusals },
  })),
});

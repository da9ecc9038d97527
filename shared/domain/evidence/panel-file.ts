import * as z from "zod/mini";
import {
  onRejects,
  panelResults,
  panelStatuses,
  reviewStatuses,
} from "#shared/domain/reviews/statuses.ts";
import { evidenceFileSchema, writersPart, writtenRow } from "./evidence-file.ts";

/*
 * The evidence of a panel as a file: the panel, the evidence of each member's request, and all rows
 * of the panel (reviews-that-run, "Panels").
 */

const text = () => z.string();

const panelPart = () =>
  z.strictObject({
    id: text(),
    framework_id: text(),
    rule_use_case_ids: z.array(text()),
    rule_version_hash: text(),
    need: z.int(),
    on_reject: z.enum(onRejects),
    status: z.enum(panelStatuses),
    created_at: text(),
    decided_at: z.nullable(text()),
    expires_at: text(),
    members: z.array(
      z.strictObject({
        counsel_id: text(),
        review_id: text(),
        status: z.enum(reviewStatuses),
        decided_at: z.nullable(text()),
      }),
    ),
    rules: z.array(
      z.strictObject({
        use_case_id: text(),
        outcome: z.nullable(z.enum(panelResults)),
        approvals: z.int(),
        refusals: z.int(),
      }),
    ),
  });

export const panelFileSchema = () =>
  z.strictObject({
    version: z.literal(1),
    panel: panelPart(),
    members: z.array(evidenceFileSchema()),
    panel_audit: z.array(writtenRow()),
    /** Certificates of those who signed the panel's own rows. */
    writers: writersPart(),
  });

export type PanelFile = z.output<ReturnType<typeof panelFileSchema>>;

/** The panel as files and recounts show it: nothing else of the record. */
export const panelIn = (panel: PanelFile["panel"]): PanelFile["panel"] => ({
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

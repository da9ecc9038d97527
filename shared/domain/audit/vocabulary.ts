import type { LoggedKind } from "./chains.ts";
import { clearanceActions } from "./clearance.ts";
import { connectionActions } from "./connections.ts";
import { counselActions } from "./counsel.ts";
import { deliveryActions } from "./deliveries.ts";
import { discoveryActions } from "./discovery.ts";
import { extractorActions } from "./extractors.ts";
import { frameworkActions } from "./frameworks.ts";
import { inventoryActions } from "./inventory.ts";
import { logActions } from "./log.ts";
import { machineActions } from "./machines.ts";
import { panelActions } from "./panels.ts";
import { reviewActions } from "./reviews.ts";
import { roomActions } from "./rooms.ts";
import type { RowOf } from "./row.ts";
import { setupActions } from "./setup.ts";
import { tenantActions } from "./tenants.ts";
import { webhookActions } from "./webhooks.ts";
import { writers } from "./writers.ts";

/**
 * The audit vocabulary: action → kind of resource and exact shape of the context. The strings are
 * those of the seeds and stay stable. A function that writes rows loads only its area's file.
 */
export const auditVocabulary = {
  ...frameworkActions,
  ...tenantActions,
  ...connectionActions,
  ...discoveryActions,
  ...inventoryActions,
  ...extractorActions,
  ...deliveryActions,
  ...counselActions,
  ...reviewActions,
  ...panelActions,
  ...webhookActions,
  ...clearanceActions,
  ...machineActions,
  ...roomActions,
  ...logActions,
  ...setupActions,
};

export type AuditAction = keyof typeof auditVocabulary;
type LoggedAction = {
  [A in AuditAction]: (typeof auditVocabulary)[A]["resourceType"] extends LoggedKind ? A : never;
}[AuditAction];

/** Who writes the rows of the evidence log. A new action of a logged kind has to name its writers. */
export const loggedBy = writers satisfies Readonly<Record<LoggedAction, readonly string[]>>;

export type NewRow<A extends AuditAction> = RowOf<typeof auditVocabulary, A>;

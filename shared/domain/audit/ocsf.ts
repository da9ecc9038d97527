import { type AuditRow, isLogged, withoutLinks } from "./row.ts";
import type { AuditAction } from "./vocabulary.ts";

/*
 * Audit rows as OCSF 1.6.0 events of class 6003, API Activity: the only place that maps them. An action
 * that is not listed here does not compile.
 */

export const OCSF_VERSION = "1.6.0" as const;

/** What an action does to its resource. For `other`, the last word of the action's name says it. */
const activityIds = { create: 1, read: 2, update: 3, delete: 4, other: 99 } as const;

const activities = {
  "platform.clearance_key.provisioned": "create",
  "platform.clearance_key.rotated": "update",
  "connection.created": "create",
  "connection.deleted": "delete",
  "connection.updated": "update",
  "connection.needs_reauthorization": "update",
  "connection.reauthorized": "update",
  "platform.cloudb_eventbus.bus_provisioned": "create",
  "platform.cloudb_eventbus.bus_deprovisioned": "delete",
  "counsel.created": "create",
  "counsel.updated": "update",
  "counsel.deactivated": "update",
  "counsel.reactivated": "update",
  "counsel.confirmed": "update",
  "counsel.reminders_stopped": "update",
  "counsel.mail_stopped": "update",
  "counsel.key_invited": "create",
  "counsel.key_enrolled": "create",
  "counsel.key_retired": "update",
  "counsel.signing_policy_changed": "update",
  "sourcehost_webhook.received": "create",
  "sourcehost_webhook.ignored": "other",
  "sourcehost_webhook.rejected": "other",
  "cloudb_eventbus.received": "create",
  "cloudb_eventbus.ignored": "other",
  "cloudb_eventbus.rejected": "other",
  "cloudb_eventbus.account_mismatch": "other",
  "discovery.run.requested": "create",
  "discovery.run.started": "update",
  "discovery.run.completed": "update",
  "tenant.extractor.updated": "update",
  "tenant.extractor.budget_warning": "other",
  "tenant.extractor.swapped": "update",
  "tenant.extractor.test_connection_run": "read",
  "extractor.call.succeeded": "update",
  "extractor.call.failed": "other",
  "framework.updated": "update",
  "rules.imported": "create",
  "framework.enforcement.recorded": "update",
  "artifact.classified": "create",
  "artifact.confirmed": "update",
  "artifact.overridden": "update",
  "artifact.reopened": "update",
  "tenant.mcp.updated": "update",
  "tenant.tool_called": "read",
  "platform.evidence_log_key.provisioned": "create",
  "platform.evidence_log_key.rotated": "update",
  "platform.evidence_rows_key.rotated": "update",
  "evidence_log.verifier_published": "create",
  "certificate.issued": "create",
  "clearance_pipeline.created": "create",
  "clearance_pipeline.updated": "update",
  "clearance_pipeline.deleted": "delete",
  "machine.created": "create",
  "machine.updated": "update",
  "machine.deleted": "delete",
  "review_panel.requested": "create",
  "review_panel.member_replaced": "update",
  "review_panel.approved": "update",
  "review_panel.approved_with_changes": "update",
  "review_panel.rejected": "update",
  "review_panel.changes_requested": "update",
  "review_panel.undecided": "update",
  "review_panel.cancelled": "update",
  "rule_review.requested": "create",
  "rule_review.viewed_by_counsel": "read",
  "rule_review.words_erased": "delete",
  "rule_review.certificate_signed": "create",
  "rule_review.approved": "update",
  "rule_review.approved_with_changes": "update",
  "rule_review.changes_requested": "update",
  "rule_review.rejected": "update",
  "rule_review.link_renewed": "update",
  "rule_review.extended": "update",
  "rule_review.question_asked": "create",
  "rule_review.question_answered": "create",
  "rule_review.link_mailed": "create",
  "rule_review.reminded": "create",
  "rule_review.mail_delivered": "other",
  "rule_review.mail_bounced": "other",
  "rule_review.mail_complained": "other",
  "rule_review.cancelled": "update",
  "rule_review.expired": "update",
  "room.created": "create",
  "room.entered": "read",
  "room.evidence_read": "read",
  "room.bundle_downloaded": "read",
  "room.certificate_downloaded": "read",
  "room.question_asked": "create",
  "room.question_answered": "update",
  "room.revoked": "update",
  "platform.sourcehost_webhook_secret.provisioned": "create",
  "platform.sourcehost_webhook_secret.rotated": "update",
  "platform.sourcehost_webhook_secret.recovered": "create",
  "platform.sourcehost_app.key_set": "create",
  "platform.cloudb_eventbus_webhook_secret.provisioned": "create",
  "platform.cloudb_eventbus_webhook_secret.rotated": "update",
  "platform.cloudb_eventbus_webhook_secret.recovered": "create",
  "platform.counsel_review_hmac_secret.provisioned": "create",
  "platform.counsel_review_hmac_secret.rotated": "update",
  "platform.counsel_review_hmac_secret.recovered": "create",
  "platform.oidc_issuer.keypair_provisioned": "create",
  "platform.oidc_issuer.rotated": "update",
  "platform.idp_fic.toggled": "update",
  "platform.two_people.toggled": "update",
  "tenant.created": "create",
  "tenant.systems_gate.updated": "update",
  "tenant.updated": "update",
  "tenant.exported": "read",
  "tenant.removal_started": "delete",
  "tenant.removed": "delete",
  "webhook_endpoint.created": "create",
  "webhook_endpoint.updated": "update",
  "webhook_endpoint.deleted": "delete",
  "webhook_endpoint.secret_rotated": "update",
  "webhook_endpoint.disabled": "update",
} as const satisfies Record<AuditAction, keyof typeof activityIds>;

/** Actions that report a refusal or a failure. */
const refused: ReadonlySet<string> = new Set<AuditAction>([
  "cloudb_eventbus.account_mismatch",
  "cloudb_eventbus.rejected",
  "extractor.call.failed",
  "sourcehost_webhook.rejected",
]);

const CLASS = 6003;
const SUCCESS = 1;
const FAILURE = 2;
const INFORMATIONAL = 1;
const MEDIUM = 3;

/**
 * The row as an event. Links appear as their hashes, and counsel's words as the commitments in the row.
 * @param row as it is stored
 * @param version of this service
 */
export function ocsfEvent(row: AuditRow, version: string) {
  const activity = activities[row.action as AuditAction] ?? "other";
  const activity_id = activityIds[activity];
  const word = row.action.slice(row.action.lastIndexOf(".") + 1);
  const isRefused = refused.has(row.action);
  return {
    metadata: {
      uid: row.row_hash ?? "",
      version: OCSF_VERSION,
      product: { name: "Countersign", vendor_name: "Countersign", version },
      log_name: "audit",
      ...(row.tenant_id === null ? {} : { tenant_uid: row.tenant_id }),
      ...(isLogged(row) ? { labels: ["evidence_log"] } : {}),
    },
    time: Date.parse(row.created_at),
    class_uid: CLASS,
    class_name: "API Activity",
    category_uid: Math.floor(CLASS / 1000),
    category_name: "Application Activity",
    activity_id,
    activity_name: activity === "other" ? word : activity[0]?.toUpperCase() + activity.slice(1),
    type_uid: CLASS * 100 + activity_id,
    severity_id: isRefused ? MEDIUM : INFORMATIONAL,
    status_id: isRefused ? FAILURE : SUCCESS,
    actor: actorOf(row),
    api: { operation: row.action },
    src_endpoint: { svc_name: "countersign" },
    resources: [{ uid: row.resource_id, type: row.resource_type }],
    unmapped: {
      id: row.id,
      actor_type: row.actor_type,
      context: withoutLinks(row.context),
      ...(row.prev_hash === undefined ? {} : { prev_hash: row.prev_hash }),
    },
  };
}

/** A person appears by user id, a machine by its own id, and everybody else by what they are. */
function actorOf({ actor_user_id, actor_type, context }: AuditRow) {
  if (actor_user_id !== null) return { user: { uid: actor_user_id } };
  const { machine_id } = context;
  if (actor_type === "machine") return { app_name: "machine", app_uid: String(machine_id) };
  return { app_name: actor_type === "room" ? "room" : "countersign" };
}

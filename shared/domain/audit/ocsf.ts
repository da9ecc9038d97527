import { OCSF_VERSION } from "./feed.ts";
import { type Activity, type AuditRow, isLogged, type Vocabulary, withoutLinks } from "./row.ts";
import { type AuditAction, auditVocabulary } from "./vocabulary.ts";

/* Audit rows as OCSF events of class 6003, API Activity: the only place that maps them. */

/** For `other`, the last word of the action's name says what it does. */
const activityIds: Readonly<Record<Activity, number>> = {
  create: 1,
  read: 2,
  update: 3,
  delete: 4,
  other: 99,
};

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
  const activity = (auditVocabulary as Vocabulary)[row.action]?.activity ?? "other";
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

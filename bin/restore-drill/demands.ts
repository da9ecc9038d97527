import { isInChain } from "#shared/domain/audit/chains.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import type { Message, MessageKind } from "#shared/domain/courier/message.ts";
import type { LiveRule, RuleVersion } from "#shared/domain/frameworks/live-rule.ts";
import { replayed } from "#shared/domain/log/watch.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { isDecision } from "#shared/domain/reviews/statuses.ts";
import { entityAt, keyOf } from "#shared/store/entities.ts";
import { versionText } from "#shared/store/rules.ts";
import type { Item } from "../export/scan.ts";
import { againstTrail, meantBy } from "./against-trail.ts";
import { contradictions } from "./contradictions.ts";
import { missingMail } from "./courier.ts";
import { type Finding, finding, type OfOneTable } from "./findings.ts";
import { type Stored, storedAs, type TableContents } from "./read-table.ts";
import { standingFindings } from "./standing.ts";
import { frameworkKeyOf, linkNumber, text } from "./stored-review.ts";

/*
 * The items that a table must contain because of its other items: every row of the trail, decision,
 * link and list entry names a record, and every record its rules, versions and lists. So we also find
 * an item that is missing from both the restored and the live table.
 */

/** One item that must be in a table, and the reason. */
export interface Demand {
  key: string;
  because: string;
}

/** Findings for items that cannot be read, or are missing from, or contradict, the rest of the same table. */
export async function checkDemands(contents: TableContents): Promise<Finding<OfOneTable>[]> {
  const standing = standingFindings(contents);
  const { world } = await replayed([], contents.rows);
  const meant = meantBy(world, contents);
  const demands = [
    ...meant.map(({ key }) => ({ key, because: "what the rows come to" })),
    ...contents.trail.flatMap((row) => demandsOfRow(row, contents)),
    ...[...contents.reviews.values()].flatMap(demandsOfReview),
    ...demandsOfItems(contents),
    ...contents.words,
    ...standing.demands,
  ];
  const missing = new Map<string, string>();
  for (const { key, because } of demands) {
    if (!contents.digests.has(key) && !missing.has(key)) missing.set(key, because);
  }
  for (const { key, because } of missingMail(contents)) missing.set(key, because);
  return [
    ...contents.unreadable.map((key) => {
      const kind = entityAt(key)?.name === "row" ? "row_altered" : "item_altered";
      return finding(kind, `${key} cannot be read.`);
    }),
    ...[...missing].map(([key, because]) =>
      finding("item_missing", `${key} is missing: ${because} demands it.`),
    ),
    ...[
      ...contradictions(contents),
      ...againstTrail(meant, contents),
      ...standing.contradictions,
    ].map((detail) => finding("item_altered", detail)),
  ];
}

/** Kinds of resources whose own records name the heads of their chains. */
const recordsWithHead: ReadonlySet<string> = new Set([
  "counsel",
  "rule_review_request",
  "review_panel",
]);

function demandsOfRow(row: AuditRow, contents: TableContents): Demand[] {
  const context = row.context as Record<string, unknown>;
  const because = `row ${row.action} ${row.id} of ${row.created_at}`;
  const keys: string[] = [];
  const framework = text(context.framework_id);
  if (row.action.startsWith("rule_review.")) keys.push(keyOf("review", row.resource_id));
  if (context.counsel_id !== undefined) keys.push(keyOf("counsel", text(context.counsel_id)));
  if (framework !== "") keys.push(frameworkKeyOf(framework));
  if (row.action === "counsel.reminders_stopped")
    keys.push(keyOf("remindersStopped", row.resource_id));
  if (row.action === "counsel.mail_stopped") keys.push(keyOf("mailStop", text(context.email)));
  if (row.action === "counsel.key_invited") keys.push(keyOf("keyInvitation", row.resource_id));
  keys.push(...keysOfTenant(row, contents));
  if (row.action === "counsel.key_enrolled") {
    keys.push(keyOf("credential", sha256Hex(text(context.credential_id))));
  }
  if (isInChain(row) && !recordsWithHead.has(row.resource_type)) {
    keys.push(keyOf("chainHead", row.resource_type, row.resource_id));
  }
  if (row.writer != null) keys.push(keyOf("writer", row.writer));
  if (/^platform\..*\.(provisioned|rotated|keypair_provisioned|toggled)$/.test(row.action)) {
    if (!row.action.startsWith("platform.evidence_log_key.")) keys.push(keyOf("deployment"));
  }
  return keys.map((key) => ({ key, because }));
}

/** The items that a tenant's row demands. Once the tenant is removed, only its tombstone. */
function keysOfTenant(
  { action, resource_id, tenant_id }: AuditRow,
  { removedTenants, deletedConnections }: TableContents,
): string[] {
  if (action === "tenant.removal_started") return [keyOf("tombstone", resource_id)];
  if (removedTenants.has(tenant_id ?? "")) return [];
  const isThere = action === "connection.created" && !deletedConnections.has(resource_id);
  return isThere ? [keyOf("connection", resource_id)] : [];
}

function demandsOfReview(review: ReviewRecord): Demand[] {
  const { id, framework_id, counsel_id, counsel_email, status } = review;
  const keys = [
    keyOf("signedLink", review.token_hash, `${linkNumber(review)}`),
    keyOf("linkState", review.token_hash),
    keyOf("counsel", counsel_id),
    frameworkKeyOf(framework_id),
    ...review.rule_use_case_ids.flatMap((rule, place) => [
      keyOf("rule", framework_id, rule),
      keyOf("ruleContent", framework_id, rule, review.pinned_hashes[place] ?? ""),
    ]),
  ];
  if (isDecision(status) && counsel_email !== null) {
    keys.push(keyOf("signedAddress", counsel_id, counsel_email));
  }
  return keys.map((key) => ({ key, because: `review ${id}` }));
}

/** What a message is about, if it is no review. */
const aboutWhat: { [K in MessageKind]?: "counsel" | "panel" } = {
  key_invitation: "counsel",
  panel_end: "panel",
};

/** The items that links, messages, rules and versions name. */
function demandsOfItems(contents: TableContents): Demand[] {
  const links = [
    ...storedAs(contents, "signedLink").map(({ key, item }) => ({ key, of: item.link as Item })),
    ...storedAs(contents, "linkState").map(({ key, item }) => ({ key, of: item })),
  ];
  return [
    ...links.map(({ key, of }) => ({
      key: keyOf("review", (of.review as ReviewRecord).id),
      because: key,
    })),
    ...storedAs(contents, "outboxMessage").map(({ key, item }) => {
      const { kind, to } = item.message as Message;
      return { key: keyOf(aboutWhat[kind] ?? "review", to), because: key };
    }),
    ...storedAs(contents, "rule").flatMap(demandsOfRule),
    ...storedAs(contents, "ruleVersion").flatMap(({ key, values: [framework, rule], item }) => {
      const { content_hash } = item.version as RuleVersion;
      return [
        { key: keyOf("ruleContent", framework, rule, content_hash), because: key },
        { key: keyOf("rule", framework, rule), because: key },
      ];
    }),
  ];
}

/** A live rule demands every version up to its own. */
function demandsOfRule({ key, item }: Stored): Demand[] {
  const { framework_id, rule, version, content_hash } = item.live as LiveRule;
  const { use_case_id } = rule;
  return [
    frameworkKeyOf(framework_id),
    keyOf("ruleContent", framework_id, use_case_id, content_hash),
    ...Array.from({ length: version }, (_, place) =>
      keyOf("ruleVersion", framework_id, use_case_id, versionText(place + 1)),
    ),
  ].map((demanded) => ({ key: demanded, because: key }));
}

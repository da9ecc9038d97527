import { isInChain } from "#shared/domain/audit/chains.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { isDecision } from "#shared/domain/reviews/statuses.ts";
import { contradictions } from "./contradictions.ts";
import { missingMail } from "./courier.ts";
import { type Finding, finding } from "./findings.ts";
import { lawKeys } from "./law.ts";
import type { Item, TableContents } from "./read-table.ts";
import { standingFindings } from "./standing.ts";
import { frameworkKeyOf, meta, reviewsIn, type StoredReview, text } from "./stored-review.ts";

/*
 * What a table must hold because of what else it holds: every row of the trail, decision, link and
 * list entry names a record, and every record its rules, versions and lists. So that an item that is
 * gone from the restored and the live table alike is found, too.
 */

/** One fact of a table, and why it must be there. */
export interface Demand {
  key: string;
  because: string;
}

/** Findings for what is missing from, or contradicts, the rest of the same table. */
export function checkDemands(contents: TableContents): Finding[] {
  const standing = standingFindings(contents);
  const demands = [
    ...contents.trail.flatMap((row) => demandsOfRow(row, contents)),
    ...reviewsIn(contents).flatMap(demandsOfReview),
    ...[...contents.records].flatMap(([key, item]) => demandsOfItem(key, item)),
    ...contents.words,
    ...standing.demands,
  ];
  const missing = new Map<string, string>();
  for (const { key, because } of demands) {
    if (!contents.digests.has(key) && !missing.has(key)) missing.set(key, because);
  }
  for (const { key, because } of missingMail(contents)) missing.set(key, because);
  return [
    ...[...missing].map(([key, because]) =>
      finding("item_missing", `${key} is missing: ${because} demands it.`),
    ),
    ...[...contradictions(contents), ...standing.contradictions].map((detail) =>
      finding("item_altered", detail),
    ),
  ];
}

/** Kinds of resources whose own records name the heads of their chains. */
const recordsWithHead: ReadonlySet<string> = new Set([
  "counsel",
  "rule_review_request",
  "review_panel",
]);

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function demandsOfRow(row: AuditRow, contents: TableContents): Demand[] {
  const context = row.context as Record<string, unknown>;
  const because = `row ${row.action} ${row.id} of ${row.created_at}`;
  const keys: string[] = [];
  const framework = text(context.framework_id);
  if (row.action.startsWith("rule_review.")) keys.push(meta(`REVIEW#${row.resource_id}`));
  if (context.counsel_id !== undefined) keys.push(meta(`COUNSEL#${text(context.counsel_id)}`));
  if (framework !== "") keys.push(frameworkKeyOf(framework));
  if (row.action === "rules.imported") {
    for (const id of [...texts(context.created), ...texts(context.updated)]) {
      keys.push(`RULES#${framework} / ${id}`);
    }
  }
  if (row.action === "counsel.reminders_stopped")
    keys.push(`COUNSEL#${row.resource_id} / MAIL#REMINDERS`);
  if (row.action === "counsel.mail_stopped") keys.push(meta(`MAILSTOP#${text(context.email)}`));
  if (row.action === "counsel.key_invited") keys.push(`COUNSEL#${row.resource_id} / INVITATION`);
  keys.push(...lawKeys(row));
  keys.push(...keysOfTenant(row, contents));
  if (row.action === "counsel.key_enrolled") {
    keys.push(meta(`CREDENTIAL#${sha256Hex(text(context.credential_id))}`));
  }
  if (isInChain(row) && !recordsWithHead.has(row.resource_type)) {
    keys.push(`CHAIN#${row.resource_type}#${row.resource_id} / HEAD`);
  }
  if (row.writer != null) keys.push(meta(`WRITER#${row.writer}`));
  if (/^platform\..*\.(provisioned|rotated|keypair_provisioned|toggled)$/.test(row.action)) {
    if (!row.action.startsWith("platform.evidence_log_key.")) keys.push("DEPLOYMENT / CURRENT");
  }
  return keys.map((key) => ({ key, because }));
}

/** What a row of a tenant demands; once it is removed, the tombstone alone. */
function keysOfTenant(
  { action, resource_id, tenant_id }: AuditRow,
  { removedTenants, deletedConnections }: TableContents,
): string[] {
  if (action === "tenant.removal_started") return [meta(`TOMBSTONE#${resource_id}`)];
  if (removedTenants.has(tenant_id ?? "")) return [];
  if (action === "tenant.created") return [meta(`TENANT#${resource_id}`)];
  const isThere = action === "connection.created" && !deletedConnections.has(resource_id);
  return isThere ? [meta(`CONNECTION#${resource_id}`)] : [];
}

function demandsOfReview(review: StoredReview): Demand[] {
  const { id, framework_id, counsel_id, counsel_email, status } = review;
  const keys = [
    `LINK#${review.token_hash} / SIGNED#${(review.extension?.number ?? 0) + 1}`,
    `LINK#${review.token_hash} / STATE`,
    meta(`COUNSEL#${counsel_id}`),
    frameworkKeyOf(framework_id),
    ...review.rule_use_case_ids.flatMap((rule, place) => [
      `RULES#${framework_id} / ${rule}`,
      `RULE#${framework_id}#${rule} / CONTENT#${review.pinned_hashes[place]}`,
    ]),
  ];
  if (isDecision(status) && counsel_email !== null) {
    keys.push(`COUNSEL#${counsel_id} / SIGNED#${counsel_email}`);
  }
  return keys.map((key) => ({ key, because: `review ${id}` }));
}

/** What lists, links and rules name. */
function demandsOfItem(key: string, item: Item): Demand[] {
  if (key.startsWith("LINK#")) {
    const { id } = (item.review ?? (item.link as { review: unknown }).review) as StoredReview;
    return [{ key: meta(`REVIEW#${id}`), because: key }];
  }
  if (key.startsWith("RULES#")) return demandsOfRule(key, item);
  if (key.startsWith("OUTBOX#")) {
    const { to } = item.message as { to: string };
    return [{ key: meta(`REVIEW#${to}`), because: key }];
  }
  if (/^RULE#.* \/ VERSION#/.test(key)) {
    const { content_hash } = item.version as { content_hash: string };
    return [
      { key: `${item.pk} / CONTENT#${content_hash}`, because: key },
      { key: item.pk.replace(/^RULE#([^#]+)#/, "RULES#$1 / "), because: key },
    ];
  }
  return [];
}

/** A live rule has every version up to its own. */
function demandsOfRule(key: string, item: Item): Demand[] {
  const { framework_id, rule, version, content_hash } = item.live as {
    framework_id: string;
    rule: Rule;
    version: number;
    content_hash: string;
  };
  const history = `RULE#${framework_id}#${rule.use_case_id}`;
  return [
    frameworkKeyOf(framework_id),
    `${history} / CONTENT#${content_hash}`,
    ...Array.from(
      { length: version },
      (_, place) => `${history} / VERSION#${String(place + 1).padStart(6, "0")}`,
    ),
  ].map((demanded) => ({ key: demanded, because: key }));
}

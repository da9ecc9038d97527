import type { AuditRow } from "#shared/domain/audit/row.ts";
import { canonicalHash, sha256Hex } from "#shared/domain/canonical.ts";
import { contentHash, type Rule } from "#shared/domain/frameworks/rule.ts";
import { isApproval } from "#shared/domain/reviews/review.ts";
import { isDecision, type ReviewStatus } from "#shared/domain/reviews/statuses.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { bucketKey, bucketOf } from "#shared/store/rule-buckets.ts";
import { type Finding, finding } from "./findings.ts";
import type { Item, TableContents } from "./read-table.ts";

/*
 * What a table must hold because of what else it holds: every row of the trail, decision, link and
 * list entry names a record, and every record its rules, versions and lists. So that an item that is
 * gone from the restored and the live table alike is found, too.
 */

/** One fact of a table, and why it must be there. */
interface Demand {
  key: string;
  because: string;
}

const meta = (pk: string): string => `${pk} / META`;

/** The parts of a stored review that demand something. */
interface StoredReview {
  id: string;
  framework_id: string;
  counsel_id: string;
  counsel_email: string | null;
  rule_use_case_ids: string[];
  pinned_hashes: string[];
  token_hash: string;
  status: ReviewStatus;
  decided_at: string | null;
}

/** Findings for what is missing from, or contradicts, the rest of the same table. */
export function checkDemands(contents: TableContents): Finding[] {
  const demands = [
    ...contents.trail.flatMap((row) => demandsOfRow(row, contents)),
    ...reviewsIn(contents).flatMap(demandsOfReview),
    ...[...contents.records].flatMap(([key, item]) => demandsOfItem(key, item)),
  ];
  const missing = new Map<string, string>();
  for (const { key, because } of demands) {
    if (!contents.digests.has(key) && !missing.has(key)) missing.set(key, because);
  }
  return [
    ...[...missing].map(([key, because]) =>
      finding("item_missing", `${key} is missing: ${because} demands it.`),
    ),
    ...contradictions(contents).map((detail) => finding("item_altered", detail)),
  ];
}

const reviewsIn = ({ records }: TableContents): StoredReview[] =>
  [...records]
    .filter(([key]) => key.startsWith("REVIEW#"))
    .map(([, item]) => item.review as StoredReview);

const frameworkKeyOf = (id: string): string =>
  `${isCanaryFramework(id) ? "FRAMEWORKS#CANARY" : "FRAMEWORKS"} / ${id}`;

const text = (value: unknown): string => (typeof value === "string" ? value : "");
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
  if (row.action === "tenant.created") keys.push(meta(`TENANT#${row.resource_id}`));
  if (row.action === "connection.created" && !contents.deletedConnections.has(row.resource_id)) {
    keys.push(meta(`CONNECTION#${row.resource_id}`));
  }
  if (row.action === "counsel.key_enrolled") {
    keys.push(meta(`CREDENTIAL#${sha256Hex(text(context.credential_id))}`));
  }
  if (/^platform\..*\.(provisioned|rotated|keypair_provisioned|toggled)$/.test(row.action)) {
    if (!row.action.startsWith("platform.evidence_log_key.")) keys.push("DEPLOYMENT / CURRENT");
  }
  return keys.map((key) => ({ key, because }));
}

function demandsOfReview(review: StoredReview): Demand[] {
  const { id, framework_id, counsel_id, counsel_email, decided_at, status } = review;
  const keys = [
    meta(`LINK#${review.token_hash}`),
    meta(`COUNSEL#${counsel_id}`),
    frameworkKeyOf(framework_id),
    ...review.rule_use_case_ids.flatMap((rule, place) => [
      `RULES#${framework_id} / ${rule}`,
      `RULE#${framework_id}#${rule} / CONTENT#${review.pinned_hashes[place]}`,
    ]),
  ];
  if (isDecision(status) && decided_at !== null) {
    keys.push(`DECISIONS#${framework_id} / ${decided_at}#${id}`);
    if (counsel_email !== null) keys.push(`COUNSEL#${counsel_id} / SIGNED#${counsel_email}`);
    if (isApproval(status)) keys.push(...approvalKeys(review));
    keys.push(...review.rule_use_case_ids.map((rule) => bucketText(framework_id, rule)));
  } else if (status === "pending") {
    keys.push(...review.rule_use_case_ids.map((rule) => bucketText(framework_id, rule)));
  }
  return keys.map((key) => ({ key, because: `review ${id}` }));
}

/** As approvals.ts writes them: by rule, or by group for a decision on many rules. */
const MOST_ONE_BY_ONE = 40;

function approvalKeys({ id, framework_id, rule_use_case_ids, decided_at }: StoredReview): string[] {
  const isGrouped = rule_use_case_ids.length > MOST_ONE_BY_ONE;
  return rule_use_case_ids.map((rule) => {
    const part = isGrouped ? `GROUP#${bucketOf(rule)}` : rule;
    return `APPROVED#${framework_id}#${part} / ${decided_at}#${id}`;
  });
}

function bucketText(framework: string, rule: string): string {
  const { pk, sk } = bucketKey(framework, bucketOf(rule));
  return `${pk} / ${sk}`;
}

/** What lists, links and rules name. */
function demandsOfItem(key: string, item: Item): Demand[] {
  const of = (name: string): string => text((item[name] as Item | undefined)?.review_id);
  if (key.startsWith("DECISIONS#"))
    return [{ key: meta(`REVIEW#${of("decision")}`), because: key }];
  if (key.startsWith("APPROVED#")) return [{ key: meta(`REVIEW#${of("approval")}`), because: key }];
  if (key.startsWith("LINK#")) {
    const { id } = item.review as StoredReview;
    return [{ key: meta(`REVIEW#${id}`), because: key }];
  }
  if (key.startsWith("RULES#")) return demandsOfRule(key, item);
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

/** What one item says and another one, or its own hash, denies. */
function contradictions(contents: TableContents): string[] {
  return [
    ...[...contents.records].flatMap(([key, item]) => contradictionOf(key, item, contents)),
    ...againstTrail(contents),
    ...answersAgainstReviews(contents),
  ];
}

const differs = (one: unknown, other: unknown): boolean =>
  canonicalHash(one ?? null) !== canonicalHash(other ?? null);

function contradictionOf(key: string, item: Item, { records }: TableContents): string[] {
  if (key.startsWith("RULES#")) {
    const { framework_id, rule, content_hash } = item.live as never as {
      framework_id: string;
      rule: Rule;
      content_hash: string;
    };
    return contentHash(framework_id, rule) === content_hash
      ? []
      : [`${key} does not match its own hash.`];
  }
  const [, framework, hash] = /^RULE#([^#]+)#[^ ]+ \/ CONTENT#(.+)$/.exec(key) ?? [];
  if (framework !== undefined) {
    return contentHash(framework, item.content as Rule) === hash
      ? []
      : [`${key} does not match its own hash.`];
  }
  if (key.startsWith("LINK#")) {
    const review = records.get(meta(`REVIEW#${(item.review as StoredReview).id}`))?.review;
    return review === undefined || !differs(review, item.review)
      ? []
      : [`${key} and the review ${(review as StoredReview).id} are not the same.`];
  }
  const entry = (item.decision ?? item.approval) as Item | undefined;
  if (entry === undefined || !/^(DECISIONS|APPROVED)#/.test(key)) return [];
  const review = records.get(meta(`REVIEW#${text(entry.review_id)}`))?.review as StoredReview;
  if (review === undefined) return [];
  const pinned = new Map(
    review.rule_use_case_ids.map((rule, place) => [rule, review.pinned_hashes[place]]),
  );
  const rules = entry.rules as { use_case_id: string; content_hash: string }[];
  const isSame =
    entry.decided_at === review.decided_at &&
    rules.every(({ use_case_id, content_hash }) => pinned.get(use_case_id) === content_hash) &&
    (entry.kind === undefined || (entry.kind === "yes") === isApproval(review.status)) &&
    (item.approval === undefined || entry.decision === review.status) &&
    key.endsWith(`/ ${review.decided_at}#${review.id}`) &&
    (item.decision === undefined || rules.length === pinned.size);
  return isSame ? [] : [`${key} and the review ${review.id} are not the same.`];
}

/** Members of a row's context that the record itself has, by the row's resource type. */
const recorded: Record<
  string,
  { key: (row: AuditRow) => string; member: string; fields: string[] }
> = {
  counsel: {
    key: ({ context }) => meta(`COUNSEL#${text((context as Item).counsel_id)}`),
    member: "counsel",
    fields: [
      "framework_id",
      "email",
      "display_name",
      "active",
      "firm",
      "jurisdiction",
      "bar_registration",
    ],
  },
  "framework.updated": {
    key: ({ context }) => frameworkKeyOf(text((context as Item).framework_id)),
    member: "framework",
    fields: [
      "display_name",
      "jurisdiction",
      "source_url",
      "status",
      "superseded_by",
      "lang",
      "short_name",
    ],
  },
  rule_review: {
    key: ({ resource_id }) => meta(`REVIEW#${resource_id}`),
    member: "review",
    fields: [
      "framework_id",
      "counsel_id",
      "rule_version_hash",
      "rule_use_case_ids",
      "decided_at",
      "decision_comment",
      "decision_signature",
    ],
  },
  tenant: {
    key: ({ resource_id }) => meta(`TENANT#${resource_id}`),
    member: "tenant",
    fields: ["name"],
  },
};

const kindOfRow = ({ action }: AuditRow): string => {
  if (action.startsWith("counsel.")) return "counsel";
  if (action.startsWith("rule_review.")) return "rule_review";
  return /^tenant\.(created|updated)$/.test(action) ? "tenant" : action;
};

/** The newest row about a counsel, framework or tenant says how its record is. */
function againstTrail({ trail, records }: TableContents): string[] {
  const newest = new Map<string, AuditRow>();
  for (const row of trail) {
    const key = recorded[kindOfRow(row)]?.key(row);
    if (key === undefined) continue;
    const known = newest.get(key);
    if (known === undefined || known.created_at <= row.created_at) newest.set(key, row);
  }
  return [...newest].flatMap(([key, row]) => {
    const { member, fields } = recorded[kindOfRow(row)] as (typeof recorded)[string];
    const record = records.get(key)?.[member] as Item | undefined;
    const context = row.context as Item;
    if (record === undefined) return [];
    const changed = fields.filter(
      (field) => context[field] !== undefined && differs(record[field], context[field]),
    );
    return changed.length === 0
      ? []
      : [
          `${key} differs from its row ${row.action} of ${row.created_at} in ${changed.join(", ")}.`,
        ];
  });
}

/** The latest yes and no of each rule, as coverage reads them. */
function answersAgainstReviews(contents: TableContents): string[] {
  const latest = new Map<
    string,
    { review: StoredReview; hash: string | undefined; bucket: string }
  >();
  for (const review of reviewsIn(contents)) {
    const { status, decided_at, framework_id } = review;
    if (!isDecision(status) || decided_at === null) continue;
    const kind = isApproval(status) ? "yes" : "no";
    for (const [place, rule] of review.rule_use_case_ids.entries()) {
      const bucket = bucketText(framework_id, rule);
      const name = `${bucket} ${kind}#${rule}`;
      const known = latest.get(name)?.review.decided_at;
      if (known !== undefined && (known ?? "") > decided_at) continue;
      latest.set(name, { review, hash: review.pinned_hashes[place], bucket });
    }
  }
  return [...latest].flatMap(([name, { review, hash, bucket }]) => {
    const item = contents.records.get(bucket);
    const stored = item?.[name.slice(bucket.length + 1)] as Item | undefined;
    if (item === undefined) return [];
    return stored?.decided_at === review.decided_at && stored?.content_hash === hash
      ? []
      : [`${bucket} does not name the answer of review ${review.id}.`];
  });
}

import { createHash, randomUUID } from "node:crypto";
import { BatchWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { auditRow } from "#shared/domain/audit/reviews.ts";
import { chained } from "#shared/domain/audit/row.ts";
import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { absentFields } from "#shared/domain/reviews/fields.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { isDecision, type ReviewStatus, reviewStatuses } from "#shared/domain/reviews/statuses.ts";
import { nothingDecided } from "#shared/domain/standing/kept-decisions.ts";
import { putLink } from "#shared/store/links.ts";
import { putLoggedRow } from "#shared/store/logged-rows.ts";
import { openOnRules } from "#shared/store/open-marks.ts";
import { reviewItem } from "#shared/store/reviews.ts";
import { tableClient } from "#test/support/table.ts";
import type { SeedableDatabase } from "./seedable-database.ts";

/** The platform's frameworks, counsel and rules, over which seeded reviews are spread. */
export interface Seeded {
  frameworkIds: readonly string[];
  counselIds: readonly string[];
  ruleIds: readonly string[];
  /** The wording that the reviews are about; left out: one that was never live. */
  wordingOf?: (ruleId: string) => string;
}

const DAY_MS = 86_400_000;
const EMAIL = "seeded@law.example";
const SIGNER: Signer = {
  email: EMAIL,
  display_name: "Seeded",
  firm: "Seeded LLP",
  jurisdiction: "DE",
  bar_registration: "RAK 1",
  signing_policy: "link",
  counsel_head: "0".repeat(64),
};

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const iso = (at: number): string => new Date(at).toISOString();

/**
 * A year of reviews in every status, a seventh of them open and not yet due.
 * @param now the end of the year, in milliseconds since the epoch
 */
export async function seedYear(
  database: SeedableDatabase,
  count: number,
  platform: Seeded,
  now = Date.now(),
): Promise<void> {
  const step = (300 * DAY_MS) / count;
  const open: ReviewRecord[] = [];
  const items = function* () {
    for (let place = 0; place < count; place += 1) {
      const status = reviewStatuses[place % reviewStatuses.length] ?? "pending";
      const createdAt = now - 365 * DAY_MS + place * step;
      const expiresAt = now + (2 + (place % 58)) * DAY_MS;
      const made = requested(platform, place, status, createdAt, expiresAt);
      if (status === "pending") open.push(made.record);
      yield* made.items;
    }
  };
  await database.add(items());
  for (const [id, reviews] of Map.groupBy(open, (review) => review.framework_id)) {
    // The bench has commissioned a review of the first framework.
    await markOpen(database, reviews, id === platform.frameworkIds[0] ? 1 : 0);
  }
}

/** Open reviews past their expiry, for the daily job to find; few enough to write them singly. */
export async function seedOverdue(
  database: SeedableDatabase,
  count: number,
  platform: Seeded,
): Promise<void> {
  const now = Date.now();
  for (let place = 0; place < count; place += 1) {
    const [created, expired] = [now - 20 * DAY_MS + place, now - DAY_MS + place];
    const { items } = requested(platform, place, "pending", created, expired);
    const puts = items.map((Item) => ({ PutRequest: { Item } }));
    await clientOf(database).send(new BatchWriteCommand({ RequestItems: { countersign: puts } }));
  }
}

const clientOf = ({ proxy }: SeedableDatabase) =>
  tableClient({ endpoints: { dynamodb: proxy.url, region: "us-east-1" } });

/**
 * Marks the open reviews with the latest expiry on the rules of one framework, as opening does.
 * @param before how many reviews have been opened on those rules so far
 */
async function markOpen(
  database: SeedableDatabase,
  reviews: readonly ReviewRecord[],
  before: number,
): Promise<void> {
  const longest = reviews.toSorted((a, b) => (a.expires_at > b.expires_at ? -1 : 1)).slice(0, 5);
  for (const [at, review] of longest.entries()) {
    const marks = longest.slice(0, at).map(({ id, expires_at, pinned_hashes }) => ({
      review_id: id,
      expires_at,
      content_hash: pinned_hashes[0] as string,
    }));
    const kept = {
      decisionsOn: () => nothingDecided,
      marksOn: () => ({ marks, others_until: null }),
      decided: () => [],
      opened: () => [],
      openedBeside: () => before + at,
    };
    for (const { Update } of openOnRules(review, kept, "anything")) {
      if (!Update) continue;
      const command = new UpdateCommand({ TableName: "countersign", ...Update });
      await clientOf(database).send(command);
    }
  }
}

/** A request as the store keeps it, and, if counsel has answered, with a decision. */
function recordOf(
  { frameworkIds, counselIds, ruleIds, wordingOf = sha256 }: Seeded,
  place: number,
  status: ReviewStatus,
  createdAt: number,
  expiresAt: number,
): ReviewRecord {
  const id = randomUUID();
  const [hash, created_at] = [sha256(id), iso(createdAt)];
  const decided = {
    decided_at: iso(createdAt + DAY_MS),
    decision_row_hash: hash,
    decision_signature: hash,
    decision_comment: "No objection.",
    counsel_email: EMAIL,
  };
  return {
    ...absentFields,
    id,
    framework_id: frameworkIds[place % frameworkIds.length] ?? "",
    counsel_id: counselIds[place % counselIds.length] ?? "",
    rule_use_case_ids: [...ruleIds],
    rule_version_hash: hash,
    requested_by_user_id: id,
    status,
    created_at,
    expires_at: iso(expiresAt),
    nonce: hash.slice(0, 32),
    called: {
      articles: ["Art. 5"],
      requester: EMAIL,
      rules: ruleIds.map((one) => `Title of ${one}`),
    },
    token_hash: sha256(hash),
    pinned_hashes: ruleIds.map(wordingOf),
    audit_head: { hash, length: 1, at: created_at },
    ...(isDecision(status) ? decided : {}),
  } as ReviewRecord;
}

/** As long as a genuine signature. Nobody checks it, because these rows do not enter the log. */
const signature = { writer: sha256("writer"), writer_signature: "A".repeat(86).concat("==") };

/** Record, link and first audit row of one review, whose ordinal determines framework and counsel. */
function requested(...seed: Parameters<typeof recordOf>) {
  const record = recordOf(...seed);
  const { id, framework_id, counsel_id, rule_use_case_ids, rule_version_hash } = record;
  const { requested_by_user_id, expires_at, created_at: at } = record;
  const context = {
    framework_id,
    counsel_id,
    rule_use_case_ids,
    rule_version_hash,
    requested_by_user_id,
    expires_at,
    nonce: record.nonce,
    content_hashes: record.pinned_hashes,
    magic_link_url: `https://app.example/counsel/review/${sha256(id)}`,
  };
  const about = { resourceId: id, tenantId: null, actorUserId: id, id: randomUUID(), at };
  const asked = auditRow({ action: "rule_review.requested", ...about, context });
  const { row, head } = chained(asked, null);
  const kept: ReviewRecord = { ...record, audit_head: head };
  const audit = { ...putLoggedRow(row, { chainLength: head.length })[0]?.Put?.Item, ...signature };
  const [signed, state] = putLink(kept, { signer: SIGNER, row, panel: null }).map(
    ({ Put }) => Put?.Item ?? {},
  );
  const link = { ...signed, certificate: { certificate: "", signature: "" }, signature: "" };
  return { record: kept, items: [reviewItem(kept), link, state ?? {}, audit] };
}

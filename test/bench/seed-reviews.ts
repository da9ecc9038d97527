import { createHash, randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { auditRow } from "#shared/domain/audit/reviews.ts";
import { chained } from "#shared/domain/audit/row.ts";
import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { absentFields } from "#shared/domain/reviews/fields.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { isDecision, type ReviewStatus, reviewStatuses } from "#shared/domain/reviews/statuses.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import type { Item } from "#shared/store/read.ts";
import { linkItem, reviewItem } from "#shared/store/reviews.ts";
import { openOnRules } from "#shared/store/rule-answers.ts";
import type { SeedableDatabase } from "./seedable-database.ts";

/** The platform's frameworks, counsel and rules, over which seeded reviews are spread. */
export interface Seeded {
  frameworkIds: readonly string[];
  counselIds: readonly string[];
  ruleIds: readonly string[];
}

interface Seed {
  status: ReviewStatus;
  /** Milliseconds since the epoch. */
  createdAt: number;
  expiresAt: number;
  /** The review's ordinal, which determines its framework and counsel. */
  place: number;
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
      const made = recordOf(
        {
          place,
          status: reviewStatuses[place % reviewStatuses.length] ?? "pending",
          createdAt: now - 365 * DAY_MS + place * step,
          expiresAt: now + (2 + (place % 58)) * DAY_MS,
        },
        platform,
      );
      if (made.record.status === "pending") open.push(made.record);
      yield* itemsOf(made);
    }
  };
  await database.add(items());
  const client = clientOf(database.endpoint);
  for (const [id, reviews] of Map.groupBy(open, (review) => review.framework_id)) {
    // The bench has commissioned a review of the first framework.
    await markOpen(client, reviews, id === platform.frameworkIds[0] ? 1 : 0);
  }
  client.destroy();
}

/** Open reviews that are past their expiry, for the daily job to find; few enough to be written. */
export async function seedOverdue(
  endpoint: string,
  count: number,
  platform: Seeded,
): Promise<void> {
  const client = clientOf(endpoint);
  for (let place = 0; place < count; place += 1) {
    const made = recordOf(
      {
        place,
        status: "pending",
        createdAt: Date.now() - 20 * DAY_MS + place,
        expiresAt: Date.now() - DAY_MS + place,
      },
      platform,
    );
    const puts = itemsOf(made).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { countersign: puts } }));
  }
  client.destroy();
}

const clientOf = (endpoint: string): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      region: "us-east-1",
      credentials: { accessKeyId: "bench", secretAccessKey: "bench" },
    }),
  );

/**
 * Marks the open reviews with the latest expiry on the rules of one framework, as opening does.
 * @param before how many reviews have been opened on those rules so far
 */
async function markOpen(
  client: DynamoDBDocumentClient,
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
      answersOf: () => ({ approved: null, denied: null, objection: null, wish: null }),
      openOn: () => ({ marks, others_until: null }),
      remarked: () => [],
      overflowing: () => [],
      openedBeside: () => before + at,
    };
    for (const { Update } of openOnRules(review, kept, "anything")) {
      if (Update) await client.send(new UpdateCommand({ TableName: "countersign", ...Update }));
    }
  }
}

/** Record, link and first audit row of one review, in the store's own shapes. */
function itemsOf({ record, row }: ReturnType<typeof recordOf>): Item[] {
  const audit = putAuditRow(row, { chainLength: record.audit_head.length })[0]?.Put?.Item as Item;
  return [reviewItem(record), linkItem(record, SIGNER), audit];
}

function recordOf({ status, createdAt, expiresAt, place }: Seed, platform: Seeded) {
  const { frameworkIds, counselIds, ruleIds } = platform;
  const id = randomUUID();
  const request = {
    framework_id: frameworkIds[place % frameworkIds.length] ?? "",
    counsel_id: counselIds[place % counselIds.length] ?? "",
    rule_use_case_ids: [...ruleIds],
    rule_version_hash: sha256("rules"),
    requested_by_user_id: id,
    expires_at: iso(expiresAt),
  };
  const { row, head } = chained(
    auditRow({
      action: "rule_review.requested",
      resourceId: id,
      tenantId: null,
      actorUserId: id,
      context: { ...request, magic_link_url: `https://app.example/counsel/review/${sha256(id)}` },
      id: randomUUID(),
      at: iso(createdAt),
    }),
    null,
  );
  const isDecided = isDecision(status);
  const record = {
    ...absentFields,
    id,
    ...request,
    status,
    created_at: iso(createdAt),
    decision_row_hash: isDecided ? head.hash : null,
    decided_at: isDecided ? iso(createdAt + DAY_MS) : null,
    viewed_at: null,
    decision_signature: isDecided ? sha256(id) : null,
    decision_comment: isDecided ? "Seeded." : null,
    supplementary_pdf_kv_secret: null,
    nonce: sha256(id).slice(0, 32),
    called: { articles: ["Art. 5"], requester: EMAIL },
    token_hash: sha256(sha256(id)),
    pinned_hashes: ruleIds.map(sha256),
    audit_head: head,
    counsel_email: isDecided ? EMAIL : null,
    record_seal: null,
  } as ReviewRecord;
  return { record, row };
}

import { createHash, randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { auditRow, chained } from "#shared/domain/audit/row.ts";
import type { Signer } from "#shared/domain/counsel/counsel.ts";
import {
  isDecision,
  type ReviewRecord,
  type ReviewStatus,
  reviewStatuses,
} from "#shared/domain/reviews/review.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import type { Item } from "#shared/store/read.ts";
import { linkItem, reviewItem } from "#shared/store/reviews.ts";
import { openOnRules } from "#shared/store/rule-answers.ts";

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
  /** Counts the reviews; says which framework and counsel. */
  place: number;
}

const DAY_MS = 86_400_000;
const BATCH = 25;
const WRITERS = 4;
const EMAIL = "seeded@law.example";
const SIGNER: Signer = {
  email: EMAIL,
  display_name: "Seeded",
  firm: null,
  jurisdiction: null,
  bar_registration: null,
  signing_policy: "link",
};

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const iso = (at: number): string => new Date(at).toISOString();

/** A year of reviews in every status, a seventh of them open and not yet due. */
export function seedYear(endpoint: string, count: number, platform: Seeded): Promise<void> {
  const step = (300 * DAY_MS) / count;
  return seed(endpoint, count, platform, (place) => ({
    place,
    status: reviewStatuses[place % reviewStatuses.length] ?? "pending",
    createdAt: Date.now() - 365 * DAY_MS + place * step,
    expiresAt: Date.now() + (2 + (place % 58)) * DAY_MS,
  }));
}

/** Open reviews whose expiry has passed: what the daily job must find. */
export function seedOverdue(endpoint: string, count: number, platform: Seeded): Promise<void> {
  return seed(endpoint, count, platform, (place) => ({
    place,
    status: "pending",
    createdAt: Date.now() - 20 * DAY_MS + place,
    expiresAt: Date.now() - DAY_MS + place,
  }));
}

async function seed(
  endpoint: string,
  count: number,
  platform: Seeded,
  makeSeed: (place: number) => Seed,
): Promise<void> {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      region: "us-east-1",
      credentials: { accessKeyId: "bench", secretAccessKey: "bench" },
    }),
  );
  const places = Array.from({ length: count }, (_, place) => place).values();
  const pending: ReviewRecord[] = [];
  const write = async () => {
    for (let part = places.take(BATCH / 3).toArray(); part.length > 0; ) {
      const made = part.map((place) => recordOf(makeSeed(place), platform));
      const items = made.flatMap(itemsOf);
      pending.push(
        ...made.map(({ record }) => record).filter(({ status }) => status === "pending"),
      );
      await client.send(
        new BatchWriteCommand({
          RequestItems: { countersign: items.map((Item) => ({ PutRequest: { Item } })) },
        }),
      );
      part = places.take(BATCH / 3).toArray();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  const now = iso(Date.now());
  const open = pending.filter(({ expires_at }) => expires_at >= now);
  for (const [id, reviews] of Map.groupBy(open, (review) => review.framework_id)) {
    // The first framework is one that the bench has commissioned a review of.
    await markOpen(client, reviews, id === platform.frameworkIds[0] ? 1 : 0);
  }
  client.destroy();
}

/**
 * Marks on the rules of one framework the open reviews that live longest, as opening them does.
 * @param before how many reviews were opened on them until now
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
      answersOf: () => ({ approved: null, denied: null }),
      openOn: () => ({ marks, others_until: null }),
      crowded: () => [],
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
    id,
    ...request,
    status,
    created_at: iso(createdAt),
    decided_at: isDecided ? iso(createdAt + DAY_MS) : null,
    viewed_at: null,
    decision_signature: isDecided ? sha256(id) : null,
    decision_comment: isDecided ? "Seeded." : null,
    supplementary_pdf_kv_secret: null,
    nonce: sha256(id).slice(0, 32),
    token_hash: sha256(sha256(id)),
    pinned_hashes: ruleIds.map(sha256),
    audit_head: head,
    counsel_email: isDecided ? EMAIL : null,
    record_seal: null,
  } as ReviewRecord;
  return { record, row };
}

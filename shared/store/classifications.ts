import { type AuditRow, withRowHash } from "#shared/domain/audit/row.ts";
import type { ClassificationRecord } from "#shared/domain/inventory/classification.ts";
import { artifactKey, type StoredArtifact } from "./artifacts.ts";
import { putAuditRow } from "./audit.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * On the artifact's own item: `classification`, the record, and `classified_hash`, what an extractor
 * made it from.
 * ARTIFACTANSWER#<artifact id> / <answer hash>: a model's answer as text; ttl (400 days). The log
 * holds its hash only: the text may quote the customer.
 */

/** More rows than a change writes. */
const MOST_ROWS = 8;

const ANSWER_SECONDS = 400 * 24 * 3600;

const answerKey = (artifactId: string, answerHash: string): Key => ({
  pk: `ARTIFACTANSWER#${artifactId}`,
  sk: answerHash,
});

/** A model's answer as it is kept. */
interface KeptAnswer {
  hash: string;
  text: string;
}

interface Change {
  artifact: StoredArtifact;
  after: ClassificationRecord;
  /** What an extractor made it from; null leaves it as it is. */
  madeOf: string | null;
  rows: readonly AuditRow[];
  answer: KeptAnswer | null;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * The writes of one change of a classification, with its rows: on the condition that classification
 * and content are still those that were read.
 */
export const putClassification = (change: Change): Action[] => [
  { Update: classificationUpdate({ ...change, after: withNewestRow(change) }) },
  // Rows of one instant keep their order: those of a change, and those of changes in a row.
  ...change.rows.flatMap((row, place) =>
    putAuditRow(row, { chainLength: change.after.revision * MOST_ROWS + place }),
  ),
  ...(change.answer === null ? [] : [putAnswer(change, change.answer)]),
];

function withNewestRow({ after, rows }: Change): ClassificationRecord {
  const newest = rows.at(-1);
  return newest === undefined
    ? after
    : { ...after, row_hash: withRowHash(newest).row_hash ?? null };
}

function classificationUpdate({ artifact, after, madeOf }: Change) {
  const before = artifact.classification;
  const made = madeOf === null ? "" : ", #made = :made";
  return {
    Key: artifactKey(artifact),
    UpdateExpression: `SET #classification = :after${made}`,
    ConditionExpression:
      before === null
        ? "#content = :content AND attribute_not_exists(#classification.#revision)"
        : "#content = :content AND #classification.#revision = :revision",
    ExpressionAttributeNames: {
      "#classification": "classification",
      "#revision": "revision",
      "#content": "content_hash",
      ...(madeOf === null ? {} : { "#made": "classified_hash" }),
    },
    ExpressionAttributeValues: {
      ":after": after,
      ":content": artifact.content_hash,
      ...(before === null ? {} : { ":revision": before.revision }),
      ...(madeOf === null ? {} : { ":made": madeOf }),
    },
  };
}

const putAnswer = ({ artifact, now }: Change, { hash, text }: KeptAnswer): Action => ({
  Put: {
    Item: {
      ...answerKey(artifact.id, hash),
      text,
      ttl: Math.floor(now / 1000) + ANSWER_SECONDS,
    },
  },
});

/** Notes what a classification would be made from now, when that changes nothing in it. */
export const putMadeOf = (artifact: StoredArtifact, madeOf: string): Action => ({
  Update: {
    Key: artifactKey(artifact),
    UpdateExpression: "SET #made = :made",
    ConditionExpression: "#content = :content",
    ExpressionAttributeNames: { "#made": "classified_hash", "#content": "content_hash" },
    ExpressionAttributeValues: { ":made": madeOf, ":content": artifact.content_hash },
  },
});

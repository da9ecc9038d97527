import { type AuditRow, withRowHash } from "#shared/domain/audit/row.ts";
import type { ClassificationRecord } from "#shared/domain/inventory/classification.ts";
import { artifactKey, listedUnder, type StoredArtifact } from "./artifacts.ts";
import { putLoggedRow } from "./logged-rows.ts";
import { countedPart, countsAs, type Recounted } from "./system-counts.ts";
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

/** As what an artifact counts with this classification. */
export const recounted = (artifact: StoredArtifact, after: ClassificationRecord): Recounted => ({
  artifact,
  to: countsAs({ retired_at: artifact.retired_at, classification: after }),
});

/**
 * The writes of one change of a classification, with its rows: on the condition that classification,
 * content and presence are still those that were read. Their transaction has to change the counts as
 * well (`changeCounts` of what is `recounted`).
 */
export const putClassification = (change: Change): Action[] => [
  { Update: classificationUpdate({ ...change, after: withNewestRow(change) }) },
  // Rows of one instant keep their order: those of a change, and those of changes in a row.
  ...change.rows.flatMap((row, place) =>
    putLoggedRow(row, { chainLength: change.after.revision * MOST_ROWS + place }),
  ),
  ...(change.answer === null ? [] : [putAnswer(change, change.answer)]),
];

function withNewestRow({ after, rows }: Change): ClassificationRecord {
  const newest = rows.at(-1);
  return newest === undefined
    ? after
    : {
        ...after,
        row_hash: withRowHash(newest).row_hash,
        rows: Number(newest.context.number),
      };
}

function classificationUpdate({ artifact, after, madeOf }: Change) {
  const before = artifact.classification;
  const made = madeOf === null ? "" : ", #made = :made";
  const { set, remove, condition, names, values } = countedPart(recounted(artifact, after));
  const isSame =
    before === null
      ? "attribute_not_exists(#classification.#revision)"
      : "#classification.#revision = :revision";
  return {
    Key: artifactKey(artifact),
    UpdateExpression: `SET #classification = :after, #listed = :listed${made}${set}${remove}`,
    ConditionExpression: [
      "#content = :content",
      isSame,
      "#retired_at = :retired_at",
      condition,
    ].join(" AND "),
    ExpressionAttributeNames: {
      "#classification": "classification",
      "#revision": "revision",
      "#content": "content_hash",
      "#listed": "gsi1pk",
      "#retired_at": "retired_at",
      ...(madeOf === null ? {} : { "#made": "classified_hash" }),
      ...names,
    },
    ExpressionAttributeValues: {
      ":after": after,
      ":content": artifact.content_hash,
      ":listed": listedUnder(artifact.tenant_id, after),
      ":retired_at": artifact.retired_at,
      ...(before === null ? {} : { ":revision": before.revision }),
      ...(madeOf === null ? {} : { ":made": madeOf }),
      ...values,
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

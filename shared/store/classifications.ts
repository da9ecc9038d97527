import { type AuditRow, withRowHash } from "#shared/domain/audit/row.ts";
import type { ClassificationRecord } from "#shared/domain/inventory/classification.ts";
import { artifactKey, listedUnder, type StoredArtifact } from "./artifacts.ts";
import { all, change, is, put } from "./item.ts";
import { putLoggedRow } from "./logged-rows.ts";
import { changeCounted, countsAs, hasStill, type Recounted } from "./system-counts.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * The artifact's own item has `classification`, the record, and `classified_hash`, the input from which
 * an extractor made it (empty after an answer was withdrawn).
 *
 * ARTIFACTANSWER#<artifact id> / <answer hash>: a model's answer as text; ttl (400 days). The log
 * contains only its hash, because the text may quote the customer.
 */

/** Larger than the number of rows that a change writes. */
const MAX_ROWS = 8;

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

interface Changed {
  artifact: StoredArtifact;
  after: ClassificationRecord;
  /** The input from which an extractor made it; null keeps the stored one. */
  madeOf: string | null;
  rows: readonly AuditRow[];
  answer: KeptAnswer | null;
  /** Milliseconds since the epoch. */
  now: number;
}

/** What an artifact counts as with this classification. */
export const recounted = (artifact: StoredArtifact, after: ClassificationRecord): Recounted => ({
  artifact,
  to: countsAs({ retired_at: artifact.retired_at, classification: after }),
});

/**
 * The writes of one change of a classification, with its rows. They require that classification,
 * content and presence are still those that were read. Their transaction has to change the counts as
 * well (`changeCounts` of what is `recounted`).
 */
export const putClassification = (changed: Changed): Action[] => [
  changeClassification({ ...changed, after: withNewestRow(changed) }),
  // Rows of one instant keep their order, both within a change and across consecutive changes.
  ...changed.rows.flatMap((row, place) =>
    putLoggedRow(row, { chainLength: changed.after.revision * MAX_ROWS + place }),
  ),
  ...(changed.answer === null ? [] : [putAnswer(changed, changed.answer)]),
];

function withNewestRow({ after, rows }: Changed): ClassificationRecord {
  const newest = rows.at(-1);
  return newest === undefined
    ? after
    : {
        ...after,
        row_hash: withRowHash(newest).row_hash,
        rows: Number(newest.context.number),
      };
}

const changeClassification = ({ artifact, after, madeOf }: Changed): Action =>
  changeCounted(recounted(artifact, after), {
    set: {
      classification: after,
      gsi1pk: listedUnder(artifact.tenant_id, after),
      classified_hash: madeOf ?? undefined,
    },
    where: all(
      is({ content_hash: artifact.content_hash, retired_at: artifact.retired_at }),
      hasStill(artifact.classification),
    ),
  });

const putAnswer = ({ artifact, now }: Changed, { hash, text }: KeptAnswer): Action =>
  put({
    ...answerKey(artifact.id, hash),
    text,
    ttl: Math.floor(now / 1000) + ANSWER_SECONDS,
  });

/** Records the input from which a classification would be made now, if that changes nothing in it. */
export const putMadeOf = (artifact: StoredArtifact, madeOf: string): Action =>
  change(artifactKey(artifact), {
    set: { classified_hash: madeOf },
    where: is({ content_hash: artifact.content_hash }),
  });

import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Pipeline } from "#shared/domain/clearance/pipeline.ts";
import { createAgedCache } from "#shared/platform/cache/aged-cache.ts";
import { putAuditRow } from "./audit.ts";
import { entity } from "./entity.ts";
import { type Page, type Paging, pageOf } from "./page.ts";
import { queryAll, readRecord } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { ifNew, type Outcome, transact } from "./transact.ts";

/* Pipelines that may ask for clearance: one partition, sk the id; there are hundreds at most. */
const PIPELINES = "PIPELINES";
const pipelineKey = (id: string): Key => ({ pk: PIPELINES, sk: id });

const pipelineEntity = entity<Pipeline>("pipeline", {});
const pipelineOf = pipelineEntity.fromItem;

export const getPipeline = (id: string): Promise<Pipeline | null> =>
  readRecord(pipelineKey(id), pipelineOf);

/** A page of pipelines, by id. */
export const pageOfPipelines = (paging: Paging): Promise<Page<Pipeline>> =>
  pageOf({ partitions: [PIPELINES] }, paging, pipelineOf);

const cache = createAgedCache<readonly Pipeline[]>({ maxAgeMs: 30_000, mostKept: 1 });

/** Every pipeline, at most 30 s old. @param now ISO 8601 UTC */
export async function cachedPipelines(now: string): Promise<readonly Pipeline[]> {
  const at = Date.parse(now);
  const kept = cache.get(PIPELINES, at);
  if (kept !== undefined) return kept;
  const pipelines = (await queryAll({ pk: PIPELINES })).map(pipelineOf);
  cache.set(PIPELINES, pipelines, at);
  return pipelines;
}

/** Creates, changes or (`after` null) deletes a pipeline that is still as `before`, with its row. */
export function writePipeline(
  id: string,
  before: Pipeline | null,
  after: Pipeline | null,
  row: AuditRow,
): Promise<Outcome> {
  const condition = before === null ? ifNew : pipelineEntity.unchanged(before);
  const key = pipelineKey(id);
  return transact({
    pipeline:
      after === null
        ? { Delete: { Key: key, ...condition } }
        : { Put: { Item: { ...key, ...pipelineEntity.toItem(after) }, ...condition } },
    row: putAuditRow(row),
  });
}

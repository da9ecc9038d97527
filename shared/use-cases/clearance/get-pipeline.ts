import type { Pipeline } from "#shared/domain/clearance/pipeline.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { getPipeline as readPipeline } from "#shared/store/pipelines.ts";

/** @throws DomainError `not_found` */
export async function getPipeline(id: string): Promise<Pipeline> {
  const pipeline = await readPipeline(id);
  if (pipeline === null) throw noSuch("pipeline");
  return pipeline;
}

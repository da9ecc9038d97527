import { getPipeline } from "./get-pipeline.ts";
import { type Change, writePipeline } from "./write-pipeline.ts";

/** @throws DomainError `not_found`, `conflict` */
export async function deletePipeline(change: Change): Promise<void> {
  await writePipeline(change, await getPipeline(change.id), null, "deleted");
}

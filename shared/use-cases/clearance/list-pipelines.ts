import type { Paging } from "#shared/store/page.ts";
import { pageOfPipelines } from "#shared/store/pipelines.ts";

export async function listPipelines(paging: Paging) {
  const { items, nextCursor } = await pageOfPipelines(paging);
  return { items, next_cursor: nextCursor };
}

import { bindJob } from "#shared/edge/bind-job.ts";
import { keepCoverageMonths } from "#shared/use-cases/evidence/keep-coverage-months.ts";
import { noteEachLongList } from "#shared/use-cases/reviews/note-long-lists.ts";

export const handler = bindJob("keepCoverageMonths", async ({ now }) => {
  await noteEachLongList();
  return keepCoverageMonths(now);
});

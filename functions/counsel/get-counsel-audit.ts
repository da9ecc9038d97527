import { bind } from "#shared/edge/bind.ts";
import { counselRoutes } from "#shared/routes/table/counsel.ts";
import { auditPartitions, auditRowOf } from "#shared/store/audit.ts";
import { getCounsel } from "#shared/store/counsel.ts";
import { readPage } from "#shared/store/page.ts";
import { unknownCounsel } from "#shared/use-cases/counsel/unknown-counsel.ts";

export const handler = bind(counselRoutes.getCounselAudit)(async ({ params, query }) => {
  const partition = auditPartitions.counsel(params.counsel_id);
  const [counsel, { items, nextCursor }] = await Promise.all([
    getCounsel(params.counsel_id),
    readPage({ scope: partition, index: "gsi4", partitions: [partition] }, query),
  ]);
  if (counsel === null) throw unknownCounsel();
  return { status: 200, body: { items: items.map(auditRowOf), next_cursor: nextCursor } };
});

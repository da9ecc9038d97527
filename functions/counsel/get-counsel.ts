import { bind } from "#shared/edge/bind.ts";
import { counselRoutes } from "#shared/routes/table/counsel.ts";
import { getCounselWithSignatures } from "#shared/store/counsel.ts";
import { unknownCounsel } from "#shared/use-cases/counsel/unknown-counsel.ts";

export const handler = bind(counselRoutes.getCounsel)(async ({ params }) => {
  const found = await getCounselWithSignatures(params.counsel_id);
  if (found === null) throw unknownCounsel();
  const signatures_count = [...found.signatures.values()].reduce((sum, count) => sum + count, 0);
  return { status: 200, body: { ...found.counsel, signatures_count } };
});

import { publicCounsel } from "../../shared/domain/counsel/counsel.ts";
import { bind } from "../../shared/edge/bind.ts";
import { counselRoutes } from "../../shared/routes/counsel.ts";
import { getCounsel } from "../../shared/store/counsel.ts";
import { signingEmails } from "../../shared/store/reviews.ts";
import { unknownCounsel } from "./unknown-counsel.ts";

export const handler = bind(counselRoutes.getCounsel)(async ({ params }) => {
  const [counsel, signed] = await Promise.all([
    getCounsel(params.counsel_id),
    signingEmails(params.counsel_id),
  ]);
  if (counsel === null) throw unknownCounsel();
  return { status: 200, body: { ...publicCounsel(counsel), signatures_count: signed.length } };
});

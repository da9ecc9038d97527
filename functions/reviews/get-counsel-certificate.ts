import { requirePdfWanted } from "#shared/edge/accept.ts";
import { bind } from "#shared/edge/bind.ts";
import { certificateFile } from "#shared/edge/reply.ts";
import * as fileRoutes from "#shared/routes/table/counsel-files.ts";
import { getCounselCertificate } from "#shared/use-cases/reviews/get-counsel-certificate.ts";
import { loadLink } from "#shared/use-cases/reviews/load-link.ts";

/** Clients that follow links by themselves are refused before the token is checked. */
export const handler = bind(fileRoutes.getCounselCertificate, ({ headers, params, now }) => {
  requirePdfWanted(headers);
  return loadLink(params.token, now);
})(async ({ guarded, now }) =>
  certificateFile(await getCounselCertificate(guarded, __dirname, now)),
);

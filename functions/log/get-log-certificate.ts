import { bind } from "#shared/edge/bind.ts";
import * as logRoutes from "#shared/routes/table/log.ts";
import { getLogCertificate } from "#shared/use-cases/log/get-log-certificate.ts";

/** The row of a certificate in the log; 202 while it waits for the sequencer. */
export const handler = bind(logRoutes.getLogCertificate)(async ({ params }) => {
  const body = await getLogCertificate(params.sha256);
  return body.log_proof === null
    ? { status: 202, body, headers: { "retry-after": "60" } }
    : { status: 200, body };
});

import { bind } from "#shared/edge/bind.ts";
import * as logRoutes from "#shared/routes/table/log.ts";
import { getLogProof } from "#shared/use-cases/log/get-log-proof.ts";

/** The inclusion proof of a row in the log; 202 while the row waits for the sequencer. */
export const handler = bind(logRoutes.getLogProof)(async ({ params, query }) => {
  const headers = { "content-type": "text/plain; charset=utf-8" };
  const proven = await getLogProof(params.row_hash, query.size ?? null);
  return proven.status === "waiting"
    ? { status: 202, text: "waiting\n", headers: { ...headers, "retry-after": "60" } }
    : { status: 200, text: proven.proof, headers };
});

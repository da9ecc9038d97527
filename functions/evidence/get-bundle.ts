import { canonicalJson } from "#shared/domain/canonical.ts";
import { bundleOf } from "#shared/domain/evidence/bundle.ts";
import { bind } from "#shared/edge/bind.ts";
import { evidenceRoutes } from "#shared/routes/table/evidence.ts";
import { loadUnsealed } from "#shared/use-cases/evidence/load-material.ts";
import { proveKeyRows } from "#shared/use-cases/evidence/prove-key-rows.ts";

/** The offline bundle as one JSON file; `verify-bundle.mjs` checks it without this service. */
export const handler = bind(evidenceRoutes.getBundle)(async ({ params }) => {
  const { record, counsel, pinned, rows, log, keyRows } = await loadUnsealed(params.id);
  const snapshot = pinned.filter((rule) => rule !== null);
  const proven = await proveKeyRows(keyRows);
  return {
    status: 200,
    text: canonicalJson(bundleOf(record, counsel, snapshot, rows, log, proven)),
    headers: {
      "content-type": "application/json",
      "content-disposition": `attachment; filename="countersign-${record.id}.json"`,
    },
  };
});

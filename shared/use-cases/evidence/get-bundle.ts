import { canonicalJson } from "#shared/domain/canonical.ts";
import { bundleOf } from "#shared/domain/evidence/bundle.ts";
import { loadUnsealed } from "./load-evidence.ts";
import { proveKeyRows } from "./prove-key-rows.ts";

/**
 * The offline bundle as canonical JSON; `verify-bundle.mjs` checks it without this service.
 * @throws DomainError `not_found`
 */
export async function getBundle(id: string): Promise<{ fileName: string; text: string }> {
  const { record, counsel, pinned, rows, log, keyRows } = await loadUnsealed(id);
  const snapshot = pinned.filter((rule) => rule !== null);
  const proven = await proveKeyRows(keyRows);
  return {
    fileName: `countersign-${record.id}.json`,
    text: canonicalJson(bundleOf(record, counsel, snapshot, rows, log, proven)),
  };
}

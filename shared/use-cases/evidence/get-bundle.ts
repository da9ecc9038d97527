import { mayRead } from "#shared/domain/canary.ts";
import { canonicalJson } from "#shared/domain/canonical.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { bundleOf } from "#shared/domain/evidence/bundle.ts";
import { loadUnsealed } from "./load-evidence.ts";
import { proveKeyRows } from "./prove-key-rows.ts";

/**
 * The offline bundle as canonical JSON; `verify-bundle.mjs` checks it without this service.
 * @param reader the signed-in user's id; omitted when the operator reads the table
 * @throws DomainError `not_found`
 */
export async function getBundle(
  id: string,
  reader?: string,
): Promise<{ fileName: string; text: string }> {
  const { record, counsel, pinned, rows, log, keyRows } = await loadUnsealed(id);
  if (reader !== undefined && !mayRead(reader, record.framework_id)) {
    throw new DomainError("not_found", "There is no such review.");
  }
  const snapshot = pinned.filter((rule) => rule !== null);
  const proven = await proveKeyRows(keyRows);
  return {
    fileName: `countersign-${record.id}.json`,
    text: canonicalJson(bundleOf(record, counsel, snapshot, rows, log, proven)),
  };
}

import { type AuditRow, withRowHash } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { ProvenRow } from "#shared/domain/evidence/bundle.ts";
import { proveRow } from "#shared/use-cases/log/prove-row.ts";

/** The rows about counsel's keys with their inclusion proofs in the log's newest checkpoint. */
export const proveKeyRows = (keyRows: readonly AuditRow[]): Promise<ProvenRow[]> =>
  Promise.all(
    keyRows.map(async (row) => ({
      row,
      log_proof: await proofOf(withRowHash(row).row_hash ?? ""),
    })),
  );

/** null while the row waits for the log. */
async function proofOf(rowHash: string): Promise<string | null> {
  try {
    const proven = await proveRow(rowHash, null);
    return proven.status === "proven" ? proven.proof : null;
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_in_log") return null;
    throw error;
  }
}

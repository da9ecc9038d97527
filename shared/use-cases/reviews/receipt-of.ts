import type { AuditRow } from "#shared/domain/audit/row.ts";
import { chainedIn } from "#shared/domain/evidence/bundle.ts";
import type { Receipt } from "#shared/domain/evidence/evidence-file.ts";
import { hasLineBy } from "#shared/domain/log/signed-note.ts";
import { logOrigin } from "#shared/platform/settings.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";

/**
 * The receipt that counsel keeps of a decision: its row, and the data to find the row in the log. The
 * offline verifier reads it as a file.
 * @param logProof null until the log has taken the row
 */
export function receiptOf(row: AuditRow, logProof: string | null, keys: LogKeys | null): Receipt {
  const sets = (keys?.sets ?? []).map((set) => set.map(({ verifier_key }) => verifier_key));
  // The keys may have changed since the proof was stored. The proof is judged by those that signed it.
  const signed = sets.find((set) => set.every((key) => hasLineBy(logProof ?? "", key)));
  return {
    request_id: row.resource_id,
    row: chainedIn(row),
    log_proof: logProof,
    origin: logOrigin(),
    verifier_keys: signed ?? sets[0] ?? [],
  };
}

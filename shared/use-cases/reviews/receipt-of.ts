import type { AuditRow } from "#shared/domain/audit/row.ts";
import { chainedIn } from "#shared/domain/evidence/bundle.ts";
import type { Receipt } from "#shared/domain/evidence/evidence-file.ts";
import { logOrigin } from "#shared/platform/settings.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";

/**
 * The receipt that counsel keeps of a decision: its row, and the data to find the row in the log. The
 * offline verifier reads it as a file.
 * @param logProof null until the log has taken the row
 */
export function receiptOf(row: AuditRow, logProof: string | null, keys: LogKeys | null): Receipt {
  const verifier_keys = keys?.sets[0]?.map(({ verifier_key }) => verifier_key) ?? [];
  return {
    request_id: row.resource_id,
    row: chainedIn(row),
    log_proof: logProof,
    origin: logOrigin(),
    verifier_keys,
  };
}

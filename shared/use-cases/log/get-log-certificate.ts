import type { AuditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { certificateTrail } from "#shared/store/audit-trails.ts";
import { waitingOf } from "#shared/store/log-outbox.ts";
import { getLogProof } from "./get-log-proof.ts";

/** The row of a certificate; without a proof while it waits for the log. */
interface LoggedCertificate {
  row_hash: string;
  log_proof: string | null;
}

/** Only a forger writes more rows than this for one file. */
const MAX_ROWS = 10;

/**
 * The row of a certificate with the log's proof. Rows that the log does not take count for nothing.
 * @param sha256 of the file, lower-case hex
 * @throws DomainError `not_in_log`
 */
export async function getLogCertificate(sha256: string): Promise<LoggedCertificate> {
  const rows = (await certificateTrail(sha256)).slice(0, MAX_ROWS);
  const found = await Promise.all(rows.map(provenRow));
  const [first] = found
    .flatMap((one) => one ?? [])
    .toSorted((a, b) => Number(a.log_proof === null) - Number(b.log_proof === null));
  if (first === undefined) {
    throw new DomainError("not_in_log", "The log has no certificate with this SHA-256.");
  }
  return first;
}

async function provenRow(row: AuditRow): Promise<LoggedCertificate | null> {
  const { row_hash = "" } = row;
  const isWaiting = async () => (await waitingOf([row]))[0] === true;
  try {
    const proven = await getLogProof(row_hash, null, isWaiting);
    return { row_hash, log_proof: proven.status === "proven" ? proven.proof : null };
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_in_log") return null;
    throw error;
  }
}

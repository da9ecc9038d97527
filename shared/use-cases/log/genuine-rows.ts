import { type AuditRow, loggedHash } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { DatedRowsKey } from "#shared/domain/log/key-change.ts";
import type { Certificate } from "#shared/domain/log/writer.ts";
import {
  hasLapsed,
  type JudgeWriter,
  type Leaf,
  writerJudge,
} from "#shared/domain/log/writer-fault.ts";
import { now } from "#shared/platform/clock.ts";
import { log } from "#shared/platform/log.ts";
import { logOrigin } from "#shared/platform/settings.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";
import { getLeaf } from "#shared/store/log-rows.ts";
import { getCertificates } from "#shared/store/own-writer.ts";
import { rowsKeys } from "./rows-keys.ts";

/** Certificates never change: each is read once per instance. */
const known = new Map<string, Certificate>();
const MAX_KNOWN = 2000;

/** Loads the certificates of these writers in one read, so that nobody waits for each of them. */
export async function readWriters(writers: readonly string[]): Promise<void> {
  if (known.size > MAX_KNOWN) known.clear();
  const wanted = [...new Set(writers)].filter((id) => !known.has(id));
  if (wanted.length === 0) return;
  const found = await getCertificates(wanted);
  for (const [i, id] of wanted.entries()) {
    const certificate = found[i];
    if (certificate != null) rememberWriter(id, certificate);
  }
}

/** A writer's certificate, read alone if nobody loaded it before; null if there is none. */
export const certificateOf = async (writer: string): Promise<Certificate | null> =>
  known.get(writer) ?? (await getCertificates([writer]))[0] ?? null;

/** Remembers a certificate that was read with something else. @param id that of the certificate itself */
export function rememberWriter(id: string, certificate: Certificate): void {
  known.set(id, certificate);
}

/**
 * Returns the rows that a function of the service wrote, as their signatures show. Rows that anybody
 * else added or changed are left out and raise an alarm.
 * @param logKeys null: the log has not begun
 * @throws DomainError `dependency_unavailable` while the key service does not show a key that is needed
 */
export async function genuineRows(
  rows: readonly AuditRow[],
  logKeys: LogKeys | null,
): Promise<AuditRow[]> {
  if (rows.length === 0) return [];
  const [{ keys, missing }] = await Promise.all([
    rowsKeys(logKeys),
    readWriters(rows.flatMap(({ writer }) => writer ?? [])),
  ]);
  const judge = judgeBy(keys);
  const judged = await Promise.all(
    rows.map(async (row) => {
      const { row_hash = "" } = row;
      if (hashOf(row) !== row_hash) return "row_changed";
      return judge(row, row_hash, row);
    }),
  );
  if (missing !== null && judged.includes("row_unsigned")) throw missing;
  return rows.filter((row, i) => {
    const reason = judged[i];
    if (reason == null) return true;
    tellDifference({ reason, resource_type: row.resource_type, resource_id: row.resource_id });
    return false;
  });
}

/**
 * Judges writers whose certificates were read before (`readWriters`). Once a rows key no longer counts
 * for new rows, it counts only for the rows that the log itself has.
 */
export function judgeBy(keys: readonly DatedRowsKey[]): JudgeWriter {
  const at = now();
  return writerJudge({
    origin: logOrigin(),
    rowsKeys: keys,
    certificateOf: async (id) => known.get(id) ?? null,
    timeOf: (index) => keys.find(({ until }) => until === index + 1)?.replacedAt ?? null,
    leafOf: async (hash, key) => {
      const known = keys.find((one) => one === key);
      return known !== undefined && hasLapsed(known, at) ? leafOf(hash) : undefined;
    },
  });
}

/** The position of a row in the log. It never changes, so it is read once per instance. */
const leaves = new Map<string, Leaf>();

/** @returns null: the log does not have it */
async function leafOf(hash: string): Promise<Leaf | null> {
  const read = leaves.get(hash);
  if (read !== undefined) return read;
  const leaf = await getLeaf(hash);
  if (leaves.size > MAX_KNOWN) leaves.clear();
  if (leaf !== null) leaves.set(hash, leaf);
  return leaf;
}

/** @returns null: whatever it is, it is not a row */
function hashOf(row: AuditRow): string | null {
  try {
    return loggedHash(row);
  } catch {
    return null;
  }
}

/** A difference between the table and the signed rows. */
interface Difference {
  reason: string;
  resource_type: string;
  resource_id: string;
}

/** Raises the alarm that the table differs from the rows that the service signed. */
export const tellDifference = (difference: Difference): void =>
  log("error", "evidence.state_differs", { ...difference });

/** Stops the call: the table differs from the signed rows in data on which the answer would rest. */
export function stateDiffers(
  resource_type: string,
  resource_id: string,
  reason: string,
): DomainError {
  tellDifference({ resource_type, resource_id, reason });
  return new DomainError(
    "state_differs",
    "What is stored differs from what was signed, so nothing was done. The platform's operators have been told.",
  );
}

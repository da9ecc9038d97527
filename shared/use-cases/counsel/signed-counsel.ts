import type { AuditRow } from "#shared/domain/audit/row.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import { counselInRows } from "#shared/domain/counsel/in-rows.ts";
import { counselTrail } from "#shared/store/audit-trails.ts";
import { counselsRead } from "#shared/store/counsel.ts";
import { type LogKeys, logKeysRead } from "#shared/store/log-keys.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { genuineRows, stateDiffers } from "#shared/use-cases/log/genuine-rows.ts";

/** Counsel as stored, with the rows about each, before any signature is checked. */
export interface FoundCounsel {
  /** null: there is no such counsel. */
  records: readonly (CounselRecord | null)[];
  trails: readonly (readonly AuditRow[])[];
  logKeys: LogKeys | null;
}

/** Reads counsel, their rows, and the keys that judge the rows' signatures, in one round trip. */
export async function findCounsel(ids: readonly string[]): Promise<FoundCounsel> {
  const [{ records, logKeys }, trails] = await Promise.all([
    readTogether({ records: counselsRead(ids), logKeys: logKeysRead }),
    Promise.all(ids.map(counselTrail)),
  ]);
  return { records, trails, logKeys };
}

/** Counsel as the rows about them state, and these rows, each of which a function signed. */
export interface SignedCounsel {
  counsel: CounselRecord;
  rows: readonly AuditRow[];
}

/**
 * Counsel as the rows about them state, in the given order, whatever their records say.
 * @throws DomainError `state_differs` if the newest row that a function signed is not the newest row of
 * the record; `dependency_unavailable`
 */
export const signedCounsel = async (found: FoundCounsel): Promise<(CounselRecord | null)[]> =>
  (await signedCounselWithRows(found)).map((one) => one?.counsel ?? null);

/** The same with their rows. @throws as `signedCounsel` */
export async function signedCounselWithRows(
  found: FoundCounsel,
): Promise<(SignedCounsel | null)[]> {
  const told = await inRows(found);
  const moved = found.records.flatMap((record, i) =>
    record !== null && told[i] === null ? [record.id] : [],
  );
  if (moved.length === 0) return told;
  // Records and rows are read at the same time, so somebody may have changed counsel in between.
  const again = await inRows(await findCounsel(moved));
  return told.map((one, i) => {
    const id = found.records[i]?.id;
    if (one !== null || id === undefined) return one;
    const later = again[moved.indexOf(id)];
    if (later == null) throw stateDiffers("counsel", id, "newest_row");
    return later;
  });
}

async function inRows(found: FoundCounsel): Promise<(SignedCounsel | null)[]> {
  const genuine = new Set(await genuineRows(found.trails.flat(), found.logKeys));
  return found.records.map((record, i) => {
    const rows = (found.trails[i] ?? []).filter((row) => genuine.has(row));
    const counsel = record && counselInRows(record, rows);
    return counsel && { counsel, rows };
  });
}

/** Counsel as the rows about them say; null: there is no such counsel. @throws as `signedCounsel` */
export async function getSignedCounsel(id: string): Promise<CounselRecord | null> {
  return (await getSignedCounselWithRows(id))?.counsel ?? null;
}

/** The same with their rows. @throws as `signedCounsel` */
export async function getSignedCounselWithRows(id: string): Promise<SignedCounsel | null> {
  const [told = null] = await signedCounselWithRows(await findCounsel([id]));
  return told;
}

/**
 * Counsel to be changed. A change repeats some of their fields, so these must be what their rows state.
 * @throws DomainError as `signedCounsel`, and `state_differs` if the record says anything else
 */
export const counselToChange = async (id: string): Promise<CounselRecord | null> =>
  (await counselToChangeWithRows(id)).counsel;

/** The same with the rows, each of which a function signed. */
export async function counselToChangeWithRows(
  id: string,
): Promise<{ counsel: CounselRecord | null; rows: readonly AuditRow[] }> {
  const found = await findCounsel([id]);
  const [signed] = await signedCounselWithRows(found);
  const { counsel, rows } = signed ?? { counsel: null, rows: [] };
  const [record = null] = found.records;
  if (counsel === null || counsel.audit_head.hash !== record?.audit_head.hash) {
    return { counsel, rows };
  }
  if (canonicalJson(counsel) !== canonicalJson(record)) throw stateDiffers("counsel", id, "record");
  return { counsel, rows };
}

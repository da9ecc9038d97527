import { type AuditRow, isBehind } from "#shared/domain/audit/row.ts";
import { noSuch } from "#shared/domain/errors.ts";
import type { BundleParts, RequestParts } from "#shared/domain/evidence/bundle.ts";
import type { ReviewEvidence } from "#shared/domain/evidence/evidence.ts";
import type { Seat } from "#shared/domain/reviews/panel-life.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import { COUNSEL_SECRET, readKeyring } from "#shared/platform/secrets/counsel-keyring.ts";
import { counselTrail, panelTrail, reviewTrail } from "#shared/store/audit-trails.ts";
import { counselRead } from "#shared/store/counsel.ts";
import { deploymentRead } from "#shared/store/deployment.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { getReview, reviewRead } from "#shared/store/reviews.ts";
import { contentsRead, liveRulesRead } from "#shared/store/rules.ts";
import { loadLogParts } from "./load-log-parts.ts";
import { loadStored } from "./load-stored.ts";
import { loadWriters } from "./load-writers.ts";
import { hashIn, withinFile } from "./rows-in-file.ts";

/** A record, its rows, what they name, and the log's proofs. @throws DomainError `not_found` */
export async function loadEvidence(id: string, now: string): Promise<ReviewEvidence> {
  const found = await read(id, (attached) => readKeyring(Date.parse(now), attached));
  return evidenceIn(found, "whole", (one) => one);
}

/**
 * The evidence as a file contains it, to be verified elsewhere: without the keyring.
 * @throws DomainError `not_found`
 */
export async function loadUnsealed(id: string): Promise<Unsealed> {
  const found = await read(id, noKeys);
  return evidenceIn(found, "file", await cutOf([found]));
}

/** The same of several requests that one file contains. @throws DomainError `not_found` */
export async function loadUnsealedTogether(ids: readonly string[]): Promise<Unsealed[]> {
  const found = await Promise.all(ids.map((id) => read(id, noKeys)));
  const cut = await cutOf(found);
  return Promise.all(found.map((each) => evidenceIn(each, "file", cut)));
}

type Unsealed = Omit<ReviewEvidence, "keyring">;

const noKeys = async () => null;

const cutOf = (found: readonly Omit<Parts, "keyring">[]) =>
  withinFile(
    found.flatMap(requestsIn),
    found.flatMap(({ panelRows }) => panelRows ?? []),
  );

const read = <K>(id: string, readKeys: (attached: string | null) => Promise<K>) =>
  readOfOneMoment(() => readParts(id, readKeys), isOfOneMoment);

const requestsIn = ({
  record,
  rows,
  counselRows,
  former,
}: Omit<Parts, "keyring">): RequestParts[] => [{ record, rows, counselRows }, ...former];

async function evidenceIn<K>(
  found: Omit<Parts, "keyring"> & { keyring: K },
  extent: "whole" | "file",
  cut: (one: RequestParts) => RequestParts,
): Promise<Unsealed & { keyring: K }> {
  const { record, rows, panelRows, counsel, keyring, pinned, live, events } = found;
  const [own, ...related] = requestsIn(found).map(cut);
  const parts = { rows, counselRows: own?.counselRows ?? [], related, panelRows };
  return {
    ...{ record, counsel, ...parts, keyring, pinned, events },
    ...(await provenBy(record, parts, extent)),
    live: live.map((rule) => rule?.rule ?? null),
  };
}

/** How often parts that belong together are read before a difference between them counts. */
const MAX_READS = 3;

/**
 * Reads parts that belong together again if a row was committed in between. A difference that stays is
 * in the table: the parts are returned with it, for the checks to find.
 */
export async function readOfOneMoment<T>(
  read: () => Promise<T>,
  isOfOne: (found: T) => boolean,
): Promise<T> {
  let found = await read();
  for (let reads = 1; reads < MAX_READS && !isOfOne(found); reads += 1) found = await read();
  return found;
}

async function readParts<K>(id: string, readKeys: (attached: string | null) => Promise<K>) {
  const [{ record, deployment }, rows] = await Promise.all([
    readTogether({ record: reviewRead(id), deployment: deploymentRead }),
    reviewTrail(id),
  ]);
  if (record === null) throw noSuch("review");
  const { framework_id, counsel_id, panel_id, rule_use_case_ids } = record;
  const [keyring, counselRows, panelRows, former, events, named] = await Promise.all([
    readKeys(attachedVersion(deployment, COUNSEL_SECRET)),
    counselTrail(counsel_id),
    panel_id === null ? null : panelTrail(panel_id),
    formerRequest(record),
    enforcementOf(framework_id),
    readTogether({
      counsel: counselRead(counsel_id),
      pinned: contentsRead(pinsOf(record)),
      live: liveRulesRead(framework_id, rule_use_case_ids),
    }),
  ]);
  return { record, rows, keyring, counselRows, panelRows, former, events, ...named };
}

type Parts = Awaited<ReturnType<typeof readParts>>;

const isOfOneMoment = ({ record, rows, counsel, counselRows, panelRows, former }: Parts): boolean =>
  !(
    isBehind(record, rows) ||
    (counsel !== null && isBehind(counsel, counselRows)) ||
    former.some((one) => isBehind(one.record, one.rows)) ||
    panelRows?.some((row) => isAheadOf(record, rows, row))
  );

/** Whether a row of the panel was committed together with a row of the request that was not read. */
function isAheadOf(
  { id, status }: ReviewRecord,
  rows: readonly AuditRow[],
  { context: { members = [], from } }: AuditRow,
): boolean {
  // Whoever can write to the table can put anything into a row.
  const seats: (Partial<Seat & { row_hash: string | null }> | null)[] = Array.isArray(members)
    ? members
    : [];
  const final = seats.find((seat) => seat?.review_id === id)?.row_hash ?? null;
  if (final !== null) return rows.every(({ row_hash }) => row_hash !== final);
  return status === "pending" && (from as Seat | undefined)?.review_id === id;
}

const pinsOf = ({ framework_id, rule_use_case_ids, pinned_hashes }: ReviewRecord) =>
  rule_use_case_ids.map((use_case_id, i) => ({
    ...{ framework_id, use_case_id },
    content_hash: pinned_hashes[i] ?? "",
  }));

/** The request from which this one was passed on. */
async function formerRequest({ delegated_from: id }: ReviewRecord): Promise<RequestParts[]> {
  if (id === null) return [];
  const [record, rows] = await Promise.all([getReview(id), reviewTrail(id)]);
  return record === null
    ? []
    : [{ record, rows, counselRows: await counselTrail(record.counsel_id) }];
}

/** The evidence of the log and of the writers for these rows. */
async function provenBy(
  { status, decided_at }: ReviewRecord,
  {
    rows,
    counselRows,
    related,
    panelRows,
  }: Pick<BundleParts, "rows" | "counselRows" | "related" | "panelRows">,
  extent: "whole" | "file",
) {
  const whole = [...rows, ...(panelRows ?? []), ...related.flatMap((one) => one.rows)];
  const ofCounsel = [...counselRows, ...related.flatMap((one) => one.counselRows)];
  const all = [...new Map([...whole, ...ofCounsel].map((row) => [hashIn(row), row])).values()];
  const decision = rows.find(({ action }) => action === `rule_review.${status}`);
  const [log, writers] = await Promise.all([
    loadLogParts(
      all.map(hashIn),
      decided_at === null || decision === undefined ? null : hashIn(decision),
    ),
    loadWriters(all),
  ]);
  const stored = await loadStored(all, log, extent === "whole" ? all : whole);
  return { log, writers, stored };
}

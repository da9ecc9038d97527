import type { CounselChange, CounselRecord, Signer } from "#shared/domain/counsel/counsel.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { frameworkIsCurrent } from "./frameworks.ts";
import { change, entity, insert, is, put, requires } from "./item.ts";
import { putLoggedRow } from "./logged-rows.ts";
import { type Listing, type Page, type Paging, pageInSteps, pageOf } from "./page.ts";
import { countSeatChange } from "./panel-seats.ts";
import { type Item, queryAll, readRecord, readRecords } from "./read.ts";
import { type Read, readEach, readOne } from "./read-together.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Action, type Actions, type Outcome, transact } from "./transact.ts";

/*
 * COUNSEL#<id> / META             the record
 * COUNSEL#<id> / SIGNED#<email>   how many decisions the counsel signed under that e-mail
 *
 * Indexes of the record: gsi1 all (the canary's separately) · gsi2 by framework · gsi3 by e-mail,
 * each in one partition for active and one for inactive counsel (whose keys say `retired`), sort
 * key <created_at>#<id>.
 */

export const counselKey = (id: string): Key => ({ pk: `COUNSEL#${id}`, sk: "META" });

const state = (active: boolean): string => (active ? "active" : "retired");

const partitions = {
  all: (active: boolean): string => `COUNSEL#${state(active)}`,
  canary: (active: boolean): string => `COUNSEL#CANARY#${state(active)}`,
  framework: (id: string, active: boolean): string => `COUNSEL#FRAMEWORK#${id}#${state(active)}`,
  email: (email: string, active: boolean): string => `COUNSEL#EMAIL#${email}#${state(active)}`,
};

const counselEntity = entity<CounselRecord>("counsel", {
  firm: null,
  jurisdiction: null,
  bar_registration: null,
  notes: null,
  language: null,
  signing_policy: "link",
  keys_in_use: 0,
  vouched_by: null,
  vouched_by_name: null,
  confirmed_at: null,
});
export const counselOf = counselEntity.fromItem;

export const counselRead = (id: string): Read<CounselRecord | null> =>
  readOne(counselKey(id), counselOf);

export const counselsRead = (ids: readonly string[]): Read<(CounselRecord | null)[]> =>
  readEach(ids.map(counselKey), counselOf);

export const getCounsel = (id: string): Promise<CounselRecord | null> =>
  readRecord(counselKey(id), counselOf);

/** Counsel by id, in that order; null for a missing one. */
export const getCounselByIds = (ids: readonly string[]): Promise<(CounselRecord | null)[]> =>
  readRecords(ids.map(counselKey), counselOf);

/** The filters of a list of counsel. */
export interface CounselFilters {
  framework_id?: string | undefined;
  email?: string | undefined;
  active?: boolean | undefined;
  /** A further condition. */
  keep?: ((counsel: CounselRecord) => boolean) | undefined;
}

/** A page of counsel, oldest first. */
export function counselPage(filters: CounselFilters, paging: Paging): Promise<Page<CounselRecord>> {
  const { framework_id, email, keep = () => true } = filters;
  const listing = listingFor(filters);
  const isListed =
    filters.keep === undefined && (framework_id === undefined || email === undefined);
  if (isListed) return pageOf(listing, paging, counselOf);
  const fits = (one: CounselRecord): boolean =>
    (framework_id === undefined || one.framework_id === framework_id) && keep(one);
  return pageInSteps(paging, (step) => pageOf(listing, step, counselOf, fits));
}

function listingFor({ framework_id, email, active }: CounselFilters): Listing {
  const states = active === undefined ? [true, false] : [active];
  if (email !== undefined) {
    return { index: "gsi3", partitions: states.map((state) => partitions.email(email, state)) };
  }
  if (framework_id !== undefined) {
    const ofFramework = states.map((state) => partitions.framework(framework_id, state));
    return { index: "gsi2", partitions: ofFramework };
  }
  return { index: "gsi1", partitions: states.map(partitions.all) };
}

/** Every counsel, active or not; with an e-mail, those who have it now. */
export async function allCounsel(email?: string): Promise<CounselRecord[]> {
  const { index, partitions: all } = listingFor({ email });
  const found = await Promise.all(all.map((pk) => queryAll({ pk, ...(index ? { index } : {}) })));
  return found.flat().map(counselOf);
}

const SIGNED = "SIGNED#";

/** Counts a decision signed under an e-mail; belongs to the transaction of the decision. */
export const countSignature = (counselId: string, email: string): Action =>
  change({ pk: counselKey(counselId).pk, sk: `${SIGNED}${email}` }, { add: { count: 1 } });

/** A counsel, and how many decisions they signed under each e-mail they have had; one query. */
export async function getCounselWithSignatures(
  id: string,
): Promise<{ counsel: CounselRecord; signatures: ReadonlyMap<string, number> } | null> {
  const items = await queryAll({ pk: counselKey(id).pk });
  const record = items.find((item) => item.sk === "META");
  if (record === undefined) return null;
  const signed = items.filter((item) => String(item.sk).startsWith(SIGNED));
  return {
    counsel: counselOf(record),
    signatures: new Map(
      signed.map(({ sk, count }) => [String(sk).slice(SIGNED.length), Number(count)]),
    ),
  };
}

function counselItem(counsel: CounselRecord): Item {
  const sk = `${counsel.created_at}#${counsel.id}`;
  const lists = isCanaryFramework(counsel.framework_id) ? partitions.canary : partitions.all;
  return {
    ...counselKey(counsel.id),
    ...indexEntry("gsi1", lists(counsel.active), sk),
    ...indexEntry("gsi2", partitions.framework(counsel.framework_id, counsel.active), sk),
    ...indexEntry("gsi3", partitions.email(counsel.email, counsel.active), sk),
    ...counselEntity.toItem(counsel),
  };
}

/** Registers a counsel with its audit row; `framework` fails if the framework does not exist. */
export function putNewCounsel({ after, rows }: CounselChange): Promise<Outcome> {
  return transact({
    framework: frameworkIsCurrent(after.framework_id),
    counsel: insert(counselItem(after)),
    rows: rowActions({ after, rows }),
  });
}

/**
 * Replaces a counsel, with its audit rows, if it is still as `before`.
 * @param seen for a change of address, the count of seat changes as read before; otherwise null
 */
export const replaceCounsel = (
  before: CounselRecord,
  change: CounselChange,
  seen: number | null = null,
): Promise<Outcome> =>
  transact({
    ...counselActions(before, change),
    seats: seen === null ? undefined : countSeatChange(before.framework_id, seen),
  });

/**
 * Requires that counsel is active in the framework.
 * @param more if given, they must still have that address, and nothing may have been written about them
 *   since that row
 */
export const counselCanBeAsked = (
  counselId: string,
  frameworkId: string,
  { address, head }: { address?: string; head?: string | undefined } = {},
): Action =>
  requires(
    counselKey(counselId),
    is({
      "counsel.active": true,
      "counsel.framework_id": frameworkId,
      ...(address === undefined ? {} : { "counsel.email": address }),
      ...(head === undefined ? {} : { "counsel.audit_head.hash": head }),
    }),
  );

/**
 * Requires that no row about counsel was written since the one that a decision, delegation or new link
 * names, and whose e-mail, name, policy and particulars it records.
 */
export const counselIs = (counselId: string, { counsel_head }: Signer): Action =>
  requires(counselKey(counselId), is({ "counsel.audit_head.hash": counsel_head }));

/** A new counsel, with the rows about them, as part of a larger transaction. */
export const newCounselActions = (change: CounselChange): readonly Action[] => [
  insert(counselItem(change.after)),
  ...rowActions(change),
];

/** The same as part of a larger transaction. */
export const counselActions = (
  before: CounselRecord,
  change: CounselChange,
): Actions<"counsel" | "rows"> => ({
  counsel: put(counselItem(change.after), counselEntity.unchanged(before)),
  rows: rowActions(change),
});

const rowActions = ({ after, rows }: CounselChange): Action[] =>
  rows.flatMap((row, at) =>
    putLoggedRow(row, { chainLength: after.audit_head.length - rows.length + 1 + at }),
  );

import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import { anchoredSizes, readAnchor } from "#shared/platform/aws/anchors.ts";
import { COUNSEL_SECRET, readKeyring } from "#shared/platform/secrets/counsel-keyring.ts";
import { checkAnchors } from "./check-anchors.ts";
import { checkLog } from "./check-log.ts";
import { checkReviews } from "./check-reviews.ts";
import { findChangedSince } from "./compare.ts";
import { checkDemands } from "./demands.ts";
import { type Finding, finding } from "./findings.ts";
import { storedLog } from "./log-material.ts";
import type { TableContents } from "./read-table.ts";
import { findUnexplained } from "./unexplained.ts";

export interface Verified {
  findings: Finding[];
  /** What was verified, one line each. */
  lines: string[];
}

/**
 * Verifies everything that proves the restored table: its log and chains, the anchors, and each
 * review's evidence and bundle. The caller must first call `enter` with the table's surroundings.
 * @param at the point in time, ISO 8601 UTC
 * @param liveAgain reads the live table a second time
 */
export async function verify(
  restored: TableContents,
  live: TableContents,
  at: string,
  liveAgain: () => Promise<TableContents>,
): Promise<Verified> {
  const { keys, newest } = storedLog(restored);
  const logFindings = await checkLog(restored, live, at);
  const anchors = await orNotChecked("The anchors", async () => {
    const now = new Date().toISOString();
    const bucket = {
      sizes: () => anchoredSizes(now),
      read: (size: number) => readAnchor(size, now),
    };
    return checkAnchors(bucket, restored, live, at);
  });
  // The store may have dropped earlier versions. The newest one contains every key.
  const keyring = await orNotChecked("The signing secret", () =>
    readKeyring(Date.now(), attachedVersion(live.deployment, COUNSEL_SECRET)),
  );
  const reviews = await checkReviews(restored.reviews.keys(), {
    keyring: keyring.value ?? { current: null, retired: [], overrideIsWeak: false },
    logKeys: (keys.sets.at(-1) ?? []).map(({ verifier_key }) => verifier_key),
    at,
  });
  return {
    findings: [
      ...logFindings,
      ...anchors.findings,
      ...(anchors.value?.findings ?? []),
      ...keyring.findings,
      ...reviews.findings,
      ...(await checkDemands(restored)),
      ...nothingVerified(restored, reviews),
      ...findChangedSince(restored, live),
      ...(await findInLive(restored, live, at, liveAgain)),
    ],
    lines: linesOf(restored, newest?.size ?? 0, anchors.value, reviews),
  };
}

/**
 * Findings about items of the live table. The stage writes while we read it, so one reading may contain a
 * row without the change that the row is about. Only an item that a second reading shows again is reported.
 */
async function findInLive(
  restored: TableContents,
  live: TableContents,
  at: string,
  liveAgain: () => Promise<TableContents>,
): Promise<Finding[]> {
  const found = await foundIn(live, restored, at);
  if (found.length === 0) return [];
  const { value, findings } = await orNotChecked("The live table", liveAgain);
  const again = value === null ? found : await foundIn(value, restored, at);
  const items = new Set(again.map(({ item }) => item));
  return [...found.flatMap(({ item, found }) => (items.has(item) ? [found] : [])), ...findings];
}

/** Findings about items of one reading of the live table, each with the item. */
async function foundIn(live: TableContents, restored: TableContents, at: string) {
  const own = await checkDemands(live);
  return [
    ...findUnexplained(restored, live, at).map((found) => ({ item: itemOf(found), found })),
    ...own.map((one) => {
      const found = finding(`live_${one.kind}`, `In the live table, ${one.detail}`);
      return { item: itemOf(one), found };
    }),
  ];
}

/** A finding begins with the item's key (`pk / sk`), or with a row's action and id. */
const itemOf = ({ detail }: Finding): string => detail.split(" ", 3).join(" ");

/** What was verified, one line each. */
function linesOf(
  restored: TableContents,
  size: number,
  anchors: { count: number; largest: number } | null,
  reviews: { verified: number; waiting: number },
): string[] {
  const ahead = (anchors?.largest ?? -1) - size;
  return [
    `Evidence log    ${size} leaves, ${storedLog(restored).checkpoints.length} signed checkpoints, ${restored.rows.length} rows`,
    `Anchors         ${anchors === null ? "not checked" : `${anchors.count} compared`}`,
    `Bundles         ${reviews.verified} of ${restored.reviews.size} verified offline, ${reviews.waiting} wait for the log`,
    ...(ahead > 0
      ? [
          `The anchors are ahead by ${ahead} ${ahead === 1 ? "leaf" : "leaves"}. If it replaced the live table, nothing would be signed until the missing items are back.`,
        ]
      : []),
  ];
}

/** If not one bundle was genuine, the reviews prove nothing, whatever else was found. */
function nothingVerified(
  { reviews }: TableContents,
  { verified, waiting }: { verified: number; waiting: number },
): Finding[] {
  return reviews.size > 0 && verified === 0 && waiting === 0
    ? [finding("not_checked", `Not one of ${reviews.size} bundles was verified.`)]
    : [];
}

/** What the language throws when the drill itself is wrong. */
const isOwnMistake = (error: unknown): boolean =>
  [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind);

/**
 * Runs `work`. If it fails, as when AWS does not respond, the finding is `not_checked`. A mistake of
 * this program is thrown on: it must not read like something that AWS did.
 */
async function orNotChecked<T>(
  name: string,
  work: () => Promise<T>,
): Promise<{ value: T | null; findings: Finding[] }> {
  try {
    return { value: await work(), findings: [] };
  } catch (error) {
    if (isOwnMistake(error)) throw error;
    const reason = `${name} cannot be read: ${(error as Error).message}`;
    return { value: null, findings: [finding("not_checked", reason)] };
  }
}

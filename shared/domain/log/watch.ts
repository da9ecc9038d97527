import { type AuditRow, isLogged, loggedHash } from "#shared/domain/audit/row.ts";
import { sameBytes } from "#shared/domain/bytes.ts";
import { canonicalJson, sameJson } from "#shared/domain/canonical-json.ts";
import { chainedIn } from "#shared/domain/evidence/bundle.ts";
import { everyLife } from "#shared/domain/evidence/replay/every-life.ts";
import { type Replayed, replay } from "#shared/domain/evidence/replay/replay.ts";
import type {
  Placed,
  FindingName as RowFinding,
  Subject,
  World,
} from "#shared/domain/evidence/replay/world.ts";
import type { KeyLife } from "#shared/domain/setup/key-life.ts";
import { countOf } from "#shared/domain/text/text.ts";
import type { LogEntry } from "./entry.ts";
import { type ChainVerdict, judgeKeyChain, type KeySet, LOG_KEY, ROWS_KEY } from "./key-change.ts";
import type { LogHeader } from "./read-log.ts";
import { type Checkpoint, type Note, verifyNote } from "./signed-note.ts";
import { judgeQuorum, type TlogPolicy } from "./tlog-policy.ts";
import { verifierKeyText } from "./verifier-key.ts";

/** What a watcher can find in the log itself, in its rows, or in the service's answers. */
export type FindingName =
  | RowFinding
  | "row_unlogged"
  | "log_forked"
  | "log_rolled_back"
  | "key_unannounced"
  | "checkpoint_signature"
  | "witness_quorum";

export interface Finding {
  /** `log`: the log contradicts itself, its keys or what a mirror kept of it. */
  of: "log" | "witnesses" | "rows" | "service";
  name: FindingName;
  detail: string;
}

/** What a mirror kept when it read the log before. */
export interface Kept {
  checkpoint: Checkpoint;
  /** The keys that signed at that time. */
  keys: KeySet;
}

/** The log as read, and the audit trail to compare it with. */
export interface Observed {
  header: LogHeader;
  entries: readonly LogEntry[];
  /** Computed from the entries. */
  root: Uint8Array;
  /** The root of the first `size` entries; null if there are fewer. */
  rootAt: (size: number) => Uint8Array | null;
  /** Since when the deployment itself says that its log is a fork; null: it does not. */
  forkedSince: string | null;
  kept: Kept | null;
  /** Reads the checkpoint's note again; null: there is none. */
  noteAgain: () => Promise<Note | null>;
  /** The policy that names the required cosignatures; null: none are required. */
  policy: TlogPolicy | null;
  /** null: not compared. */
  trail: Trail | null;
  /** When the checkpoint was read, before everything else. */
  begun: string;
  /** The later of the watcher's own clock and the `Date` of the answers; ISO 8601 UTC. */
  now: string;
}

export interface Trail {
  /** All rows, as the list shows them. */
  rows: readonly AuditRow[];
  /** The rows of each chained resource, as its own trail shows them, by `resourceName`. */
  own: ReadonlyMap<string, readonly AuditRow[]>;
}

export const resourceName = ({ resource_type, resource_id }: AuditRow): string =>
  `${resource_type} ${resource_id}`;

/** How long a row may wait to be logged. */
const WAIT_MS = 120_000;
/** Whether what was written then must be in the log. Rows are read later, so some are newer. */
const mustBeLogged = ({ begun }: Observed, at: string): boolean =>
  Date.parse(begun) - Date.parse(at) > WAIT_MS;
/** How far apart the clocks of two machines may be. */
const SKEW_MS = 5000;

/** Checks the log against its promises, against what was kept, and against the audit trail. */
export async function watch(observed: Observed): Promise<Finding[]> {
  const { header, kept } = observed;
  const chain = await judgeKeyChain({
    origin: header.checkpoint.origin,
    pinned: kept?.keys ?? [],
    changes: header.changes,
    current: header.current,
  });
  return [
    ...(chain.status === "broken" ? [ofLog("key_unannounced", chain.reason)] : []),
    ...(await checkSignatures(header, chain)),
    ...(await checkQuorum(observed)),
    ...checkTree(observed),
    ...checkLeaves(observed),
    ...(observed.trail === null ? [] : await checkTrail(observed, observed.trail)),
  ];
}

const findingOf =
  (of: Finding["of"]) =>
  (name: FindingName, detail: string): Finding => ({ of, name, detail });
const ofLog = findingOf("log");
const found = findingOf("rows");

async function checkSignatures({ note, current }: LogHeader, chain: ChainVerdict) {
  // Right after a change of keys the newest checkpoint is still signed by the former ones.
  const sets = chain.status === "unbroken" ? chain.sets : [current];
  for (const set of sets) {
    const verdicts = await Promise.all(set.map((key) => verifyNote(note, key)));
    if (verdicts.every((verdict) => verdict === "valid")) return [];
  }
  return [ofLog("checkpoint_signature", "The checkpoint is not signed by the log's keys.")];
}

async function checkQuorum({ header, policy, noteAgain }: Observed): Promise<Finding[]> {
  if (policy === null) return [];
  let { status, by } = await judgeQuorum(policy, header.note);
  // A witness that was down cosigns the newest checkpoint later.
  const again = status === "reached" ? null : await noteAgain();
  if (again?.text === header.note.text) ({ status, by } = await judgeQuorum(policy, again));
  const cosigned = by.length === 0 ? "nobody" : by.join(", ");
  return status === "reached"
    ? []
    : [findingOf("witnesses")("witness_quorum", `The policy is not met: cosigned by ${cosigned}.`)];
}

function checkTree({ header, root, rootAt, forkedSince, kept }: Observed): Finding[] {
  const { checkpoint } = header;
  const findings: Finding[] = [];
  if (forkedSince !== null) {
    findings.push(ofLog("log_forked", `The deployment says so itself, since ${forkedSince}.`));
  }
  if (!sameBytes(root, checkpoint.root)) {
    findings.push(
      ofLog("log_forked", "The checkpoint is signed over other entries than were read."),
    );
  }
  if (kept === null) return findings;
  const { origin, size, root: then } = kept.checkpoint;
  if (checkpoint.origin !== origin) {
    findings.push(ofLog("log_forked", `It was ${origin}, it is ${checkpoint.origin}.`));
  } else if (checkpoint.size < size) {
    findings.push(
      ofLog(
        "log_rolled_back",
        `It had ${countOf(size, "leaf", "leaves")}, it has ${checkpoint.size}.`,
      ),
    );
  } else if (!sameBytes(rootAt(size) ?? new Uint8Array(), then)) {
    findings.push(ofLog("log_forked", `Its first ${size} leaves are not those seen before.`));
  }
  return findings;
}

function checkLeaves({ entries, now }: Observed): Finding[] {
  const findings: Finding[] = [];
  const first = new Map<string, number>();
  for (const [index, { row, time }] of entries.entries()) {
    const before = first.get(row);
    if (before === undefined) first.set(row, index);
    else findings.push(found("trail_branched", `Leaf ${index} is leaf ${before} again.`));
    const last = entries[index - 1]?.time ?? "";
    if (time < last || isAfter(time, now)) {
      findings.push(ofLog("time_in_future", `Leaf ${index} says ${time}, after ${last || now}.`));
    }
  }
  return findings;
}

const isAfter = (time: string, now: string): boolean =>
  !(Date.parse(time) <= Date.parse(now) + SKEW_MS);

async function checkTrail(observed: Observed, { rows: listed, own }: Trail): Promise<Finding[]> {
  const all = [...listed, ...[...own.values()].flat()].filter(isLogged);
  const variants = new Map<string, AuditRow>();
  for (const row of all) variants.set(canonicalJson(row), row);
  const rows = [...variants.values()];
  const judged = await replayed(observed.entries, rows);
  return [
    ...judged.found.map(({ name, type, id, row, detail }) =>
      found(name, `${row === null ? `${type} ${id}` : named(row)}: ${detail}`),
    ),
    ...checkDates(observed, rows),
    ...checkVariants(rows),
    ...checkOwnTrails(observed, listed.filter(isLogged), own),
    ...checkMissing(observed, rows),
    ...checkKeys(observed, judged.world),
  ];
}

/** Replays rows in the order in which the log took them. Rows that are not in the log come last. */
export function replayed(
  entries: readonly LogEntry[],
  rows: readonly AuditRow[],
): Promise<Replayed> {
  const places = new Map(entries.map(({ row, time }, index) => [row, { index, time }]));
  const placed = rows.filter(isLogged).map((one) => {
    return { row: chainedIn(one), leaf: places.get(loggedHash(one)) ?? null, writerFault: null };
  });
  return replay(inOrder(placed), everyLife);
}

/** Sorts rows as the log took them, then by date, but each after the row that it follows. */
function inOrder(placed: readonly Placed[]): Placed[] {
  const sorted = placed.toSorted(
    (a, b) => placeIn(a) - placeIn(b) || (a.row.created_at < b.row.created_at ? -1 : 1),
  );
  const byHash = new Map(sorted.map((one) => [one.row.row_hash, one]));
  const done = new Set<Placed>();
  const ordered: Placed[] = [];
  for (const one of sorted) {
    const way: Placed[] = [];
    for (let next: Placed | undefined = one; next !== undefined && !done.has(next); ) {
      done.add(next);
      way.push(next);
      next = byHash.get(next.row.prev_hash ?? "");
    }
    ordered.push(...way.reverse());
  }
  return ordered;
}

const placeIn = ({ leaf }: Placed): number => leaf?.index ?? Number.MAX_SAFE_INTEGER;

const named = ({ action, id, created_at }: AuditRow): string => `${action} ${id} of ${created_at}`;

/** Checks that no row has waited too long for the log, and that none is dated ahead. */
function checkDates(observed: Observed, rows: readonly AuditRow[]): Finding[] {
  const leaves = new Set(observed.entries.map(({ row }) => row));
  return rows
    .filter((row) => !leaves.has(loggedHash(row)))
    .flatMap((row) => {
      if (isAfter(row.created_at, observed.now)) {
        return [found("time_in_future", `${named(row)} is not dated in the past.`)];
      }
      return mustBeLogged(observed, row.created_at)
        ? [found("row_unlogged", `${named(row)} is not in the log.`)]
        : [];
    });
}

/** Checks that no two rows have the same id: one of them would not be what was written. */
function checkVariants(rows: readonly AuditRow[]): Finding[] {
  const byId = Map.groupBy(rows, ({ id }) => id);
  return [...byId.values()]
    .filter((same) => same.length > 1)
    .map(([row]) => found("row_changed", `${named(row as AuditRow)} is shown in two forms.`));
}

/**
 * Checks that each resource's own trail and the list show the same rows of that resource. A new row
 * that is not in the log yet may have been written after the list was read.
 */
function checkOwnTrails(
  observed: Observed,
  listed: readonly AuditRow[],
  own: ReadonlyMap<string, readonly AuditRow[]>,
): Finding[] {
  const leaves = new Set(observed.entries.map(({ row }) => row));
  const mustBeListed = (row: AuditRow): boolean =>
    leaves.has(loggedHash(row)) || mustBeLogged(observed, row.created_at);
  const byResource = Map.groupBy(listed, resourceName);
  return [...own].flatMap(([name, all]) => {
    const trail = all.filter(isLogged);
    const here = new Set(trail.map(({ id }) => id));
    const there = new Set((byResource.get(name) ?? []).map(({ id }) => id));
    const apart = [
      ...trail.filter((row) => !there.has(row.id) && mustBeListed(row)),
      ...(byResource.get(name) ?? []).filter(({ id }) => !here.has(id)),
    ];
    return apart.map((row) =>
      found("row_changed", `${named(row)} is in only one of the list and the trail of ${name}.`),
    );
  });
}

function checkMissing({ entries }: Observed, rows: readonly AuditRow[]): Finding[] {
  const known = new Set(rows.map(loggedHash));
  return entries.flatMap(({ row, time }, index) =>
    known.has(row)
      ? []
      : [found("row_missing", `Leaf ${index} of ${time} belongs to no row of the audit trail.`)],
  );
}

/** Checks that the log's notes name exactly the keys that its rows name, in the same order. */
function checkKeys(observed: Observed, world: World): Finding[] {
  const { changes } = observed.header;
  const logKeys = world.find("evidence_log_key", LOG_KEY);
  const rowsKeys = world.find("evidence_rows_key", ROWS_KEY);
  const noted = {
    log: changes.flatMap((one) => {
      if (one.role === "rows") return [];
      return [(one.role === "first" ? one.log : one.after).map(verifierKeyText)];
    }),
    rows: changes.flatMap((one) => {
      if (one.role === "log") return [];
      if (one.role === "first") return [[verifierKeyText(one.rows)]];
      return [[verifierKeyText(one.after), ...(one.emergency ? ["emergency"] : [])]];
    }),
  };
  const told = {
    log: keysIn(logKeys),
    rows: [
      ...(logKeys?.state ? [{ keys: [logKeys.state.rows_verifier_key], at: "" }] : []),
      ...keysIn(rowsKeys),
    ],
  };
  return (["log", "rows"] as const).flatMap((role) => {
    const [notes, rows] = [noted[role], told[role]];
    const other = notes.findIndex((keys, at) => !sameJson(keys, rows[at]?.keys ?? []));
    if (other >= 0) {
      const detail = `The ${role} key of note ${other + 1} is none that the audit trail names there.`;
      return [found("key_unannounced", detail)];
    }
    // The sequencer writes the note for a row in its next run.
    const missing = rows.slice(notes.length).find(({ at }) => mustBeLogged(observed, at));
    return missing === undefined
      ? []
      : [
          found(
            "key_unannounced",
            `A row of ${missing.at} changes the ${role} key, but no note does.`,
          ),
        ];
  });
}

const keysIn = (subject: Subject<KeyLife> | null) =>
  (subject?.rows ?? []).flatMap(({ row }, i) => {
    const state = subject?.states[i];
    const more = row.context.emergency === true ? ["emergency"] : [];
    return state == null ? [] : [{ keys: [...state.keys, ...more], at: row.created_at }];
  });

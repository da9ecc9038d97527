import { isInChain } from "#shared/domain/audit/chains.ts";
import { type AuditRow, isLogged, loggedHash } from "#shared/domain/audit/row.ts";
import { sameBytes } from "#shared/domain/bytes.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { isDecisionRow } from "#shared/domain/reviews/actions.ts";
import { countOf } from "#shared/domain/text/count.ts";
import type { LogEntry } from "./entry.ts";
import { type ChainVerdict, judgeKeyChain, type KeySet } from "./key-change.ts";
import type { LogHeader } from "./read-log.ts";
import { type Checkpoint, verifyNote } from "./signed-note.ts";
import { judgeQuorum, type TlogPolicy } from "./tlog-policy.ts";
import { verifierKeyText } from "./verifier-key.ts";

/** What a watcher can find; each name says which promise is broken (evidence-log.md, section 4). */
export type FindingName =
  | "decided_twice"
  | "trail_branched"
  | "row_missing"
  | "row_unlogged"
  | "row_changed"
  | "logged_late"
  | "time_in_future"
  | "log_forked"
  | "log_rolled_back"
  | "key_unannounced"
  | "checkpoint_signature"
  | "witness_quorum";

export interface Finding {
  name: FindingName;
  detail: string;
}

/** What a mirror kept of the log as it was read before. */
export interface Kept {
  checkpoint: Checkpoint;
  /** The keys that signed then. */
  keys: KeySet;
}

/** The log as read, and the audit trail beside it. */
export interface Observed {
  header: LogHeader;
  entries: readonly LogEntry[];
  /** Computed from the entries. */
  root: Uint8Array;
  /** The root of the first so many entries; null: there are fewer. */
  rootAt: (size: number) => Uint8Array | null;
  /** Since when the deployment itself says that its log is a fork; null: it does not. */
  forkedSince: string | null;
  kept: Kept | null;
  /** Whose cosignatures are demanded; null: nobody's. */
  policy: TlogPolicy | null;
  /** null: not compared. */
  trail: Trail | null;
  /** The later of the watcher's own clock and the answers' Date; ISO 8601 UTC. */
  now: string;
}

export interface Trail {
  /** All rows, as the list shows them. */
  rows: readonly AuditRow[];
  /** By `resourceName`: the rows of each chained resource, as its own trail shows them. */
  own: ReadonlyMap<string, readonly AuditRow[]>;
}

export const resourceName = ({ resource_type, resource_id }: AuditRow): string =>
  `${resource_type} ${resource_id}`;

/** How long a row may wait to be logged. */
const WAIT_MS = 120_000;
/** A row that was logged longer after its own time is late. */
const LATE_MS = 10 * 60_000;
/** Clocks of two machines. */
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
    ...(chain.status === "broken" ? [found("key_unannounced", chain.reason)] : []),
    ...(await checkSignatures(header, chain)),
    ...(await checkQuorum(observed)),
    ...checkTree(observed),
    ...checkLeaves(observed),
    ...(observed.trail === null ? [] : checkTrail(observed, observed.trail)),
  ];
}

const found = (name: FindingName, detail: string): Finding => ({ name, detail });

async function checkSignatures({ note, current }: LogHeader, chain: ChainVerdict) {
  // Right after a change of keys the newest checkpoint is still signed by the former ones.
  const sets = chain.status === "unbroken" ? chain.sets : [current];
  for (const set of sets) {
    const verdicts = await Promise.all(set.map((key) => verifyNote(note, key)));
    if (verdicts.every((verdict) => verdict === "valid")) return [];
  }
  return [found("checkpoint_signature", "The checkpoint is not signed by the log's keys.")];
}

async function checkQuorum({ header, policy }: Observed): Promise<Finding[]> {
  if (policy === null) return [];
  const { status, by } = await judgeQuorum(policy, header.note);
  const cosigned = by.length === 0 ? "nobody" : by.join(", ");
  return status === "reached"
    ? []
    : [found("witness_quorum", `The policy is not met: cosigned by ${cosigned}.`)];
}

function checkTree({ header, root, rootAt, forkedSince, kept }: Observed): Finding[] {
  const { checkpoint } = header;
  const findings: Finding[] = [];
  if (forkedSince !== null) {
    findings.push(found("log_forked", `The deployment says so itself, since ${forkedSince}.`));
  }
  if (!sameBytes(root, checkpoint.root)) {
    findings.push(
      found("log_forked", "The checkpoint is signed over other entries than were read."),
    );
  }
  if (kept === null) return findings;
  const { origin, size, root: then } = kept.checkpoint;
  if (checkpoint.origin !== origin) {
    findings.push(found("log_forked", `It was ${origin}, it is ${checkpoint.origin}.`));
  } else if (checkpoint.size < size) {
    findings.push(
      found(
        "log_rolled_back",
        `It had ${countOf(size, "leaf", "leaves")}, it has ${checkpoint.size}.`,
      ),
    );
  } else if (!sameBytes(rootAt(size) ?? new Uint8Array(), then)) {
    findings.push(found("log_forked", `Its first ${size} leaves are not those seen before.`));
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
      findings.push(found("time_in_future", `Leaf ${index} says ${time}, after ${last || now}.`));
    }
  }
  return findings;
}

const isAfter = (time: string, now: string): boolean =>
  !(Date.parse(time) <= Date.parse(now) + SKEW_MS);

function checkTrail(observed: Observed, { rows: listed, own }: Trail): Finding[] {
  const all = [...listed, ...[...own.values()].flat()].filter(isLogged);
  const variants = new Map<string, AuditRow>();
  for (const row of all) variants.set(canonicalJson(row), row);
  const rows = [...variants.values()];
  return [
    ...checkOneByOne(observed, rows),
    ...checkVariants(rows),
    ...checkOwnTrails(listed, own),
    ...checkDecisions(rows),
    ...checkChains(rows),
    ...checkMissing(observed, rows),
    ...checkFirstKeys(observed, rows),
  ];
}

const named = ({ action, id, created_at }: AuditRow): string => `${action} ${id} of ${created_at}`;

/** Each row against its own hash, its date and its leaf. */
function checkOneByOne({ entries, now }: Observed, rows: readonly AuditRow[]): Finding[] {
  const leaves = new Map(entries.map((entry) => [entry.row, entry]));
  return rows.flatMap((row) => {
    const hash = loggedHash(row);
    const findings: Finding[] = [];
    if (row.row_hash !== hash) {
      findings.push(found("row_changed", `${named(row)} does not match its hash.`));
    }
    if (isAfter(row.created_at, now)) {
      findings.push(found("time_in_future", `${named(row)} is not dated in the past.`));
    }
    const leaf = leaves.get(hash);
    const age = Date.parse(now) - Date.parse(row.created_at);
    if (leaf === undefined && age > WAIT_MS) {
      findings.push(found("row_unlogged", `${named(row)} is not in the log.`));
    }
    if (leaf !== undefined && Date.parse(leaf.time) - Date.parse(row.created_at) > LATE_MS) {
      findings.push(found("logged_late", `${named(row)} was logged at ${leaf.time}.`));
    }
    return findings;
  });
}

/** Two rows with one id: one of them is not what was written. */
function checkVariants(rows: readonly AuditRow[]): Finding[] {
  const byId = Map.groupBy(rows, ({ id }) => id);
  return [...byId.values()]
    .filter((same) => same.length > 1)
    .map(([row]) => found("row_changed", `${named(row as AuditRow)} is shown in two forms.`));
}

/** What a resource's own trail shows must be what the list shows of it, and the reverse. */
function checkOwnTrails(
  listed: readonly AuditRow[],
  own: ReadonlyMap<string, readonly AuditRow[]>,
): Finding[] {
  const byResource = Map.groupBy(listed, resourceName);
  return [...own].flatMap(([name, trail]) => {
    const here = new Set(trail.map(({ id }) => id));
    const there = new Set((byResource.get(name) ?? []).map(({ id }) => id));
    const apart = [
      ...trail.filter(({ id }) => !there.has(id)),
      ...(byResource.get(name) ?? []).filter(({ id }) => !here.has(id)),
    ];
    return apart.map((row) =>
      found("row_changed", `${named(row)} is in only one of the list and the trail of ${name}.`),
    );
  });
}

function checkDecisions(rows: readonly AuditRow[]): Finding[] {
  const decided = Map.groupBy(rows.filter(isDecisionRow), ({ resource_id }) => resource_id);
  return [...decided]
    .filter(([, decisions]) => decisions.length > 1)
    .map(([id, decisions]) => {
      const actions = decisions.map(({ action }) => action).join(" and ");
      return found("decided_twice", `Request ${id} has ${actions}.`);
    });
}

/** In a chain each row has one successor, and no row lacks the one before it. */
function checkChains(rows: readonly AuditRow[]): Finding[] {
  const chains = Map.groupBy(rows.filter(isInChain), resourceName);
  return [...chains].flatMap(([name, chain]) => {
    const known = new Set(chain.map(loggedHash));
    const successors = Map.groupBy(chain, ({ prev_hash }) => prev_hash ?? "");
    const hasBranch = [...successors.values()].some((next) => next.length > 1);
    const hasGap = chain.some(({ prev_hash }) => prev_hash != null && !known.has(prev_hash));
    return [
      ...(hasBranch ? [found("trail_branched", `The trail of ${name} has a branch.`)] : []),
      ...(hasGap ? [found("row_missing", `The trail of ${name} lacks a row.`)] : []),
    ];
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

/** The first keys are those that the log's own row names. */
function checkFirstKeys({ header }: Observed, rows: readonly AuditRow[]): Finding[] {
  const [first] = header.changes;
  const texts = first?.role === "first" ? canonicalJson(first.log.map(verifierKeyText)) : "";
  const provisioned = rows.filter(
    ({ action }) => action === "platform.evidence_log_key.provisioned",
  );
  return provisioned.some(({ context }) => canonicalJson(context.verifier_keys ?? null) !== texts)
    ? [found("key_unannounced", "The first keys are not those that the audit trail names.")]
    : [];
}

import type { LastDrill } from "../restore-drill/last-drill.ts";
import { act, ageText, type Finding, type Look, ok, secondsBetween } from "./finding.ts";

/* What every stage has, deployed or local: the service, its table, and the drill. */

/** Reads what it needs, wherever the stage is. */
export interface ServiceReader {
  baseUrl: () => string;
  /** ISO 8601 UTC. */
  now: string;
  /** The setup checklist's rows. */
  checklist: () => Promise<ChecklistRow[]>;
  /** Runs the sequencer's and the courier's reads against the stage's table. */
  log: () => Promise<LogFacts>;
  /** Commit that should run; null: unknown. */
  expectedCommit: () => string | null;
  /** When the last restore drill ended, and with which exit code. */
  lastDrill: () => Promise<LastDrill | null>;
}

export interface ChecklistRow {
  id: string;
  title: string;
  status: "not_set" | "provisioned" | "uses_dev_default";
  detail: string;
}

export interface LogFacts {
  /** created_at of the oldest row that waits for its leaf; null: none waits. */
  oldestWaiting: string | null;
  size: number;
  /** null: nothing is signed yet. */
  checkpoint: { size: number; signedAt: string; cosignatures: number } | null;
  /** Since when nothing is signed, because the table contradicts the anchors; null: it does not. */
  forkedSince: string | null;
  witnesses: number;
}

const DRILL_DAYS = 92;
/** A row may wait for two minutes. */
const WAITING_SECONDS = 180;
const DAY = 24 * 3600;

/** Without these the service cannot do its first duty. */
const needed = new Set(["counsel_review_hmac_secret"]);

export const serviceLooks = (reader: ServiceReader): Look[] => [
  { what: "version", look: () => version(reader) },
  { what: "checklist", look: () => checklist(reader) },
  { what: "evidence log", look: () => evidenceLog(reader) },
  { what: "restore drill", look: () => drill(reader) },
];

async function version({ baseUrl: address, expectedCommit }: ServiceReader): Promise<Finding[]> {
  const baseUrl = address();
  const response = await fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(15_000) });
  if (response.status !== 200) {
    return [act("version", `${baseUrl}/health answers ${response.status}.`)];
  }
  const { version, commit } = (await response.json()) as { version: string; commit: string };
  const expected = expectedCommit();
  return expected !== null && expected !== commit
    ? [act("version", `commit ${commit} runs, but ${expected} was deployed last.`)]
    : [ok("version", `${version}, commit ${commit}, at ${baseUrl}.`)];
}

async function checklist({ checklist }: ServiceReader): Promise<Finding[]> {
  const rows = await checklist();
  const open = rows.filter(({ status }) => status !== "provisioned");
  const urgent = open.filter(({ id }) => needed.has(id));
  const names = open.filter(({ id }) => !needed.has(id)).map(({ id, status }) => `${id} ${status}`);
  return [
    ...urgent.map(({ title, detail }) => act("checklist", `${title}: ${detail}`)),
    ok(
      "checklist",
      `${rows.length - open.length} of ${rows.length} rows set${names.length === 0 ? "" : `; ${names.join(", ")}`}.`,
    ),
  ];
}

async function evidenceLog({ log, now }: ServiceReader): Promise<Finding[]> {
  const { oldestWaiting, size, checkpoint, forkedSince, witnesses } = await log();
  const waits = oldestWaiting === null ? 0 : secondsBetween(oldestWaiting, now);
  if (checkpoint === null) {
    return waits > WAITING_SECONDS
      ? [act("evidence log", `nothing is signed, and a row has waited for ${ageText(waits)}.`)]
      : [ok("evidence log", "nothing to sign yet.")];
  }
  const signed = `checkpoint of ${checkpoint.size} leaves signed ${ageText(secondsBetween(checkpoint.signedAt, now))} ago`;
  return [
    waits > WAITING_SECONDS
      ? act("evidence log", `a row has waited for ${ageText(waits)}: does sequenceLog run?`)
      : ok("evidence log", `${size} leaves, oldest waiting row ${ageText(waits)}; ${signed}.`),
    forkedSince === null
      ? ok("anchors", `anchored up to ${checkpoint.size} leaves.`)
      : act("anchors", `the table contradicts them since ${forkedSince}: nothing is signed.`),
    witnesses === 0
      ? ok("witnesses", "none are configured (LOG_WITNESSES).")
      : checkpoint.cosignatures === 0
        ? act("witnesses", `none of ${witnesses} has cosigned the newest checkpoint.`)
        : ok(
            "witnesses",
            `${checkpoint.cosignatures} of ${witnesses} cosigned the newest checkpoint.`,
          ),
  ];
}

async function drill({ lastDrill, now }: ServiceReader): Promise<Finding[]> {
  const last = await lastDrill();
  if (last === null) return [act("restore drill", "none was ever run: docs/runbooks.md.")];
  const age = secondsBetween(last.at, now);
  const when = `the last one ended ${ageText(age)} ago with exit code ${last.exitCode}`;
  return last.exitCode !== 0 || age > DRILL_DAYS * DAY
    ? [act("restore drill", `${when}; run one (docs/runbooks.md).`)]
    : [ok("restore drill", `${when}.`)];
}

import { ownNote } from "#shared/domain/log/signed-note.ts";
import { countOf } from "#shared/domain/text/text.ts";
import type { Anchored } from "#shared/platform/aws/anchors.ts";
import type { LastDrill } from "../restore-drill/last-drill.ts";
import { act, ageText, type Finding, type Look, ok, secondsBetween } from "./finding.ts";

/* Checks that every stage needs, deployed or local: the service, its table, and the drill. */

/** Reads the facts for the checks, wherever the stage is. */
export interface ServiceReader {
  baseUrl: () => string;
  /** ISO 8601 UTC. */
  now: string;
  /** The same by the stage's own clock: a local run's clock can be ahead. */
  stageNow: () => Promise<string>;
  /** The setup checklist's rows. */
  checklist: () => Promise<ChecklistRow[]>;
  /** What the stage's table contains about the evidence log. */
  log: () => Promise<LogFacts>;
  /** The newest anchored checkpoint; null: none is anchored. */
  newestAnchor: () => Promise<Anchored | null>;
  /** due_at of the oldest message that is due, and the number of due messages. */
  courier: () => Promise<{ oldestDue: string | null; due: number }>;
  /** Whether two people are needed, and which requests and links do not meet the present rules. */
  twoPeople: () => Promise<TwoPeople>;
  /** The commit that should be running; null: unknown. */
  expectedCommit: () => string | null;
  /** When the last restore drill ended, and with which exit code. */
  lastDrill: () => Promise<LastDrill | null>;
}

export interface TwoPeople {
  /** The option as the stage's functions last saw it. */
  isOn: boolean;
  /** Counsel whom nobody else has confirmed; of those who have retired, only with open requests. */
  unconfirmed: readonly Waiting[];
  /** Those of them whom somebody without an e-mail address wrote, so that nobody can confirm them. */
  unconfirmable: readonly Waiting[];
  /** Counsel with open requests that somebody with counsel's own e-mail address requested. */
  oneself: readonly Waiting[];
  /** Open requests whose link was shown to others than counsel while the option was off. */
  shown: number;
  /** Counsel who have to sign with a key but have none, and have an open request. */
  keyless: readonly Waiting[];
}

/** A counsel, and the number of their open requests. */
export interface Waiting {
  name: string;
  open: number;
}

export interface ChecklistRow {
  id: string;
  title: string;
  status: "not_set" | "provisioned" | "uses_dev_default";
  detail: string;
}

export interface LogFacts {
  /** created_at of the oldest row that waits for its leaf; null: no row is waiting. */
  oldestWaiting: string | null;
  size: number;
  /** null: nothing has been signed yet. */
  checkpoint: { size: number; note: string; signedAt: string; cosignatures: number } | null;
  /** Since when nothing is signed because the table contradicts the anchors; null: it does not. */
  forkedSince: string | null;
  witnesses: number;
}

const DRILL_DAYS = 92;
/** A row may wait for two minutes. */
const WAITING_SECONDS = 180;
/** The courier runs every minute, and once more for messages that it could not claim. */
const DUE_SECONDS = 300;
const DAY = 24 * 3600;

/** Without these the service cannot do its most basic work. */
const needed = new Set(["counsel_review_hmac_secret"]);

export const serviceLooks = (reader: ServiceReader): Look[] => [
  { what: "version", look: () => version(reader) },
  { what: "checklist", look: () => checklist(reader) },
  { what: "evidence log", look: () => evidenceLog(reader) },
  { what: "anchors", look: () => anchors(reader) },
  { what: "witnesses", look: () => witnesses(reader) },
  { what: "courier", look: () => courier(reader) },
  { what: "two people", look: () => twoPeople(reader) },
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
      `Set: ${rows.length - open.length} of ${countOf(rows.length, "row")}${names.length === 0 ? "" : `; ${names.join(", ")}`}.`,
    ),
  ];
}

async function evidenceLog({ log, stageNow }: ServiceReader): Promise<Finding[]> {
  const { oldestWaiting, size, checkpoint } = await log();
  const now = await stageNow();
  const waits = oldestWaiting === null ? 0 : secondsBetween(oldestWaiting, now);
  if (checkpoint === null) {
    return waits > WAITING_SECONDS
      ? [act("evidence log", `nothing is signed, and a row has waited for ${ageText(waits)}.`)]
      : [ok("evidence log", "nothing to sign yet.")];
  }
  if (waits > WAITING_SECONDS)
    return [act("evidence log", `a row has waited for ${ageText(waits)}: does sequenceLog run?`)];
  const age = ageText(secondsBetween(checkpoint.signedAt, now));
  const waiting =
    oldestWaiting === null ? "no row waits" : `the oldest row has waited for ${ageText(waits)}`;
  return [
    ok(
      "evidence log",
      `${countOf(size, "leaf", "leaves")}, ${waiting}; checkpoint of ${checkpoint.size} signed ${age} ago.`,
    ),
  ];
}

/** Asks the bucket itself: a restored table contradicts it even before the sequencer runs. */
async function anchors({ log, newestAnchor }: ServiceReader): Promise<Finding[]> {
  const { checkpoint, forkedSince } = await log();
  const newest = await newestAnchor();
  const say = (text: string) => [act("anchors", text)];
  if (forkedSince !== null)
    return say(`the table contradicts them since ${forkedSince}: nothing is signed.`);
  if (checkpoint === null) {
    return newest === null
      ? [ok("anchors", "nothing to anchor yet.")]
      : say(
          `Anchored: ${countOf(newest.size, "leaf", "leaves")}; but the table has no checkpoint.`,
        );
  }
  // One run of the sequencer first anchors a signed checkpoint and then publishes it.
  if (newest === null || newest.size < checkpoint.size)
    return say(`the checkpoint of ${countOf(checkpoint.size, "leaf", "leaves")} is not anchored.`);
  if (newest.size > checkpoint.size)
    return say(
      `Anchored: ${countOf(newest.size, "leaf", "leaves")}; in the table: ${checkpoint.size}: look again in a minute, then drill (docs/runbooks.md).`,
    );
  return newest.note === ownNote(checkpoint.note)
    ? [
        ok(
          "anchors",
          `the newest is of ${countOf(newest.size, "leaf", "leaves")}, and the same as in the table.`,
        ),
      ]
    : say(
        `another checkpoint of ${countOf(newest.size, "leaf", "leaves")} is anchored: docs/evidence.md.`,
      );
}

async function witnesses({ log, stageNow }: ServiceReader): Promise<Finding[]> {
  const { checkpoint, witnesses } = await log();
  if (witnesses === 0) return [ok("witnesses", "none are configured (LOG_WITNESSES).")];
  if (checkpoint === null) return [ok("witnesses", "nothing to cosign yet.")];
  const age = secondsBetween(checkpoint.signedAt, await stageNow());
  const says = `${checkpoint.cosignatures} of ${witnesses} cosigned the newest checkpoint, signed ${ageText(age)} ago.`;
  const isMissing = checkpoint.cosignatures < witnesses && age > WAITING_SECONDS;
  return [isMissing ? act("witnesses", says) : ok("witnesses", says)];
}

async function courier({ courier, stageNow }: ServiceReader): Promise<Finding[]> {
  const { oldestDue, due } = await courier();
  if (oldestDue === null) return [ok("courier", "no message is due.")];
  const waits = secondsBetween(oldestDue, await stageNow());
  const says = `${due} due, the oldest for ${ageText(waits)}`;
  return [
    waits > DUE_SECONDS
      ? act("courier", `${says}: does runCourier run, and does SES take mail?`)
      : ok("courier", `${says}.`),
  ];
}

/** At most this many counsel are named. */
const MAX_NAMED = 20;

function listOf(waiting: readonly Waiting[]): string {
  const named = waiting.map(
    ({ name, open }) => `${name}${open === 0 ? "" : ` (${countOf(open, "open request")})`}`,
  );
  const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : "";
  return `${named.slice(0, MAX_NAMED).join(", ")}${more}`;
}

async function twoPeople({ twoPeople }: ServiceReader): Promise<Finding[]> {
  const found = await twoPeople();
  return [...confirmations(found), ...earlierLinks(found)];
}

/** Links from before a switch to two people, and requests from before a key was required. */
function earlierLinks({ isOn, oneself, shown, keyless }: TwoPeople): Finding[] {
  const findings: Finding[] = [];
  if (oneself.length > 0) {
    const says = `Requested by somebody with counsel's own e-mail address: ${listOf(oneself)}.`;
    const so = "links do nothing, whoever confirms counsel. Let somebody else request a review.";
    findings.push(
      isOn
        ? act("links", `${says} Their ${so}`)
        : ok("links", `${says} Once the option is on, their ${so}`),
    );
  }
  if (shown > 0 && isOn) {
    const says = `Links that admins were shown before the option was on: ${shown}. Give each of these requests a new link.`;
    findings.push(act("links", says));
  } else if (shown > 0) {
    const says = `Open requests whose links admins were shown: ${shown}. Once the option is on, give each a new link.`;
    findings.push(ok("links", says));
  }
  if (keyless.length > 0) {
    const says = `A key is demanded of them, and they have none: ${listOf(keyless)}. Invite them to enrol one.`;
    findings.push(act("links", says));
  }
  return findings;
}

function confirmations({ isOn, unconfirmed, unconfirmable }: TwoPeople): Finding[] {
  const found = unconfirmedOf(isOn, unconfirmed);
  if (unconfirmable.length === 0) return found;
  const says = `Somebody whose sign-in named no e-mail address registered or changed ${listOf(unconfirmable)}, so nobody can confirm them: register them anew, cancel these records' open requests, and deactivate them.`;
  return [...found, isOn ? act("two people", says) : ok("two people", says)];
}

function unconfirmedOf(isOn: boolean, unconfirmed: readonly Waiting[]): Finding[] {
  const what = "two people";
  const option = `the option is ${isOn ? "on" : "off"}`;
  if (unconfirmed.length === 0) return [ok(what, `${option}; every active counsel is confirmed.`)];
  const list = listOf(unconfirmed);
  if (!isOn) {
    return [
      ok(what, `${option}; switching it on would stop, until somebody else confirms: ${list}`),
    ];
  }
  const waits = unconfirmed.some(({ open }) => open > 0);
  const says = `${option}; no second person has confirmed ${list}`;
  return [waits ? act(what, `${says}: confirm them in the console.`) : ok(what, says)];
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

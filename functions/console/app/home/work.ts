import { coverageAt, editAt, refusedAt, requestAt, runAmongAll } from "../parts/addresses.ts";
import { setupTitle } from "../parts/audit-words.ts";
import type { Tone } from "../parts/basics.tsx";
import { joined, line } from "../parts/format.ts";
import { providerName } from "../parts/provider-names.ts";
import { reasonText } from "../parts/reasons.ts";
import { NOT_APPROVED } from "../parts/rule-states.ts";
import { type Answer, may, mayChange, type Operation } from "../shell/client.ts";
import { t } from "./texts.ts";

type Work = Answer<"getOverview">["work"][number] | Answer<"getTenantOverview">["work"][number];
type Severity = Work["severity"];
type SetupRow = Answer<"getSetupChecklist">["rows"][number];

/** The service counts refused webhook deliveries over this many days. */
const REFUSED_DAYS = 30;

/** One thing to do, as Home shows it. */
export interface Entry {
  key: string;
  kind: Work["kind"] | "setup";
  tone: Tone;
  severity: Severity;
  /** The number of rules, deliveries, runs or systems. */
  count: number;
  /** The object concerned, and whose it is. */
  object: string;
  what: string;
  why: string | null;
  at: string | null;
  /** The word before the instant, if it is in the future and days are counted to it. */
  due: string | null;
  /** The instant is the beginning of a day of the law. */
  isLawDay: boolean;
  act: string;
  to: string;
}

/** A row of the setup checklist that still has to be done. */
type SetupWork = { kind: "setup"; severity: Severity; at: null; row: SetupRow };

const order = ["high", "medium", "low"] as const satisfies Severity[];
const tones: Readonly<Record<Severity, Tone>> = { high: "bad", medium: "warn", low: "wait" };

/** The rows of the checklist that wait: needed and not set. */
export const setupWork = (rows: readonly SetupRow[]): SetupWork[] =>
  rows
    .filter(({ status, need }) => status === "not_set" && need === "needed")
    .map((row) => ({ kind: "setup", severity: "medium", at: null, row }));

/** The entries in the order in which to see to them: by severity, then by date. */
export const workEntries = (work: readonly (Work | SetupWork)[]): Entry[] =>
  work
    .toSorted(
      (a, b) =>
        order.indexOf(a.severity) - order.indexOf(b.severity) ||
        ((a.at ?? "9") < (b.at ?? "9") ? -1 : (a.at ?? "9") > (b.at ?? "9") ? 1 : 0),
    )
    .map((one) => (one.kind === "setup" ? setupEntry(one) : entryOf(one)));

const setupEntry = ({ severity, row }: SetupWork): Entry => ({
  key: `setup ${row.id}`,
  kind: "setup",
  tone: tones[severity],
  severity,
  count: 1,
  object: setupTitle(row),
  what: t.setupWhat,
  why: null,
  at: null,
  due: null,
  isLawDay: false,
  act: t.setupAct,
  to: `/setup#${row.id}`,
});

type What = string | ((n: number) => string);

/** Without the right to do what the button says, users are led to a page that shows it. */
const needs: Partial<Record<Work["kind"], Operation>> = {
  connection_unauthorized: "reauthorizeConnection",
  objection: "putRules",
  approval_drifted: "createReview",
  review_expired: "createReview",
  mail_bounced: "editCounsel",
  prohibited_undecided: "decideClassification",
  high_risk_undecided: "decideClassification",
  allowed_by_one: "decideClassification",
  review_question: "answerReviewQuestion",
  room_question: "answerRoomQuestion",
};

function canAct({ kind, object }: Work): boolean {
  // The tenant's page does not list the deliveries of a channel without a connection.
  if (kind === "delivery_refused") return object.type === "connection";
  const operation = needs[kind];
  return operation === undefined || (mayChange() && may(operation));
}

function entryOf(work: Work): Entry {
  const { kind, severity, object, count, at } = work;
  const [what, ofAct, without = ofAct] = t.work[kind] as readonly [What, string, string?];
  const act = canAct(work) ? ofAct : without;
  return {
    // A book has an entry for each day on which some of its law starts.
    key: `${kind} ${object.id} ${work.reason}${kind === "law_unready" ? ` ${at}` : ""}`,
    kind,
    tone: tones[severity],
    severity,
    count,
    object: joined(nameOf(work), work.tenant?.name),
    what: typeof what === "string" ? what : what(count),
    why: whyOf(work),
    at,
    due: kind === "review_expiring" ? t.ends : kind === "law_unready" ? t.starts : null,
    isLawDay: kind === "law_unready",
    act,
    to: addressOf(work),
  };
}

function nameOf({ kind, object, framework }: Work): string {
  if (kind === "delivery_refused" && object.type === "tenant")
    return providerName(object.name === "sourcehost" ? object.name : "cloudb");
  if (object.type === "log") return t.objects.log;
  if (object.type === "tenant" && object.id === "own") {
    return kind === "budget_nearly_spent" ? t.objects.budget : t.objects.system;
  }
  const isOfBook = object.type === "review" || object.type === "panel";
  return joined(object.name, isOfBook ? framework : null);
}

const quoted = ["objection", "wish", "room_question", "closed_room_question"];

/** Who caused it and why, in words. */
function whyOf({ kind, reason, counsel, object }: Work): string | null {
  const said =
    reason === null
      ? null
      : quoted.includes(kind)
        ? t.said(line(reason))
        : (t.reasons[reason] ?? reasonText(reason));
  // If the object is a counsel, it is named already.
  const by = counsel === null || object.type === "counsel" ? null : line(counsel);
  const parts = [by, said].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(": ");
}

const inventory = (query: string): string => `/inventory?${query}`;

/** Kinds that are handled at one address, whatever the object is. */
const ofKind: Partial<Record<Work["kind"], string>> = {
  prohibited_undecided: inventory("class=prohibited&state=open"),
  allowed_by_one: inventory("state=by_one"),
  high_risk_undecided: inventory("class=high_risk&state=open"),
  budget_nearly_spent: "/extractors",
  log_forked: "/docs/alarms#LogForked",
};

/** Where each kind of object is shown, to be followed by its id. */
const ofObject: Partial<Record<Work["object"]["type"], string>> = {
  run: "/connections/runs/",
  connection: "/connections/",
  review: "/reviews/",
  panel: "/reviews/panels/",
  webhook_endpoint: "/webhooks/",
  room: "/rooms/",
  counsel: "/counsel/",
  framework: "/coverage?framework_id=",
};

/** The form that does what the button says; undefined if a page shows everything there is to do. */
function actingOn(work: Work): string | undefined {
  const { kind, object, framework_id, use_case_ids: rules, counsel_id } = work;
  const [first] = rules;
  if (kind === "objection" && framework_id !== null && first !== undefined)
    return editAt(framework_id, first, { rules, counsel_id: counsel_id ?? "" });
  if (kind === "approval_drifted") return requestAt({ framework_id: object.id, due: "changed" });
  if (kind === "review_expired") return requestAt({ repeat: object.id });
  if (kind === "mail_bounced" && counsel_id !== null) return `/counsel/${counsel_id}?edit=email`;
  if (kind === "connection_unauthorized") return `/connections/${object.id}?do=authorise`;
  if (kind === "review_question") return `/reviews/${object.id}#questions`;
  if (kind === "room_question" || kind === "closed_room_question")
    return `/rooms/${object.id}#questions`;
  return undefined;
}

/** The address at which it can be handled. */
function addressOf(work: Work): string {
  const { kind, object, tenant, at } = work;
  const { type, id } = object;
  const acting = canAct(work) ? actingOn(work) : undefined;
  if (acting !== undefined) return acting;
  if (type === "run" && tenant !== null) return runAmongAll(tenant.id, id);
  if (kind === "delivery_refused") {
    return type === "connection" ? refusedAt(id, REFUSED_DAYS) : `/tenants/${id}`;
  }
  if (kind === "law_unready") {
    const starts = (at ?? "").slice(0, 10);
    return coverageAt({ framework_id: id, starts, status: NOT_APPROVED });
  }
  const place = ofObject[type];
  return ofKind[kind] ?? (place === undefined ? inventory("state=unclassified") : place + id);
}

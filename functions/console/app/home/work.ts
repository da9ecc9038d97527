import { setupTitle } from "../parts/audit-words.ts";
import type { Tone } from "../parts/basics.tsx";
import { line, words } from "../parts/format.ts";
import type { Answer } from "../shell/client.ts";
import { t } from "./texts.ts";

type Work = Answer<"getOverview">["work"][number] | Answer<"getTenantOverview">["work"][number];
type Severity = Work["severity"];
type SetupRow = Answer<"getSetupChecklist">["rows"][number];

/** One thing to do, as Home shows it. */
export interface Entry {
  key: string;
  kind: Work["kind"] | "setup";
  tone: Tone;
  severity: Severity;
  /** What it is about, and whose that is. */
  object: string;
  what: string;
  why: string | null;
  at: string | null;
  /** The word before the instant, if it is to come. */
  due: string | null;
  act: string;
  to: string;
}

/** A row of the setup checklist that is to be done. */
type SetupWork = { kind: "setup"; severity: Severity; at: null; row: SetupRow };

const order = ["high", "medium", "low"] as const satisfies Severity[];
const tones: Readonly<Record<Severity, Tone>> = { high: "bad", medium: "warn", low: "wait" };

/** What of the checklist waits: what is needed and not set. */
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
  object: setupTitle(row),
  what: t.setupWhat,
  why: null,
  at: null,
  due: null,
  act: t.setupAct,
  to: `/setup#${row.id}`,
});

function entryOf(work: Work): Entry {
  const { kind, severity, object, count, at } = work;
  const [what, act] = t.work[kind];
  return {
    key: `${kind} ${object.id} ${work.reason}`,
    kind,
    tone: tones[severity],
    severity,
    object: [nameOf(work), work.tenant === null ? null : line(work.tenant.name)]
      .filter((part) => part !== null)
      .join(" · "),
    what: typeof what === "string" ? what : what(count),
    why: whyOf(work),
    at,
    due: kind === "review_expiring" ? t.ends : kind === "law_unready" ? t.starts : null,
    act,
    to: addressOf(work),
  };
}

function nameOf({ kind, object, framework }: Work): string {
  if (object.type === "log") return t.objects.log;
  if (object.type === "tenant" && object.id === "own") {
    return kind === "budget_nearly_spent" ? t.objects.budget : t.objects.system;
  }
  const isOfBook = object.type === "review" || object.type === "panel";
  return isOfBook && framework !== null
    ? [object.name, framework]
        .filter((part) => part !== "")
        .map(line)
        .join(" · ")
    : line(object.name);
}

const quoted = ["objection", "review_refused", "wish", "room_question"];

/** Who and why, in words. */
function whyOf({ kind, reason, counsel }: Work): string | null {
  const said =
    reason === null
      ? null
      : quoted.includes(kind)
        ? t.said(line(reason))
        : (t.reasons[reason] ?? words(line(reason)));
  const parts = [counsel === null ? null : line(counsel), said].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(": ");
}

const inventory = (query: string): string => `/inventory?${query}`;

/** The one place where it can be dealt with. */
function addressOf({ kind, object, tenant }: Work): string {
  // Platform admins see a tenant's runs, with their reasons, as a list.
  if (object.type === "run" && tenant !== null) {
    const status = kind === "run_failed" || kind === "run_given_up" ? "status=failed&" : "";
    return `/connections/runs?${status}tenant_id=${tenant.id}`;
  }
  switch (kind) {
    case "delivery_refused":
      return object.type === "connection"
        ? `/connections/${object.id}?tab=deliveries&outcome=rejected`
        : `/tenants/${object.id}`;
    case "approval_drifted":
      return `/reviews/new?framework_id=${object.id}&due=changed`;
    case "law_unready":
      return `/coverage?framework_id=${object.id}`;
    case "prohibited_undecided":
      return inventory("class=prohibited&state=open");
    case "high_risk_undecided":
      return inventory("class=high_risk&state=open");
    case "budget_nearly_spent":
      return "/extractors";
    case "log_forked":
      return "/evidence";
    default:
      return addressOfObject(object);
  }
}

function addressOfObject({ type, id }: Work["object"]): string {
  switch (type) {
    case "run":
      return `/connections/runs/${id}`;
    case "connection":
      return `/connections/${id}`;
    case "review":
      return `/reviews/${id}`;
    case "panel":
      return `/reviews/panels/${id}`;
    case "webhook_endpoint":
      return `/webhooks/${id}`;
    case "room":
      return `/rooms/${id}`;
    case "framework":
      return `/coverage?framework_id=${id}`;
    default:
      return inventory("state=open");
  }
}

import * as z from "zod/mini";
import { timestamp } from "#shared/domain/text/text-fields.ts";

/** How urgent work is: something failed, something is due, something should be done. */
const severities = ["high", "medium", "low"] as const;
export type Severity = (typeof severities)[number];

/** The kinds of work that Home shows platform admins, each with its severity. */
export const platformWork = {
  log_forked: "high",
  delivery_refused: "high",
  connection_suspended: "high",
  connection_unauthorized: "high",
  mail_bounced: "high",
  mail_complained: "high",
  webhook_disabled: "high",
  run_given_up: "high",
  run_failed: "high",
  objection: "high",
  counsel_unconfirmed: "medium",
  review_question: "medium",
  room_question: "medium",
  review_expiring: "medium",
  review_expired: "medium",
  mail_stuck: "medium",
  approval_drifted: "medium",
  run_incomplete: "medium",
  systems_unclassified: "medium",
  law_unready: "medium",
  wish: "low",
  closed_room_question: "low",
} as const satisfies Readonly<Record<string, Severity>>;

/** The same for a tenant. */
export const tenantWork = {
  delivery_refused: "high",
  connection_suspended: "high",
  connection_unauthorized: "high",
  webhook_disabled: "high",
  run_given_up: "high",
  run_failed: "high",
  prohibited_undecided: "high",
  allowed_by_one: "high",
  high_risk_undecided: "medium",
  run_incomplete: "medium",
  systems_unclassified: "medium",
  budget_nearly_spent: "medium",
  not_run_yet: "low",
} as const satisfies Readonly<Record<string, Severity>>;

type PlatformWork = keyof typeof platformWork;
type TenantWork = keyof typeof tenantWork;
export type WorkKind = PlatformWork | TenantWork;

/** What work can be about. The console links to it. */
const workObjects = [
  "connection",
  "run",
  "review",
  "panel",
  "framework",
  "webhook_endpoint",
  "room",
  "counsel",
  "log",
  "tenant",
] as const;

/** One thing that waits for somebody. */
const workSchema = (kinds: readonly [WorkKind, ...WorkKind[]]) =>
  z.object({
    kind: z.enum(kinds),
    severity: z.enum(severities),
    /** When it began to wait, or when it is due; null: no instant is known. */
    at: z.nullable(timestamp()),
    /** How many things it stands for: rules, deliveries, runs, systems. */
    count: z.int(),
    /**
     * `name` as people know it; for a review, the articles of its rules; for a tenant's webhook, its
     * channel.
     */
    object: z.object({ type: z.enum(workObjects), id: z.string(), name: z.string() }),
    /** The connection that a run belongs to. */
    connection_id: z.nullable(z.string()),
    /** The rule book's short name, or its name. */
    framework: z.nullable(z.string()),
    framework_id: z.nullable(z.string()),
    /** The rules that a remark of counsel's is about, at most 20. */
    use_case_ids: z.array(z.string()),
    /** The tenant it belongs to; null: the platform's, or the reader's own. */
    tenant: z.nullable(z.object({ id: z.string(), name: z.string() })),
    /** What counsel or a visitor wrote, or the code under which it failed. */
    reason: z.nullable(z.string()),
    /** The counsel concerned, and their id. */
    counsel: z.nullable(z.string()),
    counsel_id: z.nullable(z.string()),
  });
export type Work = z.output<ReturnType<typeof workSchema>>;

/** The result of looking for one kind of work. */
const lookedSchema = (kinds: readonly [WorkKind, ...WorkKind[]]) =>
  z.object({
    kind: z.enum(kinds),
    /** As `countOfKind` counts. */
    count: z.int(),
    /** There may be more than we looked at. */
    is_more: z.boolean(),
  });

/** The work that waits for somebody, in the order in which to do it, and what was looked at. */
export const waiting = (table: typeof platformWork | typeof tenantWork) => {
  const kinds = Object.keys(table) as [WorkKind, ...WorkKind[]];
  return { work: z.array(workSchema(kinds)), looked_at: z.array(lookedSchema(kinds)) };
};

/** In these kinds, an entry stands for several things and each counts. In others, entries count. */
const countedEach: ReadonlySet<WorkKind> = new Set<WorkKind>([
  "delivery_refused",
  "run_given_up",
  "run_failed",
  "objection",
  "wish",
  "review_question",
  "room_question",
  "closed_room_question",
  "approval_drifted",
  "systems_unclassified",
  "prohibited_undecided",
  "allowed_by_one",
  "high_risk_undecided",
]);

/** How many things entries of a kind stand for: objections count rules, mails count mails. */
export const countOfKind = (kind: WorkKind, entries: readonly Pick<Work, "count">[]): number =>
  countedEach.has(kind) ? entries.reduce((sum, { count }) => sum + count, 0) : entries.length;

/** The most rules of one entry that are named. */
export const MAX_NAMED_RULES = 20;

/** The most entries of one kind that are named; the rest are only counted. */
export const MAX_NAMED = 8;

/** One kind of work that was looked for, and what was found. */
export interface Found {
  kind: WorkKind;
  /** An entry has a severity only if it differs from its kind's. */
  work: readonly (Omit<Work, "kind" | "severity"> & { severity?: Severity })[];
  isMore?: boolean;
}

const rank = ({ severity }: Work): number => severities.indexOf(severity);

/**
 * Work in the order in which to deal with it: by severity, then by date, undated work last. Also says
 * what was looked at, found or not.
 */
export function workOf(parts: readonly Found[]) {
  const found = [...Map.groupBy(parts, ({ kind }) => kind)].map(
    ([kind, same]): Found => ({
      kind,
      work: same.flatMap(({ work }) => work),
      isMore: same.some(({ isMore }) => isMore === true),
    }),
  );
  const grave: Readonly<Record<string, Severity>> = { ...platformWork, ...tenantWork };
  const work = found.flatMap(({ kind, work: entries }) =>
    entries.slice(0, MAX_NAMED).map((entry): Work => {
      return { kind, severity: grave[kind] ?? "low", ...entry };
    }),
  );
  const date = ({ at }: Work): string => at ?? "9";
  return {
    work: work.sort((a, b) => rank(a) - rank(b) || (date(a) < date(b) ? -1 : 1)),
    looked_at: found.map(({ kind, work: entries, isMore }) => ({
      kind,
      count: countOfKind(kind, entries),
      is_more: isMore === true,
    })),
  };
}

/** Defaults for the fields that a kind of work has no value for. */
export const plainWork = {
  connection_id: null,
  framework: null,
  framework_id: null,
  use_case_ids: [] as string[],
  tenant: null,
  reason: null,
  counsel: null,
  counsel_id: null,
  count: 1,
} as const;

/** How many characters of a text that somebody wrote are shown, from its beginning. */
const MAX_SAID = 240;

/** The beginning of a text that somebody wrote. */
export function shortened(text: string): string {
  const letters = [...text.slice(0, 4 * MAX_SAID)];
  return letters.length > MAX_SAID ? `${letters.slice(0, MAX_SAID).join("")}…` : text;
}

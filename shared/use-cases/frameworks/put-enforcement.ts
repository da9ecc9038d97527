import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/frameworks.ts";
import { lawful } from "#shared/domain/audit/life.ts";
import { canonicalHash } from "#shared/domain/canonical.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import type { EnforcementEvent } from "#shared/domain/frameworks/enforcement.ts";
import { eventOf, type GivenEvent } from "#shared/domain/frameworks/enforcement-event.ts";
import { type FrameworkLife, frameworkStep, lifeOf } from "#shared/domain/frameworks/life.ts";
import { MAX_ENFORCEMENT_BYTES } from "#shared/domain/frameworks/limits.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import {
  bytesAfter,
  type EventChange,
  planEnforcement,
  type StoredEvent,
  unknownEnds,
  unknownNamed,
} from "#shared/domain/frameworks/plan-enforcement.ts";
import { inParts } from "#shared/domain/limiter/in-parts.ts";
import { enforcementOf, writeEnforcement } from "#shared/store/enforcement.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { prepareChain } from "#shared/store/row-chains.ts";
import { getLiveRules } from "#shared/store/rules.ts";
import { type Attempt, retryOnConflict } from "#shared/store/transact.ts";

interface EnforcementOrder {
  frameworkId: string;
  events: readonly EnforcementEvent[];
  /** The rules that the events name. */
  rules: readonly LiveRule[];
  actorUserId: string;
  now: string;
}

type Done = ReadonlyMap<string, "created" | "updated">;

/**
 * Records enforcement events: replaces those it names, deletes none. An interrupted call leaves
 * only complete events, each with its audit row; repeating it completes it.
 * @throws DomainError `not_found` for an unknown framework, `unknown_rules`, `unknown_events`,
 *   `too_many_events`
 */
export async function putEnforcement(
  given: Omit<EnforcementOrder, "events" | "rules"> & { events: readonly GivenEvent[] },
) {
  const events = given.events.map(eventOf);
  const order = { ...given, events, rules: await namedRules(given.frameworkId, events) };
  const done = await retryOnConflict<Done, Done>(new Map(), (before) => recordOnce(order, before));
  const created = [...done.values()].filter((what) => what === "created").length;
  return { created, updated: done.size - created, unchanged: order.events.length - done.size };
}

/**
 * The live rules that events name. Rules are never deleted, so it is enough to check once before
 * writing.
 * @throws DomainError `not_found`, `unknown_rules`
 */
async function namedRules(
  frameworkId: string,
  events: readonly EnforcementEvent[],
): Promise<LiveRule[]> {
  const named = [...new Set(events.flatMap(({ use_case_ids }) => use_case_ids ?? []))];
  const [framework, live] = await Promise.all([
    getFramework(frameworkId),
    getLiveRules(frameworkId, named),
  ]);
  if (framework === null) throw noSuch("framework");
  const rules = live.filter((rule) => rule !== null);
  const known = new Set(rules.map(({ rule }) => rule.use_case_id));
  refuse("unknown_rules", "rule", unknownNamed(events, known));
  return rules;
}

function refuse(
  code: "unknown_rules" | "unknown_events",
  what: "rule" | "event",
  unknown: readonly { path: string; id: string }[],
): void {
  if (unknown.length === 0) return;
  const ids = [...new Set(unknown.map(({ id }) => id))];
  throw new DomainError(code, `Unknown ${what}s: ${ids.join(", ")}.`, {
    errors: unknown.map(({ path, id }) => ({
      path,
      message: `${id} is not ${what === "rule" ? "a rule" : "an event"} of this framework`,
    })),
    members: { [code]: ids },
  });
}

async function recordOnce(order: EnforcementOrder, before: Done): Promise<Attempt<Done, Done>> {
  const { frameworkId, events, now } = order;
  prepareChain("framework", frameworkId);
  const done = new Map(before);
  const stored = await enforcementOf(frameworkId);
  refuse("unknown_events", "event", unknownEnds(events, stored));
  const changes = planEnforcement(events, stored);
  refuseTooMany(changes, stored);
  let life: FrameworkLife = lifeOf(order.rules, stored);
  for (const part of inTransactions(changes)) {
    const rows = part.map((change) => ({ change, row: rowOf(order, change) }));
    for (const { row } of rows) life = lawful(frameworkStep, life, row);
    if (!(await writeEnforcement(frameworkId, rows, now)).committed) return { conflict: done };
    for (const change of part) {
      const { id } = change.event;
      const isNew = change.before === null || done.get(id) === "created";
      done.set(id, isNew ? "created" : "updated");
    }
  }
  return { done };
}

function refuseTooMany(changes: readonly EventChange[], stored: readonly StoredEvent[]): void {
  if (changes.length === 0 || bytesAfter(changes, stored) <= MAX_ENFORCEMENT_BYTES) return;
  throw new DomainError(
    "too_many_events",
    `The events of a framework with all their versions take at most ${MAX_ENFORCEMENT_BYTES} bytes.`,
  );
}

/**
 * Keeps within the limits of one transaction, which are 4 MB and 100 actions. An event takes four
 * (itself, its version, its row and the row's place in the log's queue); the framework, the head of its
 * chain and a writer's certificate take one each.
 */
const inTransactions = (changes: readonly EventChange[]): EventChange[][] =>
  inParts(changes, { most: 24, bytes: 900_000 }, ({ event }) =>
    Buffer.byteLength(JSON.stringify(event)),
  );

const rowOf = ({ frameworkId, actorUserId, now }: EnforcementOrder, change: EventChange) => {
  const { id: event_id, ...event } = change.event;
  return auditRow({
    action: "framework.enforcement.recorded",
    resourceId: frameworkId,
    tenantId: null,
    actorUserId,
    context: {
      framework_id: frameworkId,
      event_id,
      version: change.version,
      ...event,
      content_hash: canonicalHash(change.event),
    },
    id: randomUUID(),
    at: now,
  });
};

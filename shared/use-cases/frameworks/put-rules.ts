import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/frameworks.ts";
import { lawful } from "#shared/domain/audit/life.ts";
import type { Actor } from "#shared/domain/audit/row.ts";
import { frameworkStep, lifeOf } from "#shared/domain/frameworks/life.ts";
import {
  inTransactions,
  isNewWording,
  type PlannedChange,
  planImport,
} from "#shared/domain/frameworks/plan-import.ts";
import { type GivenRule, isSameSource, sourceOf } from "#shared/domain/frameworks/rule.ts";
import { prepareChain } from "#shared/store/row-chains.ts";
import { writeRules } from "#shared/store/rules.ts";
import { type Attempt, retryOnConflict } from "#shared/store/transact.ts";
import { announceToListeners } from "#shared/use-cases/webhooks/announce-event.ts";
import { liveRulesToReplace } from "./live-rules-to-replace.ts";

interface RuleImport extends Actor {
  frameworkId: string;
  rules: readonly GivenRule[];
  now: string;
}

type Done = ReadonlyMap<string, "created" | "updated">;

/**
 * An upsert of independent rules: up to 31 changes and their audit row form one transaction. An
 * interrupted import leaves only complete rules with their audit rows; repeating the call completes
 * it.
 * @throws DomainError `not_found` for an unknown framework
 */
export async function putRules(order: RuleImport) {
  const done = await retryOnConflict<Done, Done>(new Map(), (before) => importOnce(order, before));
  if (done.size > 0) await announceToListeners();
  const created = [...done.values()].filter((what) => what === "created").length;
  return { created, updated: done.size - created, unchanged: order.rules.length - done.size };
}

/**
 * Writes the rules that still differ. A conflict contains what was written before someone else changed
 * a rule.
 */
async function importOnce(order: RuleImport, before: Done): Promise<Attempt<Done, Done>> {
  const { frameworkId, rules } = order;
  prepareChain("framework", frameworkId);
  const done = new Map(before);
  const live = await liveRulesToReplace(frameworkId, rules);
  for (const part of inTransactions(planImport(frameworkId, rules, live))) {
    if (!(await writePart(order, part)).committed) return { conflict: done };
    for (const change of part.filter(isNewWording)) {
      const { use_case_id } = change.rule;
      const isNew = change.before === null || done.get(use_case_id) === "created";
      done.set(use_case_id, isNew ? "created" : "updated");
    }
  }
  return { done };
}

const noSource = { source_status: null, source_read_on: null };

function writePart(order: RuleImport, part: readonly PlannedChange[]) {
  const { frameworkId, actorUserId, machineId, now } = order;
  const named = (changes: readonly PlannedChange[]) => changes.map(({ rule }) => rule.use_case_id);
  const sources = part
    .filter((one) => !isSameSource(one, one.before ?? noSource))
    .map((one) => ({ use_case_id: one.rule.use_case_id, ...sourceOf(one) }));
  const row = auditRow({
    action: "rules.imported",
    resourceId: frameworkId,
    tenantId: null,
    actorUserId,
    machineId,
    context: {
      framework_id: frameworkId,
      created: named(part.filter(({ before }) => before === null)),
      updated: named(part.filter((one) => one.before !== null && isNewWording(one))),
      content_hashes: part.map(({ rule: { use_case_id }, content_hash }) => ({
        use_case_id,
        content_hash,
      })),
      ...(sources.length === 0 ? {} : { sources }),
    },
    id: randomUUID(),
    at: now,
  });
  const replaced = part.flatMap(({ before }) => before ?? []);
  lawful(frameworkStep, lifeOf(replaced), row);
  return writeRules(
    frameworkId,
    part.map(({ rule, content_hash, version, before, ...source }) => ({
      next: {
        framework_id: frameworkId,
        rule,
        version,
        content_hash,
        updated_at: before?.version === version ? before.updated_at : now,
        ...sourceOf(source),
      },
      before,
    })),
    row,
    now,
  );
}

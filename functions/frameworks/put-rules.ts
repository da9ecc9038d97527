import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import {
  inTransactions,
  type PlannedChange,
  planImport,
} from "#shared/domain/frameworks/plan-import.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { bind } from "#shared/edge/bind.ts";
import { frameworkRoutes } from "#shared/routes/table/frameworks.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { getLiveRules, putRules } from "#shared/store/rules.ts";

interface Import {
  frameworkId: string;
  rules: readonly Rule[];
  actorUserId: string;
  now: string;
}

/**
 * An upsert of independent rules: up to 32 changes and their audit row are one transaction. An
 * import that is cut off leaves whole rules with their rows; the same call again does the rest.
 */
export const handler = bind(frameworkRoutes.putRules)(async ({ params, body, principal, now }) => {
  const request = {
    frameworkId: params.framework_id,
    rules: body.rules,
    actorUserId: principal.userId,
    now,
  };
  const done = new Map<string, "created" | "updated">();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (await importOnce(request, done)) {
      const created = [...done.values()].filter((what) => what === "created").length;
      return {
        status: 200,
        body: { created, updated: done.size - created, unchanged: body.rules.length - done.size },
      };
    }
  }
  throw new DomainError("conflict", "Other imports of these rules are under way; please repeat.");
});

/**
 * Writes what still differs; false when someone else changed a rule in between.
 * @throws DomainError `not_found` for an unknown framework
 */
async function importOnce(request: Import, done: Map<string, "created" | "updated">) {
  const { frameworkId, rules } = request;
  const ids = rules.map((rule) => rule.use_case_id);
  const [framework, standing] = await Promise.all([
    getFramework(frameworkId),
    getLiveRules(frameworkId, ids),
  ]);
  if (framework === null) throw unknownFramework(frameworkId);
  for (const part of inTransactions(planImport(frameworkId, rules, standing))) {
    const outcome = await writePart(request, part);
    if (!outcome.committed) return false;
    for (const { rule, before } of part) {
      const isNew = before === null || done.get(rule.use_case_id) === "created";
      done.set(rule.use_case_id, isNew ? "created" : "updated");
    }
  }
  return true;
}

function writePart({ frameworkId, actorUserId, now }: Import, part: readonly PlannedChange[]) {
  const named = (changes: readonly PlannedChange[]) => changes.map(({ rule }) => rule.use_case_id);
  return putRules(
    frameworkId,
    part.map(({ rule, content_hash, version, before }) => ({
      next: { framework_id: frameworkId, rule, version, content_hash, updated_at: now },
      before,
    })),
    auditRow({
      action: "rules.imported",
      resourceId: frameworkId,
      tenantId: null,
      actorUserId,
      context: {
        framework_id: frameworkId,
        created: named(part.filter(({ before }) => before === null)),
        updated: named(part.filter(({ before }) => before !== null)),
      },
      id: randomUUID(),
      at: now,
    }),
  );
}

const unknownFramework = (id: string) =>
  new DomainError("not_found", `There is no framework ${id}; create it first.`);

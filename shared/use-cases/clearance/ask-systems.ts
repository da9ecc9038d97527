import {
  bySystem,
  isSystemItself,
  type SystemFacts,
  shownSystem,
  whySystemNot,
} from "#shared/domain/clearance/judge-systems.ts";
import { MAX_SYSTEMS } from "#shared/domain/clearance/limits.ts";
import type { SystemBlocker, SystemsAnswer } from "#shared/domain/clearance/systems-answer.ts";
import {
  type AskedSystems,
  type Demanded,
  demanded,
} from "#shared/domain/clearance/systems-question.ts";
import { systemsStatementOf } from "#shared/domain/clearance/systems-statement.ts";
import { REPOSITORY } from "#shared/domain/discovery/repository-kind.ts";
import type { CompletedRun } from "#shared/domain/discovery/run.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { SystemsFile } from "#shared/domain/evidence/systems-file.ts";
import { unknownTenant } from "#shared/domain/tenants/tenant.ts";
import { artifactKey, artifactsOfRepository, readStored } from "#shared/store/artifacts.ts";
import { readFoundByRun } from "#shared/store/discovery-runs.ts";
import { readSystemsPolicy } from "#shared/store/systems-gate.ts";
import { requireCurrentBooks } from "./current-books.ts";
import { findArtifacts } from "./find-artifacts.ts";
import { type FoundRepository, findRepository, findScan } from "./find-scan.ts";
import { judgeRules } from "./judge-rules.ts";
import { type Basis, type Found, foundOf } from "./systems-basis.ts";

/** The most artifacts that a repository may ever have held. Retired artifacts count too. */
const MAX_EVER = 5000;

interface Asker {
  tenantId: string;
  isSigned: boolean | undefined;
  /** Whether the caller may see the rows, which name the people who classified a system. */
  seesRows: boolean;
  now: string;
}

interface Answered {
  /** The answer without the statement, as the tag covers it. */
  answer: SystemsAnswer;
  body: SystemsAnswer & Partial<SystemsFile>;
}

/**
 * Whether a repository, or single systems, may go out, and if not, why (clearance.md, section 5); with
 * a signed statement if the caller asks for one.
 * @throws DomainError `laxer_than_policy`, `unknown_framework`, `framework_superseded`,
 * `repository_mismatch`, `connection_ambiguous`, `too_many_systems`, `not_found`,
 * `clearance_key_not_provisioned`; `state_differs` if the rows contradict what a statement would say;
 * `dependency_unavailable` while systems are being classified
 */
export async function askSystems(asked: AskedSystems, asker: Asker): Promise<Answered> {
  const answered = (await answerOnce(asked, asker)) ?? (await answerOnce(asked, asker));
  if (answered !== null) return answered;
  throw new DomainError(
    "dependency_unavailable",
    "Some of these systems are being classified right now. Please try again in a moment.",
    { retryAfter: 1 },
  );
}

/** @returns null if a system was classified while its rows were read */
async function answerOnce(
  asked: AskedSystems,
  { tenantId, isSigned, seesRows, now }: Asker,
): Promise<Answered | null> {
  const policy = await readSystemsPolicy(tenantId);
  if (policy === null) throw unknownTenant();
  // A book that the policy demands may have been superseded since. The question has to name it still.
  const own = policy.framework_ids ?? [];
  await requireCurrentBooks((asked.framework_ids ?? []).filter((id) => !own.includes(id)));
  const demands = demanded(asked, policy);
  const basis =
    asked.artifact_ids === undefined
      ? await repositoryBasis(asked, demands, tenantId, now)
      : await findArtifacts(asked.artifact_ids, demands, tenantId, now);
  const { answer, facts } = await answerOf(basis, demands, { now, isSigned });
  if (isSigned !== true) return { answer, body: answer };
  // Loaded only on demand, because the client of the key service is large.
  const [{ signAnswer, statementKey }, { loadSystemsEvidence }] = await Promise.all([
    import("./sign-answer.ts"),
    import("./load-systems-evidence.ts"),
  ]);
  const key = await statementKey(now);
  const evidence = await loadSystemsEvidence(facts, tenantId, seesRows ? key.kid : null);
  if (evidence === null) return null;
  const { statement } = await signAnswer(
    answer,
    (signing) => systemsStatementOf(asked, policy, answer, basis.address, signing),
    now,
    key,
  );
  return { answer, body: { ...answer, evidence, statement } };
}

async function repositoryBasis(
  asked: AskedSystems,
  demands: Demanded,
  tenantId: string,
  now: string,
): Promise<Basis> {
  const { blocker, found } = await findRepository(tenantId, asked);
  const repository = found === null ? null : shownRepository(found);
  const address = found?.artifact.location ?? null;
  const blocked = (one: SystemBlocker): Basis => ({
    repository,
    address,
    run: null,
    systems: [],
    blockers: [one],
  });
  if (blocker !== null) return blocked(blocker);
  const commit = asked.commit ?? null;
  const scan = await findScan(found, { commit, hours: demands.max_run_age_hours, now });
  if (scan.blocker !== null) return blocked(scan.blocker);
  const { run } = scan;
  const systems = commit === null ? await listed(found) : await examined(found, run);
  return { repository, address, run, systems, blockers: [] };
}

const shownRepository = ({ id, artifact, connection }: FoundRepository) => ({
  id,
  full_name: artifact.name,
  connection_id: connection.id,
});

/** The systems on the default branch, as the inventory lists them for the repository. */
async function listed({ id, connection }: FoundRepository): Promise<Found[]> {
  const all = await artifactsOfRepository(connection.id, id, MAX_EVER);
  if (all.length === MAX_EVER) throw tooMany(`more than ${MAX_EVER}`);
  const systems = all.filter(
    ({ kind, retired_at, names_ai, classification }) =>
      retired_at === null && (kind !== REPOSITORY || isSystemItself(names_ai, classification)),
  );
  if (systems.length > MAX_SYSTEMS) throw tooMany(String(systems.length));
  return systems.map(foundOf);
}

/** The systems at a commit: known ones as in the inventory, others without a class. */
async function examined({ connection }: FoundRepository, run: CompletedRun): Promise<Found[]> {
  const found = await readFoundByRun(run.id);
  const keys = found.map(({ id, kind }) => artifactKey({ connection_id: connection.id, kind, id }));
  const known = new Map((await readStored(keys)).map((one) => [one.id, one] as const));
  const systems = found.flatMap(({ id, kind, name, names_ai }): Found[] => {
    const artifact = known.get(id);
    const isSystem =
      kind !== REPOSITORY || isSystemItself(names_ai === true, artifact?.classification ?? null);
    if (!isSystem) return [];
    if (artifact !== undefined) return [{ ...foundOf(artifact), name }];
    return [{ artifact_id: null, kind, name, classification: null }];
  });
  if (systems.length > MAX_SYSTEMS) throw tooMany(String(systems.length));
  return systems;
}

const tooMany = (count: string): DomainError =>
  new DomainError(
    "too_many_systems",
    `The repository has ${count} systems; an answer is about at most ${MAX_SYSTEMS}.`,
  );

async function answerOf(
  basis: Basis,
  demands: Demanded,
  { now, isSigned }: Pick<Asker, "now" | "isSigned">,
): Promise<{ answer: SystemsAnswer; facts: readonly SystemFacts[] }> {
  const { repository, run, systems, blockers } = basis;
  const rulesOf = await judgeRules(
    systems.map(({ classification }) => classification),
    demands.framework_ids,
    now,
    isSigned === true ? "approvals" : "verdicts",
  );
  const facts = systems
    .map((one): SystemFacts => ({ ...one, rules: rulesOf(one.classification) }))
    .sort(bySystem);
  const named = new Set(blockers.flatMap(({ artifact_id }) => artifact_id ?? []));
  const all = [
    ...blockers,
    ...facts.flatMap((one) =>
      one.artifact_id !== null && named.has(one.artifact_id)
        ? []
        : (whySystemNot(one, demands, now) ?? []),
    ),
  ];
  const answer = {
    cleared: all.length === 0,
    repository,
    run: run === null ? null : shownRun(run),
    systems: facts.map(shownSystem),
    blockers: all.toSorted(byArtifact),
  };
  return { answer, facts };
}

const shownRun = ({ id, kind, commit, finished_at }: CompletedRun) => ({
  id,
  kind: kind === "examination" ? kind : ("full" as const),
  commit,
  finished_at,
});

/** Sorts blockers by the ids of their systems; blockers of new systems come last. */
function byArtifact(a: SystemBlocker, b: SystemBlocker): number {
  const [left, right] = [a.artifact_id ?? "~", b.artifact_id ?? "~"];
  return left < right ? -1 : left > right ? 1 : 0;
}

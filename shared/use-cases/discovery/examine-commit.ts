import type { SourcehostConnection } from "#shared/domain/connections/connection.ts";
import { artifactId, type FoundArtifact, namesAi } from "#shared/domain/discovery/artifact.ts";
import { REPOSITORY } from "#shared/domain/discovery/repository-kind.ts";
import type { CoverageItem, FoundAtCommit, RunningRun } from "#shared/domain/discovery/run.ts";
import { examineAt } from "#shared/domain/discovery/sourcehost/examine.ts";
import type { Repository } from "#shared/domain/discovery/sourcehost/repositories.ts";
import type { UpstreamFault } from "#shared/domain/discovery/upstream.ts";
import type { AppPorts } from "#shared/domain/sourcehost/app-api.ts";
import { thatFit } from "#shared/domain/text/written.ts";
import { type Invocation, startInvocation } from "#shared/platform/aws/invocation.ts";
import { upstreamHttp } from "#shared/platform/http/upstream-http.ts";
import { putFoundByRun } from "#shared/store/discovery-runs.ts";
import { freshApp, hostPorts } from "./host-ports.ts";
import type { DiscoveryStep, StepContext, StepResult } from "./step.ts";

/**
 * The examination of one commit (clearance.md, section 5). It reads tree and manifests at the commit
 * and keeps the results with the run. The inventory does not change, because a branch may never be
 * merged.
 */
export const examineCommit: DiscoveryStep<SourcehostConnection> = async (context) => {
  const invocation = startInvocation(context.remainingMs);
  try {
    const app = await freshApp(upstreamHttp(invocation.signal));
    return app === null ? noApp : await examine(context, invocation, app);
  } finally {
    invocation.stop();
  }
};

/** The most bytes of what an examination found; they are kept in one item. */
const MAX_FOUND_BYTES = 350_000;

const failed = (fault: Partial<UpstreamFault>): StepResult => ({
  outcome: "failed",
  error: { ...fault },
});

const noApp = failed({
  code: "sourcehost_app_not_configured",
  description: "The platform has no credentials of the source host's app.",
});

async function examine(
  { run, connection }: StepContext<SourcehostConnection>,
  invocation: Invocation,
  app: AppPorts,
): Promise<StepResult> {
  const repository = repositoryOf(run);
  const commit = run.commit ?? "";
  const examined = await examineAt(repository, commit, hostPorts(connection, invocation, app));
  if (examined.outcome === "stopped") return { outcome: "unfinished" };
  if (examined.outcome === "limited") {
    return { outcome: "unfinished", notBefore: new Date(examined.until).toISOString() };
  }
  if (examined.outcome === "empty") {
    const description = `${repository.full_name} has no commit ${commit}, or is called otherwise now.`;
    return failed({ stage: "enumerate", code: "commit_not_found", description });
  }
  if (examined.outcome !== "found") return failed(examined.fault);
  const found = examined.artifacts.map((artifact) => foundAtCommit(connection.id, artifact));
  const kept = thatFit(found, MAX_FOUND_BYTES);
  await putFoundByRun(run.id, kept);
  const fault = kept.length < found.length ? { code: "too_many_artifacts" } : examined.fault;
  const coverage = [coverageOf(connection, repository, fault)];
  const result = { artifacts_count: kept.length, coverage, error_jsonb: null };
  return { outcome: "recorded", result };
}

/** The repository as its last listing described it; only its name and its id matter here. */
function repositoryOf({ repository_id, input }: RunningRun): Repository {
  const { full_name, url } = (input ?? {}) as { full_name?: string; url?: string | null };
  return {
    id: Number(repository_id),
    full_name: full_name ?? "",
    url: url ?? null,
    default_branch: "",
    archived: false,
    language: null,
  };
}

const foundAtCommit = (connectionId: string, found: FoundArtifact): FoundAtCommit => ({
  id: artifactId(connectionId, found),
  kind: found.kind,
  name: found.name,
  ...(found.kind === REPOSITORY && { names_ai: namesAi(found.details) }),
});

const coverageOf = (
  { installation_id }: SourcehostConnection,
  { full_name }: Repository,
  fault: Partial<UpstreamFault> | null,
): CoverageItem => ({
  project: `installation/${installation_id}`,
  location: full_name,
  kind: REPOSITORY,
  status: fault === null ? "complete" : "partial",
  ...(fault?.http_status == null ? {} : { http_status: fault.http_status }),
  ...(fault === null ? {} : { code: fault.code ?? "unknown" }),
});

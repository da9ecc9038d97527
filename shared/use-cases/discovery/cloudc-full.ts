import { type CloudcConnection, namedScopes } from "#shared/domain/connections/connection.ts";
import type { Artifact, FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import { createBatcher } from "#shared/domain/discovery/batcher.ts";
import { listProjects, MAX_PROJECTS } from "#shared/domain/discovery/cloudc/list-projects.ts";
import { type ProjectState, unitKeyOf } from "#shared/domain/discovery/cloudc/project-state.ts";
import { type EstatePorts, walkEstate } from "#shared/domain/discovery/cloudc/walk.ts";
import { EVERY, rolledUp } from "#shared/domain/discovery/coverage.ts";
import { createLane } from "#shared/domain/discovery/lane.ts";
import type { CoverageItem } from "#shared/domain/discovery/run.ts";
import type { UpstreamFault } from "#shared/domain/discovery/upstream.ts";
import { type Invocation, startInvocation } from "#shared/platform/aws/invocation.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { upstreamHttp } from "#shared/platform/http/upstream-http.ts";
import { cloudcEndpoints } from "#shared/platform/issuer/cloudc-settings.ts";
import { cloudcTokens } from "#shared/platform/issuer/cloudc-tokens.ts";
import { recordAllFound } from "#shared/store/artifacts.ts";
import { getAnyConnection } from "#shared/store/connections.ts";
import { cachedDeployment } from "#shared/store/deployment.ts";
import { readCheckpoints, saveCheckpoint } from "#shared/store/run-checkpoints.ts";
import { recordListing } from "./record-listing.ts";
import type { DiscoveryStep, StepContext, StepResult } from "./step.ts";

type Context = StepContext<CloudcConnection>;

const MAX_IN_FLIGHT = 16;
const LOOK_AFTER_CONNECTION_MS = 15_000;
const PROJECT = "PROJECT#";
const PROJECTS = "PROJECTS";

/**
 * A full discovery of a cloud-c connection (second seed, "Cloud-c workload identity federation"):
 * gets an access token, lists every kind in every location of every project, then reconciles.
 * Progress is saved along the way, so that another invocation continues where this one stops.
 */
export const cloudcFull: DiscoveryStep<CloudcConnection> = async (context) => {
  const invocation = startInvocation(context.remainingMs);
  try {
    return await discover(context, invocation);
  } finally {
    invocation.stop();
  }
};

async function discover(context: Context, invocation: Invocation): Promise<StepResult> {
  const { run } = context;
  const checkpoints = await readCheckpoints(run.id);
  const deletion = { isSeen: false };
  const ports = portsOf(context, invocation, deletion);
  const obtained = await ports.token();
  if (invocation.stopping()) return { outcome: "unfinished" };
  if (!obtained.ok) return refused(obtained.fault);

  const projects = await projectsOf(context, checkpoints.get(PROJECTS), ports);
  if (projects.outcome === "stopped") return { outcome: "unfinished" };
  if (projects.outcome === "failed") return refused(projects.fault);
  const known = new Map(
    [...checkpoints].flatMap(([name, state]) =>
      name.startsWith(PROJECT) ? [[name.slice(PROJECT.length), state as ProjectState]] : [],
    ),
  );
  const { read, leftOut, areNamed } = projects;
  const walked = await walkEstate(read, known, ports);
  if (deletion.isSeen) return connectionDeleted;
  if (walked.end.end === "stopped") return { outcome: "unfinished" };
  const coverage = rolledUp([...leftOut, ...walked.coverage]);
  if (walked.end.end === "fatal") return { ...refused(walked.end.fault), coverage };
  const cause = walked.states.find(({ firstFault }) => firstFault !== null)?.firstFault ?? null;
  if (cause !== null && walked.coverage.every(({ status }) => status === "failed")) {
    return { ...refused(cause), coverage };
  }

  return recordListing(context, invocation, {
    ...listingOf(walked.states, areNamed, leftOut.length > 0),
    coverage,
  });
}

const refused = (fault: UpstreamFault) => ({ outcome: "failed" as const, error: { ...fault } });

const connectionDeleted: StepResult = {
  outcome: "failed",
  error: { code: "connection_deleted", message: "The connection was deleted in the meantime." },
};

function portsOf(
  { run, connection }: Context,
  invocation: Invocation,
  deletion: { isSeen: boolean },
): EstatePorts {
  const basics = {
    http: upstreamHttp(invocation.signal),
    endpoints: cloudcEndpoints(),
    sleep: invocation.sleep,
    random: Math.random,
    now: nowMs,
  };
  let lookedAt = nowMs();
  return {
    ...basics,
    lane: createLane(MAX_IN_FLIGHT),
    stopping: invocation.stopping,
    token: cloudcTokens(connection, basics, (at) =>
      cachedDeployment(at, ({ issuer }) => issuer !== null),
    ),
    record: createBatcher<FoundArtifact>(
      (artifacts) => recordAllFound(run, artifacts, run.created_at),
      { most: 50, atOnce: 2 },
    ),
    save: async (state) => {
      await saveCheckpoint(run.id, `${PROJECT}${state.project}`, state, nowMs());
      if (nowMs() - lookedAt < LOOK_AFTER_CONNECTION_MS) return;
      lookedAt = nowMs();
      if ((await getAnyConnection(connection.id)) !== null) return;
      deletion.isSeen = true;
      invocation.stop();
    },
  };
}

/**
 * The projects that the connection names or, on the legacy path, those that it can see, with a coverage
 * item if there are more of them than a run reads.
 */
async function projectsOf({ run, connection }: Context, known: unknown, ports: EstatePorts) {
  let seen = known as string[] | undefined;
  if (seen === undefined) {
    const named = namedScopes(connection, "project");
    if (named.length > 0)
      return { outcome: "projects" as const, read: named, leftOut: [], areNamed: true };
    const listed = await listProjects(ports.endpoints, ports);
    if (listed.outcome !== "projects") return listed;
    seen = listed.projects;
    await saveCheckpoint(run.id, PROJECTS, seen, nowMs());
  }
  const leftOut = seen.length > MAX_PROJECTS ? [othersLeftOut] : [];
  const read = seen.slice(0, MAX_PROJECTS);
  return { outcome: "projects" as const, read, leftOut, areNamed: false };
}

const othersLeftOut: CoverageItem = {
  project: EVERY,
  location: EVERY,
  kind: EVERY,
  status: "partial",
  code: "too_many_projects",
};

/**
 * What was found in a project that the connection no longer names is retired. If only the list of
 * projects lacks it, it may just be hidden: then nothing is retired, and the coverage names the project,
 * unless it already says that there are more projects than were read.
 */
function listingOf(states: readonly ProjectState[], areNamed: boolean, areLeftOut: boolean) {
  const done = new Map(states.map((state) => [state.project, new Set(state.done)]));
  const projectOf = ({ details }: Artifact) => String(details.project);
  return {
    isListed: (artifact: Artifact): boolean =>
      done.get(projectOf(artifact))?.has(unitKeyOf(artifact.kind, artifact.location ?? "")) ??
      areNamed,
    unlistedProject: (artifact: Artifact): string | null =>
      areNamed || areLeftOut || done.has(projectOf(artifact)) ? null : projectOf(artifact),
  };
}

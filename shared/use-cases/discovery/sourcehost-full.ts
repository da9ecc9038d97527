import type { SourcehostConnection } from "#shared/domain/connections/connection.ts";
import type { FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import { createBatcher } from "#shared/domain/discovery/batcher.ts";
import { insideKinds } from "#shared/domain/discovery/sourcehost/found-besides.ts";
import type { Repository } from "#shared/domain/discovery/sourcehost/repositories.ts";
import {
  coverageOf,
  type InstallationPorts,
  type ListingState,
  newListing,
  walkInstallation,
} from "#shared/domain/discovery/sourcehost/walk.ts";
import type { UpstreamFault } from "#shared/domain/discovery/upstream.ts";
import type { AppPorts } from "#shared/domain/sourcehost/app-api.ts";
import { type Invocation, startInvocation } from "#shared/platform/aws/invocation.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { upstreamHttp } from "#shared/platform/http/upstream-http.ts";
import { recordAllFound, type StoredArtifact } from "#shared/store/artifacts.ts";
import { readCheckpoint, saveCheckpoint } from "#shared/store/run-checkpoints.ts";
import { freshApp, hostPorts } from "./host-ports.ts";
import { recordListing } from "./record-listing.ts";
import type { DiscoveryStep, StepContext, StepResult } from "./step.ts";

type Context = StepContext<SourcehostConnection>;

const LISTING = "INSTALLATION";
const pageName = (page: number): string => `REPOSITORIES#${page}`;

/**
 * A full discovery of an installation: its repositories, their default branches' trees, manifests,
 * notebooks and model files. Without the app's credentials, everything known comes from pushes, and the
 * coverage says so.
 */
export const sourcehostFull: DiscoveryStep<SourcehostConnection> = async (context) => {
  const invocation = startInvocation(context.remainingMs);
  const http = upstreamHttp(invocation.signal);
  try {
    const app = await freshApp(http);
    return await (app === null
      ? listedByPushes(context, invocation)
      : discover(context, invocation, app));
  } finally {
    invocation.stop();
  }
};

const projectOf = ({ connection }: Context): string => `installation/${connection.installation_id}`;

const listedByPushes = (context: Context, invocation: Invocation): Promise<StepResult> =>
  recordListing(context, invocation, {
    coverage: [
      {
        project: projectOf(context),
        location: "global",
        kind: "repository",
        status: "partial",
        code: "recorded_from_pushes",
      },
    ],
  });

async function discover(
  context: Context,
  invocation: Invocation,
  app: AppPorts,
): Promise<StepResult> {
  const { run } = context;
  const project = projectOf(context);
  const state =
    ((await readCheckpoint(run.id, LISTING)) as ListingState | undefined) ?? newListing();
  const end = await walkInstallation(state, project, portsOf(context, invocation, app));
  if (end.end === "stopped") return { outcome: "unfinished" };
  if (end.end === "limited") {
    return { outcome: "unfinished", notBefore: new Date(end.until).toISOString() };
  }
  if (end.end !== "done") return refused(end.fault);
  return recordListing(context, invocation, {
    isListed: isListedIn(state),
    coverage: coverageOf(state, project),
  });
}

const refused = (fault: UpstreamFault): StepResult => ({ outcome: "failed", error: { ...fault } });

/**
 * Repositories are retired only after a list that did not change while it was read. Artifacts in a
 * repository are retired only if that repository was read in full.
 */
function isListedIn({
  isUncertain,
  faults,
  hasMoreFaults,
}: ListingState): (artifact: StoredArtifact) => boolean {
  const unread = new Set(faults.map(({ id }) => id));
  const isInside = (kind: string) => insideKinds.some((one) => one === kind);
  return ({ kind, repository_id }) => {
    if (isUncertain) return false;
    if (kind === "repository") return true;
    return isInside(kind) && hasMoreFaults !== true && !unread.has(repository_id ?? "");
  };
}

function portsOf(context: Context, invocation: Invocation, app: AppPorts): InstallationPorts {
  const { run } = context;
  return {
    ...hostPorts(context.connection, invocation, app),
    savePage: (page, repositories) => saveCheckpoint(run.id, pageName(page), repositories, nowMs()),
    readPage: async (page) =>
      ((await readCheckpoint(run.id, pageName(page))) as Repository[] | undefined) ?? [],
    record: createBatcher<FoundArtifact>(
      (artifacts) => recordAllFound(run, artifacts, run.created_at),
      { most: 50, atOnce: 2 },
    ),
    save: (state) => saveCheckpoint(run.id, LISTING, state, nowMs()),
  };
}

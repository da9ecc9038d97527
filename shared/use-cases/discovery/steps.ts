import type {
  ConnectionProvider,
  ConnectionRecord,
} from "#shared/domain/connections/connection.ts";
import type { RunKind, RunRecord } from "#shared/domain/discovery/run.ts";
import type { DiscoveryStep } from "./step.ts";

/** No delivery of this provider starts a run. */
const noPartialRuns: DiscoveryStep = async () => ({
  outcome: "failed",
  error: {
    code: "discovery_not_supported",
    message: "Connections of this provider support full runs only.",
  },
});

type Of<P extends ConnectionProvider> = Extract<ConnectionRecord, { provider: P }>;

type Loads<P extends ConnectionProvider> = () => Promise<DiscoveryStep<Of<P>>>;

/**
 * Which step serves which run: a new provider is a compile error until it has its rows. Each step
 * is loaded by the first run that needs it.
 */
const steps = {
  sourcehost: {
    full: async () => (await import("./sourcehost-full.ts")).sourcehostFull,
    partial: async () => (await import("./sourcehost-push.ts")).pushedRepository,
  },
  cloudb: {
    full: async () => (await import("./cloudb-full.ts")).cloudbFull,
    partial: async () => (await import("./eventbus-event.ts")).eventFinding,
  },
  cloudc: {
    full: async () => (await import("./cloudc-full.ts")).cloudcFull,
    partial: async () => noPartialRuns,
  },
} satisfies { [P in ConnectionProvider]: Record<RunKind, Loads<P>> };

/** The step for a run: it only ever receives connections of its own provider. */
export const stepOf = ({ kind }: RunRecord, { provider }: ConnectionRecord) =>
  steps[provider][kind]() as Promise<DiscoveryStep>;

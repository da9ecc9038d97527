import type {
  ConnectionProvider,
  ConnectionRecord,
} from "#shared/domain/connections/connection.ts";
import type { RunKind, RunRecord } from "#shared/domain/discovery/run.ts";
import type { DiscoveryStep } from "./step.ts";

/** Connections of this provider do not support runs of this kind. */
const notSupported: DiscoveryStep = async () => ({
  outcome: "failed",
  error: {
    code: "discovery_not_supported",
    message: "Connections of this provider have no such runs.",
  },
});

type Of<P extends ConnectionProvider> = Extract<ConnectionRecord, { provider: P }>;

type Loads<P extends ConnectionProvider> = () => Promise<DiscoveryStep<Of<P>>>;

/**
 * The step for each kind of run and provider. A new provider is a compile error until it has its rows.
 * Each step is loaded by the first run that needs it.
 */
const steps = {
  sourcehost: {
    full: async () => (await import("./sourcehost-full.ts")).sourcehostFull,
    partial: async () => (await import("./sourcehost-push.ts")).pushedRepository,
    examination: async () => (await import("./examine-commit.ts")).examineCommit,
  },
  cloudb: {
    full: async () => (await import("./cloudb-full.ts")).cloudbFull,
    partial: async () => (await import("./eventbus-event.ts")).eventFinding,
    examination: async () => notSupported,
  },
  cloudc: {
    full: async () => (await import("./cloudc-full.ts")).cloudcFull,
    partial: async () => notSupported,
    examination: async () => notSupported,
  },
} satisfies { [P in ConnectionProvider]: Record<RunKind, Loads<P>> };

/** The step for a run. It only ever receives connections of its own provider. */
export const stepOf = ({ kind }: RunRecord, { provider }: ConnectionRecord) =>
  steps[provider][kind]() as Promise<DiscoveryStep>;

import type {
  ConnectionProvider,
  ConnectionRecord,
} from "#shared/domain/connections/connection.ts";
import type { RunKind, RunRecord } from "#shared/domain/discovery/run.ts";
import { cloudbFull } from "./cloudb-full.ts";
import { cloudcFull } from "./cloudc-full.ts";
import { eventFinding } from "./eventbus-event.ts";
import { sourcehostFull } from "./sourcehost-full.ts";
import { pushedRepository } from "./sourcehost-push.ts";
import type { DiscoveryStep } from "./step.ts";

/** No delivery of this provider starts a run. */
const noPartialRuns: DiscoveryStep = async () => ({
  outcome: "failed",
  error: {
    code: "discovery_not_supported",
    message: "Connections of this provider are only discovered as a whole.",
  },
});

type Of<P extends ConnectionProvider> = Extract<ConnectionRecord, { provider: P }>;

/** Which step serves which run: a new provider is a compile error until it has its rows. */
const steps = {
  sourcehost: { full: sourcehostFull, partial: pushedRepository },
  cloudb: { full: cloudbFull, partial: eventFinding },
  cloudc: { full: cloudcFull, partial: noPartialRuns },
} satisfies { [P in ConnectionProvider]: Record<RunKind, DiscoveryStep<Of<P>>> };

/** The step for a run: it is given connections of its own provider only. */
export const stepOf = ({ kind }: RunRecord, { provider }: ConnectionRecord): DiscoveryStep =>
  steps[provider][kind] as DiscoveryStep;

import type { Provider } from "#shared/domain/connections/connection.ts";
import type { RunKind } from "#shared/domain/discovery/run.ts";
import { cloudcFull } from "./cloudc-full.ts";
import { eventFinding } from "./eventbus-event.ts";
import { listedByEvents } from "./eventbus-full.ts";
import { listedByPushes } from "./sourcehost-full.ts";
import { pushedRepository } from "./sourcehost-push.ts";
import type { DiscoveryStep } from "./step.ts";

/** Which step serves which run. A run without one fails with `discovery_not_supported`. */
export const steps: Readonly<Partial<Record<`${RunKind} ${Provider}`, DiscoveryStep>>> = {
  "partial sourcehost": pushedRepository,
  "full sourcehost": listedByPushes,
  "full cloudc": cloudcFull,
  "partial cloudb": eventFinding,
  "full cloudb": listedByEvents,
};

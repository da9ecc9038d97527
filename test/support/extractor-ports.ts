import type { Entry, Transport } from "#shared/domain/extractors/call.ts";
import type { ChainPorts, Memory } from "#shared/domain/extractors/chain.ts";
import { noCooldown } from "#shared/domain/extractors/cooldown.ts";
import { factsTask } from "#shared/domain/extractors/fact-extraction.ts";
import type { Meter } from "#shared/domain/extractors/meter.ts";
import { guardedTransport } from "#shared/platform/http/guarded-http.ts";
import type { Upstream, WireProvider } from "./upstream.ts";

export const CREDENTIAL = "sk-very-secret-credential-0123456789";
export const CUSTOMER_TEXT = "applicant-ranking-of-a-customer";

/** A memory that keeps nothing: each run is independent. */
export const forgetful: Memory = {
  recall: async (configs, requests) => ({
    cooldowns: configs.map(() => noCooldown),
    cached: requests.map(() => null),
  }),
  moveCooldown: async () => true,
  keep: async () => undefined,
};

/** A meter without a budget, for chains that run on their own. */
export const boundless: Meter = {
  reserve: async ({ maxOutputTokens }) => ({ maxOutputTokens, settle: async () => undefined }),
};

const transportTo = (...upstreams: Upstream[]): Transport =>
  guardedTransport({
    allowed: new Set(upstreams.map(({ host }) => host)),
    platform: {},
    own: new Set(),
  });

export const portsTo = (...upstreams: Upstream[]): ChainPorts => ({
  send: transportTo(...upstreams),
  now: Date.now,
  memory: forgetful,
  meter: boundless,
});

/** An entry whose endpoint behaves as named. */
export const entryAt = (provider: WireProvider, upstream: Upstream, behaviour: string): Entry => ({
  provider,
  endpoint: `${upstream.url}/${behaviour}`,
  model: "model-1",
  credential: CREDENTIAL,
  credentialId: "1",
});

export const exampleTask = () =>
  factsTask(
    {
      kind: "endpoint",
      name: CUSTOMER_TEXT,
      provider_ref: "projects/p/locations/l/endpoints/1",
      location: "europe-west4",
      details: { display_name: "Ranking" },
    },
    "6f1f3c1e-1111-4222-8333-444455556666",
  );

import type { Entry, Transport } from "#shared/domain/extractors/call.ts";
import type { ChainPorts, Memory } from "#shared/domain/extractors/chain.ts";
import { classificationTask } from "#shared/domain/extractors/classification.ts";
import { noCooldown } from "#shared/domain/extractors/cooldown.ts";
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
});

/** An entry whose endpoint shows the named behaviour. */
export const entryAt = (provider: WireProvider, upstream: Upstream, behaviour: string): Entry => ({
  provider,
  endpoint: `${upstream.url}/${behaviour}`,
  model: "model-1",
  credential: CREDENTIAL,
  credentialId: "1",
});

const exampleRules = [
  {
    framework_id: "eu_ai_act",
    use_case_id: "annex-iii-4-a",
    title: "Recruitment and selection",
    customer_description_preview: "Systems that rank applicants.",
    risk_level: "high" as const,
  },
];

export const exampleTask = () =>
  classificationTask(
    {
      kind: "endpoint",
      name: CUSTOMER_TEXT,
      provider_ref: "projects/p/locations/l/endpoints/1",
      location: "europe-west4",
      details: { display_name: "Ranking" },
    },
    exampleRules,
    "6f1f3c1e-1111-4222-8333-444455556666",
  );

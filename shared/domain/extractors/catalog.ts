import type { CredentialName } from "#shared/domain/setup/credentials.ts";

/** The source of a platform setting: its name, and the value that applies while it is not set. */
interface Source {
  setting: string | null;
  otherwise: string | null;
}

interface Provider {
  location: string;
  /** Milliseconds; an expectation for operators, not a limit. */
  typicalLatencyMs: number;
  /** Nano-EUR per token (0.003 EUR per 1k tokens = 3000); null: the customer pays their own price. */
  prices: { input: number | null; output: number | null };
  structuredOutputReliability: string;
  residency: string;
  /** The tenant's; the tenant's or the platform's; one or none; a tenant cannot give one. */
  credential: "own" | "platform" | "optional" | "none";
  needsModel: boolean;
  /** The platform's own endpoint, credential and model; null: it has none. */
  platform: {
    endpoint: Source;
    key: CredentialName | null;
    model: Source;
    /** The operator's endpoint may be an address inside the network. */
    mayBeInside: boolean;
  } | null;
}

/** The extractor providers that a tenant can choose from (second seed, "ExtractorProvider catalog"). */
export const providers = {
  hosted_llm: {
    location: "vendor cloud",
    typicalLatencyMs: 800,
    prices: { input: 3000, output: 15_000 },
    structuredOutputReliability: "high",
    residency: "vendor region, configurable",
    credential: "platform",
    needsModel: true,
    platform: {
      endpoint: { setting: "HOSTED_LLM_BASE_URL", otherwise: "https://api.anthropic.com" },
      key: "HOSTED_LLM_API_KEY",
      model: { setting: null, otherwise: "claude-sonnet-5-5" },
      mayBeInside: true,
    },
  },
  tenant_cloud_llm: {
    location: "customer's cloud subscription",
    typicalLatencyMs: 1200,
    prices: { input: 2500, output: 10_000 },
    structuredOutputReliability: "high",
    residency: "per deployment region",
    credential: "platform",
    needsModel: true,
    platform: {
      endpoint: { setting: "TENANT_CLOUD_LLM_ENDPOINT", otherwise: null },
      key: "TENANT_CLOUD_LLM_API_KEY",
      model: { setting: "TENANT_CLOUD_LLM_DEPLOYMENT", otherwise: null },
      mayBeInside: false,
    },
  },
  local_llm: {
    location: "local network or tunnel",
    typicalLatencyMs: 2500,
    prices: { input: 0, output: 0 },
    structuredOutputReliability: "medium (small models drift from JSON)",
    residency: "customer-managed",
    credential: "optional",
    needsModel: true,
    platform: {
      endpoint: { setting: "LOCAL_LLM_TUNNEL_URL", otherwise: null },
      key: null,
      // The smallest recommended model: 14 billion parameters, instruction-tuned.
      model: { setting: "LOCAL_LLM_MODEL", otherwise: "qwen2.5:14b-instruct" },
      mayBeInside: true,
    },
  },
  byo: {
    location: "customer HTTPS endpoint",
    typicalLatencyMs: 1500,
    prices: { input: null, output: null },
    structuredOutputReliability: "depends",
    residency: "customer network",
    credential: "own",
    needsModel: false,
    platform: null,
  },
  mock: {
    location: "in-process",
    typicalLatencyMs: 0,
    prices: { input: 0, output: 0 },
    structuredOutputReliability: "deterministic",
    residency: "none; never for production",
    credential: "none",
    needsModel: false,
    platform: null,
  },
} as const satisfies Record<string, Provider>;

export type ExtractorProvider = keyof typeof providers;

export const providerNames = Object.keys(providers) as [ExtractorProvider, ...ExtractorProvider[]];

/** What is known about a provider. */
export const factsOf = (provider: ExtractorProvider): Provider => providers[provider];

/** The providers that the platform itself can offer. */
export type PlatformProvider = {
  [P in ExtractorProvider]: (typeof providers)[P]["platform"] extends null ? never : P;
}[ExtractorProvider];

export const platformProviders = providerNames.filter(
  (provider): provider is PlatformProvider => providers[provider].platform !== null,
);

/** The settings and credentials without which the platform does not offer a provider. */
export function neededFromOperator(provider: PlatformProvider): string[] {
  const { endpoint, key, model } = providers[provider].platform;
  const named = ({ setting, otherwise }: Source) => (otherwise === null ? setting : null);
  return [named(endpoint), key, named(model)].filter((name) => name !== null);
}

const eurPer1k = (nanoEurPerToken: number | null): number | null =>
  nanoEurPerToken === null ? null : nanoEurPerToken / 1_000_000;

/** As the status endpoint shows it (contract, "Extractors"); prices in EUR per 1000 tokens. */
export const catalog = providerNames.map((provider) => {
  const facts = factsOf(provider);
  return {
    provider,
    location: facts.location,
    typical_latency_ms: facts.typicalLatencyMs,
    cost_per_1k_input_eur: eurPer1k(facts.prices.input),
    cost_per_1k_output_eur: eurPer1k(facts.prices.output),
    structured_output_reliability: facts.structuredOutputReliability,
    residency: facts.residency,
  };
});

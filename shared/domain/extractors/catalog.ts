/** The extractor providers a tenant can choose from (second seed, "ExtractorProvider catalog"). */
export const providers = ["hosted_llm", "tenant_cloud_llm", "local_llm", "byo", "mock"] as const;

export type ExtractorProvider = (typeof providers)[number];

/** The longest chain: a primary and three fallbacks. */
export const LONGEST_CHAIN = 4;

interface ProviderFacts {
  location: string;
  /** Milliseconds; an expectation for operators, not a limit. */
  typicalLatencyMs: number;
  /** Nano-EUR per token; null if the customer pays their own price. */
  nanoEurPerInputToken: number | null;
  nanoEurPerOutputToken: number | null;
  structuredOutputReliability: string;
  residency: string;
}

/** The seed's table, with prices as integers: 0.003 EUR per 1k tokens = 3000 nano-EUR per token. */
export const providerFacts: Readonly<Record<ExtractorProvider, ProviderFacts>> = {
  hosted_llm: {
    location: "vendor cloud",
    typicalLatencyMs: 800,
    nanoEurPerInputToken: 3000,
    nanoEurPerOutputToken: 15_000,
    structuredOutputReliability: "high",
    residency: "vendor region, configurable",
  },
  tenant_cloud_llm: {
    location: "customer's cloud subscription",
    typicalLatencyMs: 1200,
    nanoEurPerInputToken: 2500,
    nanoEurPerOutputToken: 10_000,
    structuredOutputReliability: "high",
    residency: "per deployment region",
  },
  local_llm: {
    location: "local network or tunnel",
    typicalLatencyMs: 2500,
    nanoEurPerInputToken: 0,
    nanoEurPerOutputToken: 0,
    structuredOutputReliability: "medium (small models drift from JSON)",
    residency: "customer-managed",
  },
  byo: {
    location: "customer HTTPS endpoint",
    typicalLatencyMs: 1500,
    nanoEurPerInputToken: null,
    nanoEurPerOutputToken: null,
    structuredOutputReliability: "depends",
    residency: "customer network",
  },
  mock: {
    location: "in-process",
    typicalLatencyMs: 0,
    nanoEurPerInputToken: 0,
    nanoEurPerOutputToken: 0,
    structuredOutputReliability: "deterministic",
    residency: "none; never for production",
  },
};

/** One row of the catalog as the status endpoint shows it (contract, "Extractors"). */
export interface CatalogRow {
  provider: ExtractorProvider;
  location: string;
  typical_latency_ms: number;
  /** EUR per 1000 tokens; null if the customer pays their own price. */
  cost_per_1k_input_eur: number | null;
  cost_per_1k_output_eur: number | null;
  structured_output_reliability: string;
  residency: string;
}

const eurPer1k = (nanoEurPerToken: number | null): number | null =>
  nanoEurPerToken === null ? null : nanoEurPerToken / 1_000_000;

export const catalog: readonly CatalogRow[] = providers.map((provider) => {
  const facts = providerFacts[provider];
  return {
    provider,
    location: facts.location,
    typical_latency_ms: facts.typicalLatencyMs,
    cost_per_1k_input_eur: eurPer1k(facts.nanoEurPerInputToken),
    cost_per_1k_output_eur: eurPer1k(facts.nanoEurPerOutputToken),
    structured_output_reliability: facts.structuredOutputReliability,
    residency: facts.residency,
  };
});

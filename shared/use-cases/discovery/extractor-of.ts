import { canonicalHash } from "#shared/domain/canonical.ts";
import {
  type Budget,
  budgetInForce,
  type ExtractorMode,
} from "#shared/domain/extractors/budget.ts";
import type { Entry } from "#shared/domain/extractors/call.ts";
import { instructionsHash } from "#shared/domain/extractors/instructions.ts";
import { effectiveChain, type StoredEntry } from "#shared/domain/extractors/platform.ts";
import type { Gates } from "#shared/domain/inventory/classification.ts";
import { createAgedCache } from "#shared/platform/cache/aged-cache.ts";
import { now, nowMs } from "#shared/platform/clock.ts";
import {
  readPlatformExtractors,
  resolveChain,
} from "#shared/platform/extractors/extractor-platform.ts";
import { setting } from "#shared/platform/settings.ts";
import { readTenantExtractor } from "#shared/store/tenant-extractor.ts";
import { currentGates } from "#shared/use-cases/inventory/current-gates.ts";

/** The extractor that classifies a tenant's artifacts. */
export interface ExtractorOfTenant {
  chain: {
    /** Empty: nobody has configured an extractor. */
    stored: readonly StoredEntry[];
    /** The entries, ready for use; their credentials are read on the first call. */
    entries: () => Promise<readonly Entry[]>;
  };
  /** Identifies the chain that is asked, and its instructions. */
  basis: string;
  gates: Gates;
  mode: ExtractorMode;
  /** null: none. */
  budget: Budget | null;
}

/**
 * Reads a tenant's extractor for one run. The gates are read once. The settings are read again when they
 * are older than half a minute, so that a run that takes long heeds a change.
 */
export function extractorReader(tenantId: string): () => Promise<ExtractorOfTenant> {
  const readings = createAgedCache<Promise<ExtractorOfTenant>>({ maxAgeMs: 30_000, mostKept: 1 });
  let gates: Promise<Gates> | undefined;
  return () => {
    const at = nowMs();
    const known = readings.get(tenantId, at);
    if (known !== undefined) return known;
    gates ??= currentGates(now());
    const reading = extractorOf(tenantId, gates);
    readings.set(tenantId, reading, at);
    return reading;
  };
}

async function extractorOf(tenantId: string, reading: Promise<Gates>): Promise<ExtractorOfTenant> {
  const [platform, found, gates] = await Promise.all([
    readPlatformExtractors(),
    readTenantExtractor(tenantId),
    reading,
  ]);
  const stored = effectiveChain(found?.chain ?? [], platform);
  let resolving: Promise<readonly Entry[]> | undefined;
  const entries = () => {
    resolving ??= resolveChain(tenantId, stored, platform);
    return resolving;
  };
  const basis = canonicalHash([stored, instructionsHash()]);
  return {
    chain: { stored, entries },
    basis,
    gates,
    mode: found?.mode ?? "allowed",
    budget: budgetInForce(found?.budget ?? null, setting("EXTRACTOR_MONTHLY_USD")),
  };
}

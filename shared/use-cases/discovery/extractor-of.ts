import type { Entry } from "#shared/domain/extractors/call.ts";
import { effectiveChain, type StoredEntry } from "#shared/domain/extractors/platform.ts";
import { now } from "#shared/platform/clock.ts";
import {
  readPlatformExtractors,
  resolveChain,
} from "#shared/platform/extractors/extractor-platform.ts";
import { readTenantChain } from "#shared/store/tenant-extractor.ts";
import { type LiveRules, readLiveRules } from "./live-rules.ts";

/** What a tenant's artifacts are classified with. */
export interface ExtractorOfTenant {
  chain: {
    /** Empty: nobody has configured an extractor. */
    stored: readonly StoredEntry[];
    /** The entries, ready for use; their credentials are read on the first call. */
    entries: () => Promise<readonly Entry[]>;
  };
  live: LiveRules;
}

export async function extractorOf(tenantId: string): Promise<ExtractorOfTenant> {
  const [platform, found, live] = await Promise.all([
    readPlatformExtractors(),
    readTenantChain(tenantId),
    readLiveRules(now()),
  ]);
  const stored = effectiveChain(found?.chain ?? [], platform);
  let resolving: Promise<readonly Entry[]> | undefined;
  const entries = () => {
    resolving ??= resolveChain(tenantId, stored, platform);
    return resolving;
  };
  return { chain: { stored, entries }, live };
}

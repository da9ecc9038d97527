import type { Adapter } from "#shared/domain/extractors/call.ts";
import type { ExtractorProvider } from "#shared/domain/extractors/catalog.ts";
import { byo } from "./byo.ts";
import { hostedLlm } from "./hosted-llm.ts";
import { localLlm } from "./local-llm.ts";
import { tenantCloudLlm } from "./tenant-cloud-llm.ts";

/**
 * ExtractorProvider → adapter; mock needs none, because it returns the task's sample in process.
 */
export const adapters: Readonly<Record<Exclude<ExtractorProvider, "mock">, Adapter>> = {
  hosted_llm: hostedLlm,
  tenant_cloud_llm: tenantCloudLlm,
  local_llm: localLlm,
  byo,
};

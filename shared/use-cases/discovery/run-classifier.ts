import { canonicalHash } from "#shared/domain/canonical.ts";
import { effectiveChain } from "#shared/domain/extractors/platform.ts";
import { now, nowMs } from "#shared/platform/clock.ts";
import { readPlatform } from "#shared/platform/extractors/extractor-platform.ts";
import { getItem } from "#shared/store/read.ts";
import { chainOf } from "#shared/store/tenant-extractor.ts";
import { tenantKey } from "#shared/store/tenants.ts";
import { artifactClassifier, type Classified } from "./classify-artifacts.ts";
import { readLiveRules } from "./live-rules.ts";
import type { Classifier } from "./settle-artifacts.ts";

/** With less time than this before its deadline the chain begins nothing new. */
const LEAST_MS = 5000;

/**
 * The tenant's extractor chain for a run over many artifacts. `basis` names what a classification
 * depends on besides the artifact: the chain, the live rules and where their reviews stand.
 * @param deadlineAt milliseconds since the epoch at which the last call has ended
 */
export function runClassifier(tenantId: string, deadlineAt: number): Classifier {
  const classify = artifactClassifier(tenantId, deadlineAt);
  return {
    basis: () => basisOf(tenantId),
    classify: async (artifacts) => {
      const classified = await classify(artifacts);
      return { ...classified, isCut: isCut(classified, deadlineAt) };
    },
  };
}

const isCut = ({ classifications, error }: Classified, deadlineAt: number): boolean =>
  error === null && classifications.includes(null) && deadlineAt - nowMs() < LEAST_MS;

async function basisOf(tenantId: string): Promise<string> {
  const [tenant, { rules, statusOf }] = await Promise.all([
    getItem(tenantKey(tenantId)),
    readLiveRules(now()),
  ]);
  return canonicalHash([
    effectiveChain(tenant === null ? [] : chainOf(tenant), readPlatform()),
    rules.map((rule) => [rule, statusOf(rule)]),
  ]);
}

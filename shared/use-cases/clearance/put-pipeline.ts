import { canonicalJson } from "#shared/domain/canonical-json.ts";
import {
  hasLastingClaim,
  type Pipeline,
  type PipelineContent,
} from "#shared/domain/clearance/pipeline.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { addressRules } from "#shared/platform/http/address-guard.ts";
import { mayBeSaved } from "#shared/platform/http/guarded-request.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { getPipeline } from "#shared/store/pipelines.ts";
import { type Change, writePipeline } from "./write-pipeline.ts";

/**
 * Creates or changes a pipeline; writes nothing if nothing changes.
 * @throws DomainError `claim_reusable`, `endpoint_blocked`, `unknown_framework`, `conflict`
 */
export async function putPipeline(
  change: Change & { content: PipelineContent },
): Promise<Pipeline> {
  const { id, now, content } = change;
  if (!hasLastingClaim(content.claims)) {
    throw new DomainError(
      "claim_reusable",
      "A name can be registered again by somebody else: give the claim repository_id, or sub.",
    );
  }
  await requireIssuer(content.issuer);
  await requireFrameworks(content.framework_ids);
  const before = await getPipeline(id);
  const after: Pipeline = {
    id,
    ...content,
    framework_ids: [...content.framework_ids].sort(),
    created_at: before?.created_at ?? now,
    updated_at: now,
  };
  if (before !== null && isSame(before, after)) return before;
  await writePipeline(change, before, after, before === null ? "created" : "updated");
  return after;
}

const isSame = (before: Pipeline, after: Pipeline): boolean =>
  canonicalJson(before) === canonicalJson({ ...after, updated_at: before.updated_at });

async function requireIssuer(issuer: string): Promise<void> {
  if (await mayBeSaved(issuer, addressRules("PIPELINE_ISSUER_ALLOWED_HOSTS"))) return;
  throw new DomainError("endpoint_blocked", "An issuer is a public https address.", {
    errors: [{ path: "issuer", message: "this address is not allowed" }],
  });
}

async function requireFrameworks(ids: readonly string[]): Promise<void> {
  const found = await Promise.all(ids.map((id) => getFramework(id)));
  const unknown = ids.filter((id, i) => found[i] == null || isCanaryFramework(id));
  if (unknown.length === 0) return;
  throw new DomainError("unknown_framework", `There is no framework ${unknown.join(", ")}.`);
}

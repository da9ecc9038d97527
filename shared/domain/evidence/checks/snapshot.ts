import { sameJson } from "#shared/domain/canonical-json.ts";
import { countOf } from "#shared/domain/text/text.ts";
import type { Facts } from "../facts.ts";
import { type Finding, fail, pass } from "../finding.ts";
import { valueHash } from "../hashes.ts";

const byId = (a: { use_case_id: string }, b: { use_case_id: string }): number =>
  a.use_case_id < b.use_case_id ? -1 : a.use_case_id > b.use_case_id ? 1 : 0;

/** Checks that the rules are exactly those, in exactly the wording, that the request pinned. */
export function checkSnapshot({ file }: Facts): Finding {
  const id = "content_current";
  const { request, rules, audit } = file;
  const ids = rules.map(({ use_case_id }) => use_case_id).sort();
  if (!sameJson(ids, [...request.rule_use_case_ids].sort())) {
    return fail(id, "The rules are not those that the request names.");
  }
  const isForeign = rules.some(({ framework_id }) => framework_id !== request.framework_id);
  if (isForeign || valueHash([...rules].sort(byId)) !== request.rule_version_hash) {
    return fail(id, "The pinned snapshot does not match the stored hash: one of them was changed.");
  }
  const hashes = rules.map(valueHash);
  const [requested] = audit;
  return sameJson(requested?.context.content_hashes, hashes)
    ? pass(id, `The text of ${countOf(rules.length, "rule")} is exactly what was under review.`)
    : fail(id, "The rules are not the wordings that the request's first row names.");
}

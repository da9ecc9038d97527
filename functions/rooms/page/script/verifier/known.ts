import { canonicalJson } from "#shared/domain/canonical-json.ts";
import type { EvidenceFile } from "#shared/domain/evidence/evidence-file.ts";
import type { Part } from "#shared/domain/evidence/read-file.ts";
import { concluded, line, type Verdict } from "#shared/domain/evidence/verify.ts";

/**
 * What only the platform's secret covers, such as the nonce and the seal, is compared with the bundle
 * of the same request that the room itself has handed out, where the page has one.
 * @param known the bundles that were loaded
 */
export function comparedWith(
  known: readonly EvidenceFile[],
  part: Part<EvidenceFile>,
  verdict: Verdict,
): Verdict {
  if ("faults" in part) return verdict;
  const { value } = part;
  const own = known.find(({ request }) => request.id === value.request.id);
  if (own === undefined) return verdict;
  const [before, now] = [settledOf(own), settledOf(value)];
  const names = [...before.keys()].filter((name) => before.get(name) !== now.get(name));
  const said =
    names.length === 0
      ? line("pass", "Room", "Record and seal are those of the bundle that this room handed out.")
      : line("fail", "Room", `It differs from this room's own bundle in: ${names.join(", ")}.`);
  return concluded([...verdict.lines, said], verdict.about);
}

/** What a decision settles for ever, as text by name; the trail covers when it was first viewed. */
function settledOf({ request, rules, counsel, record_seal, key_id }: EvidenceFile) {
  const { viewed_at: _, ...settled } = request;
  const parts = { ...settled, rules, counsel, record_seal, key_id };
  return new Map(
    Object.entries(parts).map(([name, value]) => [name, canonicalJson(value ?? null)]),
  );
}

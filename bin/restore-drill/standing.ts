import { sameJson } from "#shared/domain/canonical-json.ts";
import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { derivedStanding, type Sources } from "#shared/store/derived-standing.ts";
import { keyOf, textOf } from "#shared/store/entities.ts";
import { keptIn } from "#shared/store/kept-attributes.ts";
import { bucketKey, bucketOf } from "#shared/store/rule-buckets.ts";
import type { Item } from "../export/scan.ts";
import type { Demand } from "./demands.ts";
import { storedAs, type TableContents } from "./read-table.ts";
import { text } from "./stored-review.ts";

/*
 * Compares the stored standing of rules with the requests and panels that it follows from. The
 * functions that write the standing also derive it here.
 */

/** What the requests and panels of a table demand of it, and where it contradicts them. */
export interface StandingFindings {
  demands: Demand[];
  contradictions: string[];
}

export function standingFindings(contents: TableContents): StandingFindings {
  const known = new Set<string>();
  const found = sourcesIn(contents).map((sources) => ofFramework(sources, contents, known));
  const strays = [...storedAs(contents, "decision"), ...storedAs(contents, "ruleDecision")].filter(
    ({ key }) => !known.has(key),
  );
  return {
    demands: [
      ...found.flatMap(({ demands }) => demands),
      ...strays.map(({ key, item }) => {
        const { review_id } = item.decision as Item;
        return { key: keyOf("review", text(review_id)), because: key };
      }),
    ],
    contradictions: [
      ...found.flatMap(({ contradictions }) => contradictions),
      ...strays.map(({ key }) => `${key} is of no decision that counts.`),
    ],
  };
}

function sourcesIn(contents: TableContents): Sources[] {
  const ofKind = <R extends ReviewRecord | PanelRecord>(name: "review" | "panel") =>
    Map.groupBy(
      storedAs(contents, name).map(({ item }) => item[name] as R),
      (one) => one.framework_id,
    );
  const reviews = ofKind<ReviewRecord>("review");
  const panels = ofKind<PanelRecord>("panel");
  return [...new Set([...reviews.keys(), ...panels.keys()])].map((framework_id) => ({
    framework_id,
    reviews: reviews.get(framework_id) ?? [],
    panels: panels.get(framework_id) ?? [],
  }));
}

function ofFramework(
  sources: Sources,
  { records }: TableContents,
  known: Set<string>,
): StandingFindings {
  const { framework_id } = sources;
  const { items, decisions, open } = derivedStanding(sources);
  const demands: Demand[] = [];
  const contradictions: string[] = [];
  for (const { pk, sk, ...derived } of items) {
    const key = textOf({ pk, sk });
    known.add(key);
    demands.push({ key, because: "a decision that counts" });
    const stored = records.get(key);
    if (stored !== undefined && !sameJson(stored.decision, derived.decision)) {
      contradictions.push(`${key} is not what was decided.`);
    }
  }
  for (const rule of new Set([...decisions.keys(), ...open.keys()])) {
    const key = textOf(bucketKey(framework_id, bucketOf(rule)));
    demands.push({ key, because: `what was decided or asked about ${rule}` });
    const bucket = records.get(key);
    if (bucket === undefined) continue;
    const kept = keptIn([bucket]).decisionsOn(rule);
    if (decisions.has(rule) && !sameJson(kept, decisions.get(rule))) {
      contradictions.push(`${key} does not keep what was decided on ${rule}.`);
    }
  }
  return { demands, contradictions };
}

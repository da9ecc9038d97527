import { canonicalHash } from "#shared/domain/canonical.ts";
import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { derivedStanding, type Sources } from "#shared/store/derived-standing.ts";
import { keptIn } from "#shared/store/kept-attributes.ts";
import type { Demand } from "./demands.ts";
import type { Item, TableContents } from "./read-table.ts";
import { bucketText, meta, text } from "./stored-review.ts";

/*
 * What is stored of rules' standing, against the requests and panels that it follows from: derived
 * by the functions that write it.
 */

/** What the requests and panels of a table demand of it, and what it denies of them. */
export interface StandingFindings {
  demands: Demand[];
  contradictions: string[];
}

export function standingFindings(contents: TableContents): StandingFindings {
  const known = new Set<string>();
  const found = sourcesIn(contents).map((sources) => ofFramework(sources, contents, known));
  const strays = [...contents.records].filter(
    ([key]) => /^(RULE-)?DECISIONS#/.test(key) && !known.has(key),
  );
  return {
    demands: [
      ...found.flatMap(({ demands }) => demands),
      ...strays.map(([key, { decision }]) => {
        const { review_id } = decision as Item;
        return { key: meta(`REVIEW#${text(review_id)}`), because: key };
      }),
    ],
    contradictions: [
      ...found.flatMap(({ contradictions }) => contradictions),
      ...strays.map(([key]) => `${key} is of no decision that counts.`),
    ],
  };
}

function sourcesIn({ records }: TableContents): Sources[] {
  const of = <R>(kind: string, name: string): R[] =>
    [...records].flatMap(([key, item]) => (key.startsWith(kind) ? [item[name] as R] : []));
  const reviews = Map.groupBy(of<ReviewRecord>("REVIEW#", "review"), (one) => one.framework_id);
  const panels = Map.groupBy(of<PanelRecord>("PANEL#", "panel"), (one) => one.framework_id);
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
    const key = `${pk} / ${sk}`;
    known.add(key);
    demands.push({ key, because: "a decision that counts" });
    const stored = records.get(key);
    if (stored !== undefined && differ(stored.decision, derived.decision)) {
      contradictions.push(`${key} is not what was decided.`);
    }
  }
  for (const rule of new Set([...decisions.keys(), ...open.keys()])) {
    const key = bucketText(framework_id, rule);
    demands.push({ key, because: `what was decided or asked about ${rule}` });
    const bucket = records.get(key);
    if (bucket === undefined) continue;
    const kept = keptIn([bucket]).decisionsOn(rule);
    if (decisions.has(rule) && differ(kept, decisions.get(rule))) {
      contradictions.push(`${key} does not keep what was decided on ${rule}.`);
    }
  }
  return { demands, contradictions };
}

const differ = (stored: unknown, derived: unknown): boolean =>
  canonicalHash(JSON.parse(JSON.stringify(stored ?? null))) !==
  canonicalHash(JSON.parse(JSON.stringify(derived ?? null)));

import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { derivedStanding } from "#shared/store/derived-standing.ts";
import { textOf } from "#shared/store/entities.ts";
import { keptIn } from "#shared/store/kept-attributes.ts";
import { bucketKey, bucketOf } from "#shared/store/rule-buckets.ts";
import { differencesIn } from "#shared/store/stored-standing.ts";
import type { Item } from "../export/scan.ts";
import type { Demand } from "./demands.ts";
import { storedAs, type TableContents } from "./read-table.ts";

/* Compares the stored standing of rules with the requests and panels, as `rebuild-standing` does. */

/** What the requests and panels of a table demand of it, and where it contradicts them. */
export interface StandingFindings {
  demands: Demand[];
  contradictions: string[];
}

const kinds = ["review", "panel", "decision", "ruleDecision", "ruleStanding"] as const;

export function standingFindings(contents: TableContents): StandingFindings {
  const items = kinds.flatMap((kind) =>
    storedAs(contents, kind).map(({ item, values: [framework] }) => {
      const record = item[kind] as ReviewRecord | PanelRecord;
      const isRecord = kind === "review" || kind === "panel";
      return { kind, item, framework_id: isRecord ? record.framework_id : framework };
    }),
  );
  const found = [...Map.groupBy(items, ({ framework_id }) => framework_id)].map(([id, ofId]) => {
    const of = (...names: string[]) =>
      ofId.filter(({ kind }) => names.includes(kind)).map(({ item }) => item);
    return ofFramework(id, of, contents);
  });
  return {
    demands: found.flatMap(({ demands }) => demands),
    contradictions: found.flatMap(({ contradictions }) => contradictions),
  };
}

/** @param of the framework's items of these kinds */
function ofFramework(
  framework_id: string,
  of: (...names: (typeof kinds)[number][]) => Item[],
  { records, newest }: TableContents,
): StandingFindings {
  const derived = derivedStanding({
    framework_id,
    reviews: of("review").map(({ review }) => review as ReviewRecord),
    panels: of("panel").map(({ panel }) => panel as PanelRecord),
  });
  const stored = { kept: keptIn(of("ruleStanding")), items: of("decision", "ruleDecision") };
  const keyOfRule = (id: string) => textOf(bucketKey(framework_id, bucketOf(id)));
  // An item that is missing is demanded, and not said to differ as well.
  const items = derived.items.filter((item) => records.has(textOf(item)));
  return {
    demands: [
      ...derived.items.map((item) => ({ key: textOf(item), because: "a decision that counts" })),
      ...[...derived.decisions.keys(), ...derived.open.keys()].map((rule) => ({
        key: keyOfRule(rule),
        because: `what was decided or asked about ${rule}`,
      })),
    ],
    contradictions: differencesIn(stored, { ...derived, items }, newest ?? "").flatMap(
      ({ what, change }) => {
        if (change === undefined) return [`${what}.`];
        const key = keyOfRule(change.use_case_id);
        return records.has(key) ? [`${key}: ${what}.`] : [];
      },
    ),
  };
}

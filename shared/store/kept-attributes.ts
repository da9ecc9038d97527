import {
  type KeptDecision,
  type KeptDecisions,
  nothingDecided,
} from "#shared/domain/standing/kept-decisions.ts";
import {
  type MarksOnRule,
  nothingOpen,
  type OpenMark,
} from "#shared/domain/standing/open-marks.ts";
import { type Condition, is, isAbsent, literally } from "./item.ts";
import type { Item } from "./read.ts";
import { bucketKey, bucketOf } from "./rule-buckets.ts";

/*
 * The kept standing: each rule's decisions and open requests, in 16 items per framework, so that a
 * transaction on a hundred rules has room for them and a whole framework takes one read. All of it
 * follows from the decisions and the requests: `npm run admin -- rebuild-standing` writes it anew.
 * STANDING#<framework> / BUCKET#<k>, attributes by rule:
 *   said#<use_case_id>                     the newest decision on each of a few wordings
 *   open#<use_case_id>#<review_id>         a request that is open on the rule: expires_at, content_hash;
 *                                          one that ended unanswered stays until the rule is asked about again
 *   others#<use_case_id>                   until when requests without a mark may be open
 *
 * and `opened` on the item: how many requests have been opened on the bucket's rules so far.
 */

/** The kept standing of a framework's rules, as it was read. */
export interface KeptStanding {
  decisionsOn(useCaseId: string): KeptDecisions;
  marksOn(useCaseId: string): MarksOnRule;
  /** The rules that have decisions. */
  decided(): string[];
  /** The rules that have marked requests, or may have open ones without a mark. */
  opened(): string[];
  /** How many requests had been opened on rules in this rule's bucket. */
  openedBeside(useCaseId: string): number | undefined;
}

export const SAID = "said#";
const OPEN = "open#";
export const OTHERS = "others#";

export const openName = (useCaseId: string, reviewId: string): string =>
  `${OPEN}${useCaseId}#${reviewId}`;

/** The standing that these items keep. */
export function keptIn(items: readonly (Item | null)[]): KeptStanding {
  const all = new Map(items.flatMap((item) => Object.entries(item ?? {})));
  const marks = Map.groupBy(marksIn(all), ({ use_case_id }) => use_case_id);
  const opened = new Map(items.map((item) => [item?.sk, item?.opened as number | undefined]));
  const named = (prefix: string): string[] =>
    [...all.keys()]
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
  return {
    decisionsOn: (id) => keptDecisionsOf(all.get(SAID + id)),
    marksOn: (id) => {
      const others_until = (all.get(OTHERS + id) as string | undefined) ?? null;
      const found = marks.get(id);
      return found === undefined && others_until === null
        ? nothingOpen
        : { marks: (found ?? []).map(({ mark }) => mark), others_until };
    },
    decided: () => named(SAID),
    opened: () => [...new Set([...marks.keys(), ...named(OTHERS)])],
    openedBeside: (id) => opened.get(bucketKey("", bucketOf(id)).sk),
  };
}

function* marksIn(attributes: ReadonlyMap<string, unknown>) {
  for (const [name, value] of attributes) {
    if (!name.startsWith(OPEN)) continue;
    const [, use_case_id = "", review_id = ""] = name.split("#");
    const mark: OpenMark = { review_id, ...(value as Omit<OpenMark, "review_id">) };
    yield { use_case_id, mark };
  }
}

/** The stored form, without values that are null or false and without the rule. */
type StoredDecisions = Pick<KeptDecisions, "count"> &
  Partial<Pick<KeptDecisions, "approved" | "dropped_since">> & {
    newest: (Omit<KeptDecision, "panel_id"> & { panel_id?: string })[];
  };

function keptDecisionsOf(value: unknown): KeptDecisions {
  if (value === undefined) return nothingDecided;
  const { newest, ...stored } = value as StoredDecisions;
  return {
    ...nothingDecided,
    ...stored,
    newest: newest.map((one) => ({ ...one, panel_id: one.panel_id ?? null })),
  };
}

export const storedDecisions = (kept: KeptDecisions): StoredDecisions => ({
  count: kept.count,
  newest: kept.newest.map(({ panel_id, ...one }) => ({
    ...one,
    ...(panel_id === null ? {} : { panel_id }),
  })),
  ...(kept.approved === null ? {} : { approved: kept.approved }),
  ...(kept.dropped_since === null ? {} : { dropped_since: kept.dropped_since }),
});

/** The condition that exactly this many decisions have counted on a rule until now. */
export function hasCounted(useCaseId: string, count: number): Condition {
  const path = literally(SAID + useCaseId);
  return count === 0 ? isAbsent(path) : is({ [`${path}.count`]: count });
}

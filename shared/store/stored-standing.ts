import { sameJson } from "#shared/domain/canonical-json.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { nothingDecided } from "#shared/domain/standing/kept-decisions.ts";
import {
  type MarksOnRule,
  mayHaveOthers,
  nothingOpen,
  type OpenMark,
  opening,
  openMarksAt,
} from "#shared/domain/standing/open-marks.ts";
import { decisionsPartition, rulePartitions } from "./decision-items.ts";
import type { DerivedStanding } from "./derived-standing.ts";
import { all, type Condition, drop, exists, insert, is, isAbsent, literally, put } from "./item.ts";
import {
  hasCounted,
  type KeptStanding,
  OTHERS,
  openName,
  SAID,
  storedDecisions,
} from "./kept-attributes.ts";
import { readKeptStanding } from "./kept-standing.ts";
import { openedStill, withoutId } from "./open-marks.ts";
import { type Item, queryAll } from "./read.ts";
import { changeBuckets, type RuleChange } from "./rule-buckets.ts";
import type { Key } from "./table-schema.ts";
import { type Action, transactEach } from "./transact.ts";

/* Compares the stored standing of a framework with what follows from its requests and panels. */

/** One stored value that differs from what follows, and the write that mends it. */
export interface Difference {
  what: string;
  /** Writes the item itself anew, or deletes it. */
  action?: Action;
  /** Changes the kept standing of a rule. */
  change?: RuleChange;
}

/** How many rules' attributes are changed at once: an update's expression has a bounded length. */
const RULES_AT_ONCE = 10;

const AT_ONCE = 16;

/** Everything that is stored about a framework's standing. */
export interface StoredStanding {
  kept: KeptStanding;
  items: readonly (Item & Key)[];
}

/**
 * Everything that is stored about a framework's standing. Whatever the kept standing counts, the items
 * show as well, because they are read after it.
 * @param useCaseIds every rule that the framework has
 */
export async function storedStanding(
  frameworkId: string,
  useCaseIds: readonly string[],
): Promise<StoredStanding> {
  const partitions = [
    decisionsPartition(frameworkId),
    ...new Set(useCaseIds.flatMap((id) => rulePartitions(frameworkId, id))),
  ];
  const items: (Item & Key)[] = [];
  const kept = await readKeptStanding(frameworkId);
  await eachBounded(partitions, AT_ONCE, async (pk) => {
    for (const item of await queryAll({ pk })) items.push(item as Item & Key);
  });
  return { kept, items };
}

/**
 * The differences between what is stored and what follows from the requests and panels.
 * @param now ISO 8601 UTC: marks of requests that have expired may stay
 */
export function differencesIn(
  stored: StoredStanding,
  derived: DerivedStanding,
  now: string,
): Difference[] {
  const rules = new Set([
    ...stored.kept.decided(),
    ...stored.kept.opened(),
    ...derived.decisions.keys(),
    ...derived.open.keys(),
  ]);
  return [
    ...differentItems(stored.items, derived.items),
    ...[...rules]
      .sort()
      .flatMap((id) => [
        ...differentDecisions(id, stored.kept, derived),
        ...differentMarks(id, stored.kept, derived.open.get(id) ?? [], now),
      ]),
  ];
}

/**
 * Replaces stored values with what follows, wherever they are still as they were read.
 * @returns how many writes were refused, because something has changed meanwhile
 */
export async function mend(
  frameworkId: string,
  { kept }: StoredStanding,
  differences: readonly Difference[],
): Promise<number> {
  const actions = differences.flatMap(({ action }) => action ?? []);
  let refused = actions.length - (await transactEach(actions));
  const changes = differences.flatMap(({ change }) => change ?? []);
  // Both changes of a rule assume what was read, so they are made together.
  const rules = [...Map.groupBy(changes, ({ use_case_id }) => use_case_id).values()];
  for (let at = 0; at < rules.length; at += RULES_AT_ONCE) {
    const part = rules.slice(at, at + RULES_AT_ONCE).flat();
    const updates = changeBuckets(frameworkId, part, (id) => ({
      where: openedStill(kept, id),
    }));
    refused += updates.length - (await transactEach(updates));
  }
  return refused;
}

const nameOf = ({ pk, sk }: Key): string => `${pk} / ${sk}`;

/** The condition that an item still remembers the decision that was read. */
const isAsRead = ({ decision }: Item): Condition =>
  decision === undefined ? isAbsent("decision") : is({ decision });

function differentItems(
  stored: readonly (Item & Key)[],
  derived: readonly (Item & Key)[],
): Difference[] {
  const known = new Map(stored.map((item) => [nameOf(item), item]));
  const due = new Set(derived.map(nameOf));
  return [
    ...derived.flatMap((item) => {
      const there = known.get(nameOf(item));
      if (there !== undefined && sameJson(there.decision, item.decision)) return [];
      return [
        there === undefined
          ? { what: `${nameOf(item)} is missing`, action: insert(item) }
          : {
              what: `${nameOf(item)} is not what was decided`,
              action: put(item, isAsRead(there)),
            },
      ];
    }),
    ...stored
      .filter((item) => !due.has(nameOf(item)))
      .map((item) => ({
        what: `${nameOf(item)} is of no decision that counts`,
        action: drop({ pk: item.pk, sk: item.sk }, isAsRead(item)),
      })),
  ];
}

function differentDecisions(
  useCaseId: string,
  stored: KeptStanding,
  { decisions }: DerivedStanding,
): Difference[] {
  const before = stored.decisionsOn(useCaseId);
  const after = decisions.get(useCaseId) ?? nothingDecided;
  if (sameJson(before, after)) return [];
  const name = SAID + useCaseId;
  return [
    {
      what: `what is kept of the decisions on ${useCaseId} is not what was decided`,
      change: {
        use_case_id: useCaseId,
        assumes: hasCounted(useCaseId, before.count),
        ...(after.count === 0 ? { remove: [name] } : { set: [[name, storedDecisions(after)]] }),
      },
    },
  ];
}

/** The marks of everything that is open on a rule, and whether there is more. */
const marksOf = (open: readonly OpenMark[], now: string): MarksOnRule =>
  open.reduce((on, mark): MarksOnRule => {
    const { added, removed, others_until } = opening(on, mark, now);
    const gone = new Set(removed);
    const left = on.marks.filter(({ review_id }) => !gone.has(review_id));
    return { marks: added === null ? left : [...left, added], others_until };
  }, nothingOpen);

function differentMarks(
  useCaseId: string,
  kept: KeptStanding,
  open: readonly OpenMark[],
  now: string,
): Difference[] {
  const stored = kept.marksOn(useCaseId);
  const due = open.filter(({ expires_at }) => expires_at >= now);
  const unanswered = open.filter(({ expires_at }) => expires_at < now);
  const there = openMarksAt(stored, now);
  const isThere = (mark: OpenMark): boolean =>
    there.some((one) => sameJson(one, mark)) ||
    (mayHaveOthers(stored, now) && mark.expires_at <= (stored.others_until ?? ""));
  const isDue = (mark: OpenMark): boolean => due.some((one) => sameJson(one, mark));
  // Unanswered marks may have made room for others, but not before anything was opened.
  const isLost = unanswered.length > 0 && kept.openedBeside(useCaseId) === undefined;
  const hasMarks = !isLost || stored.marks.length > 0;
  if (due.every(isThere) && there.every(isDue) && hasMarks) return [];
  const { marks: stillOpen, others_until } = marksOf(due, now);
  const marks = [...stillOpen, ...unanswered];
  const markNamed = ({ review_id }: OpenMark): string => openName(useCaseId, review_id);
  const ids = new Set(marks.map(({ review_id }) => review_id));
  const others = OTHERS + useCaseId;
  return [
    {
      what: `what is kept of the requests open on ${useCaseId} is not what is open`,
      change: {
        use_case_id: useCaseId,
        // Nothing was decided or withdrawn since; `mend` requires that nothing was opened.
        assumes: all(
          hasCounted(useCaseId, kept.decisionsOn(useCaseId).count),
          ...stored.marks.map((mark) => exists(literally(markNamed(mark)))),
        ),
        set: [
          ...marks.map((mark) => [markNamed(mark), withoutId(mark)] as const),
          ...(others_until === null ? [] : [[others, others_until] as const]),
        ],
        remove: [
          ...stored.marks.filter(({ review_id }) => !ids.has(review_id)).map(markNamed),
          ...(others_until === null ? [others] : []),
        ],
      },
    },
  ];
}

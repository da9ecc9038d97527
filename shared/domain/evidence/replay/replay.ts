import { isChained } from "#shared/domain/audit/chains.ts";
import { isRefusal, type Step } from "#shared/domain/audit/life.ts";
import { counselStep } from "#shared/domain/counsel/life.ts";
import { requestStep } from "#shared/domain/reviews/life.ts";
import { panelStep } from "#shared/domain/reviews/panel-life.ts";
import { clearanceKeyStep } from "#shared/domain/setup/key-life.ts";
import { chainFaults } from "./chain.ts";
import { judgePanel } from "./panel.ts";
import { judgeRequest } from "./request.ts";
import type {
  Found,
  Judgement,
  KeyVerdict,
  Kind,
  Placed,
  States,
  Subject,
  World,
} from "./world.ts";

/**
 * A kind of resource whose rows mean something: the step that its transitions write by, and what its
 * rows must have in common with those of other resources.
 */
interface Life<S> {
  step: Step<S>;
  judge?: (subject: Subject<S>, world: World) => Promise<Judgement>;
  /** The place of a row, where the rows are no chain: the log may take a later one first. */
  placeOf?: (row: Placed["row"]) => number;
  /** Only the last state is kept: nothing asks for earlier ones, and they are large. */
  isLong?: true;
}

export type Lives = { readonly [K in Kind]?: Life<States[K]> };

/** What files have rows of. */
export const fileLives = {
  counsel: { step: counselStep },
  rule_review_request: { step: requestStep, judge: judgeRequest },
  review_panel: { step: panelStep, judge: judgePanel },
  clearance_key: { step: clearanceKeyStep },
} satisfies Lives;

/** What rows come to. */
export interface Replayed {
  world: World;
  found: readonly Found[];
  /** What counsel's own key comes to, for each decision and each request that was passed on. */
  keys: ReadonlyMap<string, KeyVerdict>;
}

const nameOf = (type: string, id: string): string => `${type} ${id}`;

/**
 * Replays rows (evidence-log.md, section 4): each is accepted exactly when the transition by which the
 * service writes such rows would have written it then. The only place where rows get their meaning:
 * the service's evidence, the verifier of every kind of file, the sequencer and the watcher ask here.
 *
 * Of each resource all rows have to be there, or those from its first row on; of resources that are
 * not there nothing is said, so that a request can be judged without the other members of its panel.
 * Rows whose kind has no life are judged by their hashes and chains.
 * @param rows those of one resource in the order of the log, the ones it has not taken last; leaf and
 *   writer as far as they are known
 * @param lives the kinds of resources whose rows mean something; by default those that files hold
 * @returns `world.find(type, id)?.state`: what a resource's rows come to, to compare with what the
 *   service says of it; `found`: what is wrong, by name, at which row
 */
export async function replay(rows: readonly Placed[], lives: Lives = fileLives): Promise<Replayed> {
  const lifeOf = (type: string): Life<unknown> | undefined =>
    Object.hasOwn(lives, type) ? (lives[type as Kind] as Life<unknown>) : undefined;
  const found: Found[] = [];
  const groups = bySubject(rows);
  const subjects = new Map<string, Subject>();
  for (const [name, taken] of groups) {
    const { resource_type: type, resource_id: id } = (taken[0] as Placed).row;
    const life = lifeOf(type);
    const own = inOwnOrder(taken, life);
    found.push(...chainFaults(own, isChained(type)));
    subjects.set(name, followed({ type, id, rows: own }, life, found));
  }
  const world: World = {
    all: [...subjects.values()],
    find: (type, id) => (subjects.get(nameOf(type, id)) as Subject<never> | undefined) ?? null,
  };
  const keys = new Map<string, KeyVerdict>();
  for (const subject of world.all) {
    const judged = await lifeOf(subject.type)?.judge?.(subject, world);
    found.push(...(judged?.found ?? []));
    for (const [hash, verdict] of judged?.keys ?? []) keys.set(hash, verdict);
  }
  return { world, found, keys };
}

/** The verifier runs where there is no `Map.groupBy`. */
function bySubject(rows: readonly Placed[]): ReadonlyMap<string, readonly Placed[]> {
  const groups = new Map<string, Placed[]>();
  for (const one of rows) {
    const name = nameOf(one.row.resource_type, one.row.resource_id);
    const group = groups.get(name) ?? [];
    group.push(one);
    groups.set(name, group);
  }
  return groups;
}

function inOwnOrder(rows: readonly Placed[], life: Life<unknown> | undefined): readonly Placed[] {
  const placeOf = life?.placeOf;
  return placeOf === undefined ? rows : [...rows].sort((a, b) => placeOf(a.row) - placeOf(b.row));
}

/** Steps through the rows of one resource. */
function followed(
  { type, id, rows }: Pick<Subject, "type" | "id" | "rows">,
  life: Life<unknown> | undefined,
  found: Found[],
): Subject {
  let state: unknown = null;
  const states = rows.map(({ row }) => {
    const after = life === undefined ? null : stepped(life.step, state, row);
    if (isRefusal(after)) {
      const { refused: name, detail } = after;
      found.push({ name, type, id, row, detail });
    } else state = after;
    return life?.isLong ? null : state;
  });
  return { type, id, rows, states, state };
}

/** A row from outside may hold anything. */
function stepped(step: Step<unknown>, before: unknown, row: Placed["row"]) {
  try {
    return step(before, row);
  } catch {
    return {
      refused: "illegal_transition",
      detail: "its context is not that of such a row.",
    } as const;
  }
}

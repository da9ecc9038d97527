import { isChained } from "#shared/domain/audit/chains.ts";
import { isRefusal, type Step } from "#shared/domain/audit/life.ts";
import { counselStep } from "#shared/domain/counsel/life.ts";
import { requestStep } from "#shared/domain/reviews/life.ts";
import { panelStep } from "#shared/domain/reviews/panel-life.ts";
import { clearanceKeyStep } from "#shared/domain/setup/key-life.ts";
import { grouped } from "../grouped.ts";
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
 * A kind of resource whose rows the replay interprets: the step by which its transitions write, and
 * what its rows must agree on with those of other resources.
 */
interface Life<S> {
  step: Step<S>;
  judge?: (subject: Subject<S>, world: World) => Promise<Judgement>;
  /** The position of a row, if the rows form no chain: the log may take a later row first. */
  placeOf?: (row: Placed["row"]) => number;
  /** Only the last state is kept: earlier ones are large, and nothing asks for them. */
  isLong?: true;
}

export type Lives = { readonly [K in Kind]?: Life<States[K]> };

/** The kinds of resources whose rows are in files. */
export const fileLives = {
  counsel: { step: counselStep },
  rule_review_request: { step: requestStep, judge: judgeRequest },
  review_panel: { step: panelStep, judge: judgePanel },
  clearance_key: { step: clearanceKeyStep },
} satisfies Lives;

/** The result of replaying rows. */
export interface Replayed {
  world: World;
  found: readonly Found[];
  /** The verdict on counsel's own key, for each decision and each request that was passed on. */
  keys: ReadonlyMap<string, KeyVerdict>;
}

const nameOf = (type: string, id: string): string => `${type} ${id}`;

/**
 * Replays rows (evidence-log.md, section 4). Each row is accepted exactly when the transition by which
 * the service writes such rows would have written it at that point. Only this function gives rows their
 * meaning: the service's evidence, the verifier of every kind of file, the sequencer and the watcher
 * all ask here.
 *
 * Of each resource, all rows have to be given, or those from its first row on. Nothing is said about
 * resources that are not given, so that a request can be judged without the other members of its panel.
 * Rows of a kind without a life are judged by their hashes and chains.
 * @param rows those of one resource in the order of the log, then those it has not taken; leaf and
 *   writer as far as they are known
 * @param lives the kinds of resources whose rows are interpreted; by default those in files
 * @returns `world.find(type, id)?.state`: the state that a resource's rows lead to, to compare with
 *   what the service says; `found`: what is wrong, by name, and at which row
 */
export async function replay(rows: readonly Placed[], lives: Lives = fileLives): Promise<Replayed> {
  const lifeOf = (type: string): Life<unknown> | undefined =>
    Object.hasOwn(lives, type) ? (lives[type as Kind] as Life<unknown>) : undefined;
  const found: Found[] = [];
  const groups = grouped(rows, ({ row }) => nameOf(row.resource_type, row.resource_id));
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

/** A row from outside may contain anything. */
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

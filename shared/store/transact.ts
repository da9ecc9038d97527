import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { DomainError } from "#shared/domain/errors.ts";
import { unknownTenant } from "#shared/domain/tenants/tenant.ts";
import { thatFit } from "#shared/domain/text/written.ts";
import { put } from "./item.ts";
import { documents, type Item, tableName } from "./read.ts";
import { linked } from "./row-chains.ts";
import { signed } from "./signed-actions.ts";
import { tenantsStand } from "./tombstones.ts";

type WithoutTable<T> = T extends object ? Omit<T, "TableName"> : never;
type Native = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** One action of a transaction on the table; the table's name is filled in when it is sent. */
export type Action = { [K in keyof Native]?: WithoutTable<NonNullable<Native[K]>> };

/** Actions by name: a name may cover several actions, or none (undefined). */
export type Actions<Name extends string> = Readonly<
  Record<Name, Action | readonly Action[] | undefined>
>;

/** The outcome of a transaction: written as a whole, or not at all because conditions failed. */
export type Outcome<Name extends string = string> =
  | { committed: true }
  | {
      committed: false;
      /** The names whose condition failed, each with the current item (null if there is none). */
      failed: ReadonlyMap<Name, Item | null>;
    };

/**
 * Writes all actions or none (at most 100 actions, 4 MB). A failed condition is an outcome for the
 * caller; a conflict with another transaction is retried here with backoff.
 * @param owner the tenant that it belongs to, where no key and no record in the actions says so
 * @throws DomainError `dependency_unavailable` when conflicts persist; `unknown_tenant` if something
 * belongs to
 *   a tenant that is being removed
 */
export async function transact<Name extends string>(
  actions: Actions<Name>,
  owner: string | null = null,
): Promise<Outcome<Name>> {
  const named = Object.entries<Action | readonly Action[] | undefined>(actions).flatMap(
    ([name, some]) => listed(some).map((action) => ({ name: name as Name, action })),
  );
  const failed = await send(
    named.map(({ action }) => action),
    owner,
  );
  if (failed === null) return { committed: true };
  const byName = new Map<Name, Item | null>();
  for (const { name, action } of named) {
    const item = failed.get(action);
    if (item !== undefined && !byName.has(name)) byName.set(name, item);
  }
  return { committed: false, failed: byName };
}

const listed = (some: Action | readonly Action[] | undefined): readonly Action[] =>
  some === undefined ? [] : Array.isArray(some) ? some : [some as Action];

/** A transaction takes 100 actions and 4 MB; upstreams decide how large the items are. */
const MAX_AT_ONCE = 50;
const MAX_BYTES_AT_ONCE = 2_000_000;

/**
 * Independent conditional writes, sent together because that is several times faster than one by one. A
 * write whose condition fails is left out; the others are still made. No two of them may touch the same
 * item.
 * @param owner as in `transact`
 * @returns how many were written
 */
export async function transactEach(
  actions: readonly Action[],
  owner: string | null = null,
): Promise<number> {
  let written = 0;
  for (let start = 0; start < actions.length; ) {
    const next = actions.slice(start, start + MAX_AT_ONCE);
    const fitting = thatFit(next, MAX_BYTES_AT_ONCE);
    let open = fitting.length === 0 ? next.slice(0, 1) : fitting;
    start += open.length;
    while (open.length > 0) {
      const failed = await send(open, owner);
      if (failed === null) {
        written += open.length;
        break;
      }
      open = open.filter((action) => !failed.has(action));
    }
  }
  return written;
}

/**
 * Groups of conditional writes, each group written as a whole or not at all, several groups in one
 * request. A group is left out if one of its conditions fails. No two actions may touch the same item.
 * @param also gives the unconditional writes that go with the groups at these places: a few actions
 * (sums)
 * @returns for each group whether it was written
 */
export async function transactGroups(
  groups: readonly (readonly Action[])[],
  also: (written: readonly number[]) => readonly Action[] = () => [],
): Promise<boolean[]> {
  const written = groups.map(() => true);
  for (let start = 0; start < groups.length; ) {
    let open = [...groups.slice(start, start + groupsThatFit(groups.slice(start))).entries()];
    const first = start;
    start += open.length;
    while (open.length > 0) {
      const sums = also(open.map(([at]) => first + at));
      const all = [...open.flatMap(([, actions]) => actions), ...sums];
      // The groups may have nothing to write, and AWS accepts no empty request.
      const failed = all.length === 0 ? null : await send(all);
      if (failed === null) break;
      const isLeftOut = (actions: readonly Action[]) => actions.some((one) => failed.has(one));
      for (const [at, actions] of open) if (isLeftOut(actions)) written[first + at] = false;
      open = open.filter(([, actions]) => !isLeftOut(actions));
    }
  }
  return written;
}

/** How many of the first groups go into one request; at least one. */
function groupsThatFit(groups: readonly (readonly Action[])[]): number {
  let actions = 0;
  const few = groups.findIndex((group) => {
    actions += group.length;
    return actions > MAX_AT_ONCE;
  });
  const next = few === -1 ? groups : groups.slice(0, few);
  return Math.max(1, thatFit(next, MAX_BYTES_AT_ONCE).length);
}

/** The most actions that a transaction takes. */
const MAX_ACTIONS = 100;

const write = (actions: readonly Action[]) =>
  documents.send(new TransactWriteCommand({ TransactItems: actions.map(onTable) }));

/**
 * @returns null when written, otherwise the actions whose condition failed, with the current items
 * @throws DomainError `unknown_tenant` if something belongs to a tenant that is being removed
 */
function send(
  actions: readonly Action[],
  owner: string | null = null,
): Promise<ReadonlyMap<Action, Item | null> | null> {
  let tries = 0;
  return retryOnConflict(null, async () => {
    tries += 1;
    const { actions: rows, heads } = await linked(actions, tries === 1);
    const { whole: items, certificate, stored } = await signed(rows);
    const stand = tenantsStand(actions, owner);
    const whole = [...items, ...heads, ...stand] as Action[];
    // Needs no condition: its bytes are the same, whoever puts it.
    const writer: Action[] = certificate === null ? [] : [put(certificate)];
    const isFull = whole.length + writer.length > MAX_ACTIONS;
    try {
      if (isFull) await write(writer);
      await write(isFull ? whole : [...whole, ...writer]);
      stored();
      return { done: null };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const own = items.length + heads.length;
      if (reasons.slice(own, own + stand.length).some(({ Code }) => Code === FAILED)) {
        throw unknownTenant();
      }
      const failed = failedConditions(actions, reasons);
      if (failed.size > 0) return { done: failed };
      const hasMoved = reasons.slice(actions.length).some(({ Code }) => Code === FAILED);
      if (!hasMoved && !reasons.some(({ Code = "" }) => mayPass.has(Code))) throw error;
      return { conflict: null };
    }
  });
}

const FAILED = "ConditionalCheckFailed";

function failedConditions(
  actions: readonly Action[],
  reasons: NonNullable<TransactionCanceledException["CancellationReasons"]>,
): ReadonlyMap<Action, Item | null> {
  const failed = new Map<Action, Item | null>();
  // AWS returns one reason per action, in the order they were sent.
  for (const [at, action] of actions.entries()) {
    const reason = reasons[at];
    if (reason?.Code === FAILED) {
      failed.set(action, reason.Item ? unmarshall(reason.Item) : null);
    }
  }
  return failed;
}

/** Exponential backoff with full jitter, so that two writers do not collide again at once. */
const backoff = (attempt: number): Promise<void> =>
  new Promise((resume) => setTimeout(resume, Math.random() * Math.min(800, 10 * 2 ** attempt)));

const mayPass = new Set([
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

function onTable(action: Action): Native {
  const entries = Object.entries(action).map(([kind, part]) => [
    kind,
    { TableName: tableName(), ReturnValuesOnConditionCheckFailure: "ALL_OLD", ...part },
  ]);
  return Object.fromEntries(entries) as Native;
}

/** `done` ends the loop with a result; `conflict` retries from the current state. */
export type Attempt<State, Result> = { done: Result } | { conflict: State };

/** The pauses between attempts grow; this is enough for a hundred concurrent callers on one item. */
const MAX_ATTEMPTS = 24;

/**
 * Retries a conditional write that lost a race (optimistic locking); each attempt decides again, on
 * the state that the previous one found. Without pauses, concurrent callers would keep colliding.
 * @param first the state for the first attempt
 * @param code use `conflict` where the competing callers are people, who decide whether to retry
 * @throws DomainError with `code` and Retry-After: 1 s after 24 attempts; nothing was written
 */
export async function retryOnConflict<State, Result>(
  first: State,
  attempt: (state: State) => Promise<Attempt<State, Result>>,
  code: "dependency_unavailable" | "conflict" = "dependency_unavailable",
  pause = backoff,
): Promise<Result> {
  let state = first;
  for (let made = 0; made < MAX_ATTEMPTS; made += 1) {
    const outcome = await attempt(state);
    if ("done" in outcome) return outcome.done;
    state = outcome.conflict;
    if (made + 1 < MAX_ATTEMPTS) await pause(made);
  }
  throw new DomainError(
    code,
    "This record keeps changing; nothing was written. Please try again in a moment.",
    { retryAfter: 1 },
  );
}

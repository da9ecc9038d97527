import type { AuditHead } from "#shared/domain/audit/row.ts";
import { is, isAbsent, put } from "./item.ts";
import { getItems, type Item } from "./read.ts";
import { alsoNamesWriter } from "./signed-actions.ts";
import type { Key } from "./table-schema.ts";

/*
 * CHAIN#<resource_type>#<resource_id> / HEAD: the head of the chain of a resource's logged rows, if its
 * own record does not name it
 *
 * Such rows are linked when their transaction is sent, so use cases do not know about the chain.
 */

const headKey = ({ type, id }: Chain): Key => ({ pk: `CHAIN#${type}#${id}`, sk: "HEAD" });

/** A resource whose rows form a chain. */
interface Chain {
  type: string;
  id: string;
}

/** The parts of a transaction's action that matter here. */
interface Action {
  Put?: { Item?: Item | undefined };
}

/** Rows are linked in the order of their transaction's actions. */
interface Linking<A extends Action = Action> {
  chain: Chain;
  /**
   * Gives the actions that store the row after a head, as many as there were before the head was known.
   */
  after: (head: AuditHead | null) => { actions: readonly A[]; head: AuditHead; place: string };
}

/** Keyed by the first of the actions that store a row. */
const linkings = new WeakMap<Action, Linking>();

/** Links a row to its chain when its transaction is sent. */
export function toBeLinked<A extends Action>(linking: Linking<A>): readonly A[] {
  const { actions } = linking.after(null);
  const [first] = actions;
  if (first !== undefined) linkings.set(first, linking as unknown as Linking);
  return actions;
}

const namingRow = new WeakMap<Action, Action>();

/** Gives an item the sort key of a row in its transaction, as `imported_by`. */
export function toNameRow<A extends Action>(put: A, row: readonly A[]): A {
  if (row[0] !== undefined) namingRow.set(put, row[0]);
  return put;
}

const nameOf = ({ type, id }: Chain): string => `${type}#${id}`;

/** Heads that were read ahead, each used once. */
const ahead = new Map<string, Promise<AuditHead | null>>();

/** Starts to read a chain's head, in parallel with other reads before its next row is written. */
export function prepareChain(type: string, id: string): void {
  const reading = readHead({ type, id });
  // The writer of the row gets the failure.
  reading.catch(() => {});
  ahead.set(nameOf({ type, id }), reading);
}

async function readHead(chain: Chain): Promise<AuditHead | null> {
  const [item] = await getItems([headKey(chain)]);
  return (item?.head as AuditHead | undefined) ?? null;
}

function headOf(chain: Chain, isFirstTry: boolean): Promise<AuditHead | null> {
  const name = nameOf(chain);
  const known = ahead.get(name);
  ahead.delete(name);
  return isFirstTry && known !== undefined ? known : readHead(chain);
}

/** The actions with their rows linked, and the writes that move the heads forward. */
interface Linked<A extends Action> {
  actions: readonly A[];
  heads: readonly { Put: object }[];
}

/**
 * Links the rows of a transaction to the present ends of their chains.
 * @param isFirstTry false: another transaction has moved a head since it was read ahead
 */
export async function linked<A extends Action>(
  actions: readonly A[],
  isFirstTry: boolean,
): Promise<Linked<A>> {
  const found = actions.flatMap((action, at) => {
    const linking = linkings.get(action) as Linking<A> | undefined;
    return linking === undefined ? [] : [{ at, linking }];
  });
  if (found.length === 0) return { actions, heads: [] };
  const chains = new Map(found.map(({ linking: { chain } }) => [nameOf(chain), chain]));
  const before = new Map(
    await Promise.all(
      [...chains].map(async ([name, chain]) => [name, await headOf(chain, isFirstTry)] as const),
    ),
  );
  const heads = new Map(before);
  const places = new Map<Action, string>();
  const whole = [...actions];
  for (const { at, linking } of found) {
    const name = nameOf(linking.chain);
    const { actions: own, head, place } = linking.after(heads.get(name) ?? null);
    whole.splice(at, own.length, ...own);
    places.set(actions[at] as A, place);
    heads.set(name, head);
  }
  return {
    actions: whole.map((action) => withPlace(action, places)),
    heads: [...chains].map(([name, chain]) =>
      put({ ...headKey(chain), head: heads.get(name) }, hasStill(before.get(name) ?? null)),
    ),
  };
}

function withPlace<A extends Action>(action: A, places: ReadonlyMap<Action, string>): A {
  const row = namingRow.get(action);
  const place = row && places.get(row);
  if (place === undefined) return action;
  const named: A = {
    ...action,
    Put: { ...action.Put, Item: { ...action.Put?.Item, imported_by: place } },
  };
  return alsoNamesWriter(action, named);
}

const hasStill = (head: AuditHead | null) =>
  head === null ? isAbsent("pk") : is({ "head.hash": head.hash });

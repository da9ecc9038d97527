import type { Item } from "./read.ts";
import type { Action } from "./transact.ts";

/** For rows older than a field; each nullable one is listed, so that none is forgotten. */
export type Defaults<T> = {
  readonly [K in keyof T as null extends T[K] ? K : never]-?: T[K];
} & { readonly [K in keyof T]?: T[K] };

type Condition = Pick<
  NonNullable<Action["ConditionCheck"]>,
  "ConditionExpression" | "ExpressionAttributeNames" | "ExpressionAttributeValues"
>;

/** Converts one kind of record to and from its items. */
export interface Entity<T> {
  /** The record; a field that an older row lacks gets its default, an unknown one is kept. */
  fromItem(item: Item): T;
  toItem(record: T): Item;
  /** That the record is stored as it was read; a field that it lacks equals its default. */
  unchanged(before: T): Condition;
}

/**
 * @param attribute the item's attribute that holds the record
 * @param defaults values for what older rows lack (docs/deploying.md, "Upgrade")
 */
export function entity<T extends object>(attribute: string, defaults: Defaults<T>): Entity<T> {
  return {
    fromItem: (item) => ({ ...(defaults as Partial<T>), ...(item[attribute] as T) }),
    toItem: (record) => ({ [attribute]: record }),
    unchanged: (before) => {
      const fields = Object.entries(before).map(([name, value], at) => ({ name, value, at }));
      const conditions = fields.map(({ name, value, at }) => {
        const equal = `#entity.#e${at} = :e${at}`;
        return isDefault(defaults, name, value)
          ? `(attribute_not_exists(#entity.#e${at}) OR ${equal})`
          : equal;
      });
      return {
        ConditionExpression: conditions.join(" AND "),
        ExpressionAttributeNames: {
          "#entity": attribute,
          ...Object.fromEntries(fields.map(({ name, at }) => [`#e${at}`, name])),
        },
        ExpressionAttributeValues: Object.fromEntries(
          fields.map(({ value, at }) => [`:e${at}`, value]),
        ),
      };
    },
  };
}

const isDefault = (defaults: object, name: string, value: unknown): boolean =>
  Object.hasOwn(defaults, name) &&
  JSON.stringify((defaults as Record<string, unknown>)[name]) === JSON.stringify(value);

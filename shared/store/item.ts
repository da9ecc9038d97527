import type { Item } from "./read.ts";
import type { Key } from "./table-schema.ts";

/** The names and values of one expression, which DynamoDB takes separately from its text. */
function newTerms() {
  const names = new Map<string, string>();
  const values: Item = {};
  const nameOf = (part: string): string => {
    const name = part.replaceAll(DOT, ".");
    const known = names.get(name) ?? `#n${names.size}`;
    names.set(name, known);
    return known;
  };
  return {
    path: (path: string): string => path.split(".").map(nameOf).join("."),
    value: (value: unknown): string => {
      const name = `:v${Object.keys(values).length}`;
      values[name] = value;
      return name;
    },
    attributes: () => ({
      ExpressionAttributeNames: Object.fromEntries(
        [...names].map(([name, short]) => [short, name]),
      ),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    }),
  };
}

type Terms = ReturnType<typeof newTerms>;

const DOT = "\u0000";

/** Makes any attribute's name safe in a path: its dots do not lead down a level. */
export const literally = (name: string): string => name.replaceAll(".", DOT);

/** A condition on an item. Its paths are dotted: `panel.revision`. */
export type Condition = (terms: Terms) => string;

const compared =
  (operator: string) =>
  (path: string, value: unknown): Condition =>
  (terms) =>
    `${terms.path(path)} ${operator} ${terms.value(value)}`;

const equals = /* @__PURE__ */ compared("=");
export const isNot = /* @__PURE__ */ compared("<>");
export const isBelow = /* @__PURE__ */ compared("<");
export const isAbove = /* @__PURE__ */ compared(">");
export const isAtMost = /* @__PURE__ */ compared("<=");

export const exists =
  (path: string): Condition =>
  (terms) =>
    `attribute_exists(${terms.path(path)})`;

export const isAbsent =
  (path: string): Condition =>
  (terms) =>
    `attribute_not_exists(${terms.path(path)})`;

/** The condition that a map has fewer entries than `most`. */
export const hasFewer =
  (path: string, most: number): Condition =>
  (terms) =>
    `size(${terms.path(path)}) < ${terms.value(most)}`;

export const all =
  (...conditions: readonly Condition[]): Condition =>
  (terms) =>
    conditions.map((one) => one(terms)).join(" AND ");

export const any =
  (...conditions: readonly Condition[]): Condition =>
  (terms) =>
    `(${conditions.map((one) => one(terms)).join(" OR ")})`;

/** The condition that each of these paths has its value: `{ "panel.revision": 3 }`. */
export const is = (values: Readonly<Item>): Condition =>
  all(...Object.entries(values).map(([path, value]) => equals(path, value)));

export const isAbsentOr = (path: string, value: unknown): Condition =>
  any(isAbsent(path), equals(path, value));

/** The condition that a field still has its value; a missing field counts as null. */
export const hasStill = (path: string, value: unknown): Condition =>
  value == null ? isAbsentOr(path, null) : is({ [path]: value });

function onlyIf(condition: Condition) {
  const terms = newTerms();
  return { ConditionExpression: condition(terms), ...terms.attributes() };
}

/** Writes a whole item, and replaces an existing one. */
export const put = (item: Item, where?: Condition) => ({
  Put: { Item: item, ...(where && onlyIf(where)) },
});

/** Writes an item only if there is none; an existing one fails the condition. */
export const insert = (item: Item) => put(item, isAbsent("pk"));

export const drop = (key: Key, where?: Condition) => ({
  Delete: { Key: key, ...(where && onlyIf(where)) },
});

/** Writes nothing, and fails the transaction unless the condition holds. */
export const requires = (key: Key, where: Condition) => ({
  ConditionCheck: { Key: key, ...onlyIf(where) },
});

interface Changes {
  /** Values by path; undefined leaves a value as it is. */
  set?: Readonly<Item>;
  /** Values by path, set only where there is none. */
  setIfAbsent?: Readonly<Item>;
  /** By path, how much is added to a number. Only the item's own attributes may be absent before. */
  add?: Readonly<Record<string, number>>;
  remove?: readonly string[];
  /** If it does not hold, nothing is changed. */
  where?: Condition | undefined;
}

/** Changes parts of one item. If there is none and `where` allows it, this creates the item. */
export function change(key: Key, changes: Changes) {
  const { set = {}, setIfAbsent = {}, add = {}, remove = [], where } = changes;
  const terms = newTerms();
  const { path, value } = terms;
  const given = Object.entries(set).filter(([, to]) => to !== undefined);
  // DynamoDB's ADD does not accept nested paths.
  const sums = Object.entries(add);
  const inside = sums.filter(([name]) => name.includes("."));
  const own = sums.filter(([name]) => !name.includes("."));
  const clauses = {
    SET: [
      ...given.map(([name, to]) => `${path(name)} = ${value(to)}`),
      ...Object.entries(setIfAbsent).map(
        ([name, to]) => `${path(name)} = if_not_exists(${path(name)}, ${value(to)})`,
      ),
      ...inside.map(([name, by]) => `${path(name)} = ${path(name)} + ${value(by)}`),
    ],
    ADD: own.map(([name, by]) => `${path(name)} ${value(by)}`),
    REMOVE: remove.map(path),
  };
  const written = Object.entries(clauses).filter(([, parts]) => parts.length > 0);
  const condition = where?.(terms);
  return {
    Update: {
      Key: key,
      UpdateExpression: written.map(([word, parts]) => `${word} ${parts.join(", ")}`).join(" "),
      ...(condition ? { ConditionExpression: condition } : {}),
      ...terms.attributes(),
    },
  };
}

/** An action that changes one item. */
export type Change = ReturnType<typeof change>;

/**
 * The values of fields that older rows lack. Each nullable field is listed, so that none is forgotten.
 */
export type Defaults<T> = {
  readonly [K in keyof T as null extends T[K] ? K : never]-?: T[K];
} & { readonly [K in keyof T]?: T[K] };

/** Converts one kind of record to and from its items. */
export interface Entity<T> {
  /** The record. A field that an older row lacks gets its default, and an unknown field is kept. */
  fromItem(item: Item): T;
  toItem(record: T): Item;
  /**
   * The condition that the record, or some of its fields, are stored as they were read; a field that it
   * lacks equals its default.
   */
  unchanged(before: Partial<T>): Condition;
}

/**
 * @param attribute the item's attribute that holds the record
 * @param defaults values for what older rows lack (docs/deploying.md, "Upgrade")
 */
export function entity<T extends object>(attribute: string, defaults: Defaults<T>): Entity<T> {
  return {
    fromItem: (item) => ({ ...(defaults as Partial<T>), ...(item[attribute] as T) }),
    toItem: (record) => ({ [attribute]: record }),
    unchanged: (before) =>
      all(
        ...Object.entries(before).map(([name, value]) => {
          const path = `${attribute}.${name}`;
          return isDefault(defaults, name, value) ? isAbsentOr(path, value) : is({ [path]: value });
        }),
      ),
  };
}

const isDefault = (defaults: object, name: string, value: unknown): boolean =>
  Object.hasOwn(defaults, name) &&
  JSON.stringify((defaults as Record<string, unknown>)[name]) === JSON.stringify(value);

import * as z from "zod";
import { fields, pageOf, parse, type Read } from "./calls.ts";
import { labelledVersionsOf, summaryOf } from "./describe-secret.ts";
import type { Secret } from "./secret.ts";

type Filter = { texts: (secret: Secret) => string[]; anyCase: boolean; words: boolean };

const tagKeys = ({ tags }: Secret) => tags.map(({ Key }) => Key);
const tagValues = ({ tags }: Secret) => tags.map(({ Value }) => Value);
const description = (secret: Secret) => [secret.description ?? ""];

/** What each filter looks at; every filter matches the beginnings of texts. */
const FILTERS = {
  name: { texts: ({ name }) => [name], anyCase: false, words: false },
  description: { texts: description, anyCase: true, words: false },
  "tag-key": { texts: tagKeys, anyCase: false, words: false },
  "tag-value": { texts: tagValues, anyCase: false, words: false },
  all: {
    texts: (secret) => [
      secret.name,
      ...description(secret).flatMap(wordsOf),
      ...tagKeys(secret),
      ...tagValues(secret),
    ],
    anyCase: true,
    words: true,
  },
} as const satisfies Record<string, Filter>;

const ORDERS = {
  "created-date": (a, b) => a.createdAt - b.createdAt,
  "last-changed-date": (a, b) => a.changedAt - b.changedAt,
  name: byName,
} as const satisfies Record<string, (a: Secret, b: Secret) => number>;

const listInput = z.object({
  IncludePlannedDeletion: z.boolean().default(false),
  Filters: z
    .array(
      z.object({
        Key: z.literal(keysOf(FILTERS)),
        Values: z.array(z.string().min(1).max(512)).min(1).max(10),
      }),
    )
    .max(10)
    .default([]),
  SortBy: z.literal(keysOf(ORDERS)).default("created-date"),
  SortOrder: z.literal(["asc", "desc"]).default("desc"),
  MaxResults: fields.maxResults,
  NextToken: fields.nextToken,
});

/** ListSecrets: every filter must match, by any of its values; a value after `!` must not match. */
export const listSecrets: Read = (secrets, input) => {
  const asked = parse(listInput, input);
  const order = ORDERS[asked.SortBy];
  const found = [...secrets.values()]
    .filter(({ deletionAt }) => asked.IncludePlannedDeletion || deletionAt === null)
    .filter((secret) => asked.Filters.every(({ Key, Values }) => matches(secret, Key, Values)))
    .sort((a, b) => order(a, b) || byName(a, b));
  if (asked.SortOrder === "desc") found.reverse();
  const { page, nextToken } = pageOf(found, ({ name }) => name, asked);
  const list = page.map((secret) => ({
    ...summaryOf(secret),
    SecretVersionsToStages: labelledVersionsOf(secret),
  }));
  return { SecretList: list, NextToken: nextToken };
};

function matches(secret: Secret, key: keyof typeof FILTERS, values: readonly string[]): boolean {
  const { texts, anyCase, words }: Filter = FILTERS[key];
  const fold = (text: string) => (anyCase ? text.toLowerCase() : text);
  const begins = (value: string) =>
    texts(secret).some((text) => fold(text).startsWith(fold(value)));
  return values.some((value) => {
    const wanted = value.startsWith("!") ? value.slice(1) : value;
    const found = (words ? wordsOf(wanted) : [wanted]).every(begins);
    return value.startsWith("!") ? !found : found;
  });
}

function byName(a: Secret, b: Secret): number {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

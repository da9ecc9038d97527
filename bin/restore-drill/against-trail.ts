import { sameJson } from "#shared/domain/canonical-json.ts";
import type { Kind, States, World } from "#shared/domain/evidence/replay/world.ts";
import { evidentOf, type ReviewValues } from "#shared/domain/reviews/fields.ts";
import { keyOf } from "#shared/store/entities.ts";
import { versionText } from "#shared/store/rules.ts";
import { dated } from "../audit-log/state/difference.ts";
import type { Item } from "../export/scan.ts";
import type { TableContents } from "./read-table.ts";
import { frameworkKeyOf, text } from "./stored-review.ts";

/* Compares the state that the rows of the trail imply with what is stored. */

/** An item that the rows imply. */
export interface Meant {
  key: string;
  /** The attribute that contains the record, and what the rows imply about that. */
  attribute: string;
  said: Readonly<Record<string, unknown>>;
  /** The record has no other members, except its size. */
  isWhole?: true;
}

const reviewNames = [
  "framework_id",
  "counsel_id",
  "rule_version_hash",
  "rule_use_case_ids",
  "decided_at",
  "decision_comment",
  "decision_signature",
] as const;

const meantOf: { [K in Kind]?: (id: string, state: States[K]) => Meant[] } = {
  counsel: (id, { details, framework_id, active }) => [
    { key: keyOf("counsel", id), attribute: "counsel", said: { ...details, framework_id, active } },
  ],
  rule_review_request: (id, state) => {
    const said = Object.fromEntries(reviewNames.map((name) => [name, state[name]]));
    return [{ key: keyOf("review", id), attribute: "review", said }];
  },
  framework: (id, { content, rules, events }) => [
    { key: frameworkKeyOf(id), attribute: "framework", said: content ?? {} },
    ...[...rules].map(([rule, { versions }]) => ({
      key: keyOf("rule", id, rule),
      attribute: "live",
      said: { version: versions.length, content_hash: versions.at(-1)?.content_hash },
    })),
    ...[...events.values()].flat().map((said) => ({
      key: keyOf("enforcementVersion", id, said.id, versionText(said.version)),
      ...{ attribute: "version", said: { ...said }, isWhole: true as const },
    })),
    ...[...events.values()].map((versions) => ({
      key: keyOf("enforcementEvent", id, versions[0].id),
      ...{ attribute: "event", said: { ...versions.at(-1) }, isWhole: true as const },
    })),
  ],
};

/** The items that the rows imply. */
export function meantBy(world: World, { trail, removedTenants }: TableContents): Meant[] {
  const names = trail
    .filter(({ action }) => /^tenant\.(created|updated)$/.test(action))
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
    .map(({ resource_id, context }) => [resource_id, text(context.name)] as const);
  return [
    ...world.all.flatMap(({ type, id, state }) =>
      state === null ? [] : (meantOf[type as Kind]?.(id, state as never) ?? []),
    ),
    ...[...new Map(names)]
      .filter(([id]) => !removedTenants.has(id))
      .map(([id, name]) => ({ key: keyOf("tenant", id), attribute: "tenant", said: { name } })),
  ];
}

type StoredRecord = Item & { bytes?: number; salts?: ReviewValues["salts"] };

/** Items that differ from what the rows imply. */
export const againstTrail = (meant: readonly Meant[], { records }: TableContents): string[] =>
  meant.flatMap(({ key, attribute, said, isWhole }) => {
    const stored = records.get(key)?.[attribute] as StoredRecord | undefined;
    if (stored === undefined) return [];
    const { bytes: _, ...own } = evidentOf(stored);
    const record = dated(own, "recorded_at", said);
    const names = new Set([...Object.keys(said), ...(isWhole ? Object.keys(record) : [])]);
    const changed = [...names].filter((name) => !sameJson(record[name], said[name]));
    return changed.length === 0
      ? []
      : [`${key} is not what its rows come to, in ${changed.join(", ")}.`];
  });

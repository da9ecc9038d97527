import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { LiveRule, RuleVersion } from "#shared/domain/frameworks/live-rule.ts";
import type { Rule, SourceStatus } from "#shared/domain/frameworks/rule.ts";
import { frameworkUpdated } from "./frameworks.ts";
import { change, entity, insert, isAbsent, put } from "./item.ts";
import { putLoggedRow } from "./logged-rows.ts";
import { type Page, type Paging, pageOf } from "./page.ts";
import { getItem, getItems, type Item, queryAll } from "./read.ts";
import { type Read, readEach, readTogether } from "./read-together.ts";
import { toNameRow } from "./row-chains.ts";
import { toNameWriter } from "./signed-actions.ts";
import type { Key } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 *   RULES#<framework>            / <use_case_id>     the live rule, the place of the row that imported it
 *                                                    (`imported_by`), and that row's writer (`writer`)
 *   RULE#<framework>#<use_case>  / VERSION#<n>       one version: number, hash, since when
 *   RULE#<framework>#<use_case>  / CONTENT#<hash>    the content, immutable, by its hash
 */

const rulesPartition = (frameworkId: string): string => `RULES#${frameworkId}`;
const liveKey = (frameworkId: string, useCaseId: string): Key => ({
  pk: rulesPartition(frameworkId),
  sk: useCaseId,
});
const historyPartition = (frameworkId: string, useCaseId: string): string =>
  `RULE#${frameworkId}#${useCaseId}`;

const contentKey = (frameworkId: string, useCaseId: string, hash: string): Key => ({
  pk: historyPartition(frameworkId, useCaseId),
  sk: `CONTENT#${hash}`,
});

const liveEntity = entity<LiveRule>("live", {
  source_status: null,
  source_read_on: null,
});
const liveRuleOf = liveEntity.fromItem;

export const liveRulesRead = (
  frameworkId: string,
  useCaseIds: readonly string[],
): Read<(LiveRule | null)[]> =>
  readEach(
    useCaseIds.map((id) => liveKey(frameworkId, id)),
    liveRuleOf,
  );

export const getLiveRules = async (
  frameworkId: string,
  useCaseIds: readonly string[],
): Promise<(LiveRule | null)[]> =>
  (await readTogether({ rules: liveRulesRead(frameworkId, useCaseIds) })).rules;

/**
 * The place and the writer of the row that imported a live wording; hints, since nobody signed them.
 */
export interface Origin {
  /** The sort key of the row. */
  place: string | null;
  /** The writer of the row. */
  writer: string | null;
}

const originOf = ({ imported_by, writer }: Item): Origin => ({
  place: typeof imported_by === "string" ? imported_by : null,
  writer: typeof writer === "string" ? writer : null,
});

/** The origins of live rules, in that order, from the same items; null for a missing one. */
export const originsRead = (
  frameworkId: string,
  useCaseIds: readonly string[],
): Read<(Origin | null)[]> =>
  readEach(
    useCaseIds.map((id) => liveKey(frameworkId, id)),
    originOf,
  );

export const getOrigins = async (
  frameworkId: string,
  useCaseIds: readonly string[],
): Promise<(Origin | null)[]> =>
  (await readTogether({ origins: originsRead(frameworkId, useCaseIds) })).origins;

/** Live rules of several frameworks, in that order; null for a missing one. */
export const getRules = async (
  names: readonly { framework_id: string; use_case_id: string }[],
): Promise<(LiveRule | null)[]> =>
  (
    await readTogether({
      rules: readEach(
        names.map(({ framework_id, use_case_id }) => liveKey(framework_id, use_case_id)),
        liveRuleOf,
      ),
    })
  ).rules;

/** Every live rule of a framework, by use case. */
export const allLiveRules = async (frameworkId: string): Promise<LiveRule[]> =>
  (await queryAll({ pk: rulesPartition(frameworkId) })).map(liveRuleOf);

/** A page of a framework's live rules, by use case. */
export async function pageOfLiveRules(
  frameworkId: string,
  paging: Paging,
): Promise<Page<LiveRule>> {
  return pageOf({ partitions: [rulesPartition(frameworkId)] }, paging, liveRuleOf);
}

/** Every version of one rule with its content, oldest first; one query. */
export async function getRuleHistory(
  frameworkId: string,
  useCaseId: string,
): Promise<(RuleVersion & { content: Rule })[]> {
  const items = await queryAll({ pk: historyPartition(frameworkId, useCaseId) });
  const contents = new Map(
    items.filter((item) => item.content).map((item) => [String(item.sk).slice(8), item.content]),
  );
  return items
    .filter((item) => item.version)
    .map((item) => item.version as RuleVersion)
    .map((version) => ({ ...version, content: contents.get(version.content_hash) as Rule }));
}

/** The versions of one rule without their contents, oldest first. */
export const getVersions = async (frameworkId: string, useCaseId: string): Promise<RuleVersion[]> =>
  (await queryAll({ pk: historyPartition(frameworkId, useCaseId), prefix: "VERSION#" })).map(
    (item) => item.version as RuleVersion,
  );

/** Versions read at once, in calls of 100. */
const VERSIONS_AT_ONCE = 2000;

/** By rule, its versions before the live one, without their contents, oldest first. */
export async function earlierVersions(
  live: readonly LiveRule[],
): Promise<ReadonlyMap<string, readonly RuleVersion[]>> {
  const wanted = live.flatMap(({ framework_id, version, rule: { use_case_id } }) =>
    Array.from({ length: version - 1 }, (_, i) => ({
      use_case_id,
      key: { pk: historyPartition(framework_id, use_case_id), sk: versionName(i + 1) },
    })),
  );
  const items: (Item | null)[] = [];
  for (let at = 0; at < wanted.length; at += VERSIONS_AT_ONCE) {
    const part = wanted.slice(at, at + VERSIONS_AT_ONCE);
    items.push(...(await getItems(part.map(({ key }) => key))));
  }
  const found = wanted.map(({ use_case_id }, i) => ({
    use_case_id,
    version: items[i]?.version as RuleVersion | undefined,
  }));
  return new Map(
    [...Map.groupBy(found, ({ use_case_id }) => use_case_id)].map(([id, group]) => [
      id,
      group.flatMap(({ version }) => (version === undefined ? [] : [version])),
    ]),
  );
}

/** A version's number in a key, so that keys sort by it. */
export const versionText = (version: number): string => String(version).padStart(6, "0");

const versionName = (version: number): string => `VERSION#${versionText(version)}`;

/** One wording of a rule. */
export interface ContentId {
  framework_id: string;
  use_case_id: string;
  content_hash: string;
}

/** Contents by rule and hash, in that order; null for a missing one. */
export const contentsRead = (wanted: readonly ContentId[]): Read<(Rule | null)[]> =>
  readEach(
    wanted.map(({ framework_id, use_case_id, content_hash }) =>
      contentKey(framework_id, use_case_id, content_hash),
    ),
    contentOf,
  );

/** Where the facts of those wordings were read, in that order, from the same items as the contents. */
export const sourcesRead = (wanted: readonly ContentId[]): Read<(SourceStatus | null)[]> => ({
  keys: wanted.map(({ framework_id, use_case_id, content_hash }) =>
    contentKey(framework_id, use_case_id, content_hash),
  ),
  from: (items) => items.map((item) => (item?.source_status as SourceStatus | undefined) ?? null),
});

export const getContents = async (wanted: readonly ContentId[]): Promise<(Rule | null)[]> =>
  (await readTogether({ contents: contentsRead(wanted) })).contents;

/** The content a version names. @throws Error if it is missing: contents are never deleted. */
export async function getContent(
  frameworkId: string,
  useCaseId: string,
  hash: string,
): Promise<Rule> {
  const item = await getItem(contentKey(frameworkId, useCaseId, hash));
  if (item === null) throw new Error(`The content ${hash} of ${useCaseId} is missing.`);
  return contentOf(item);
}

export interface RuleChange {
  next: LiveRule;
  /** What the change replaces; null for a new rule. */
  before: LiveRule | null;
}

/**
 * Writes changed rules, their new versions (none if only the source changed) and the audit row, if
 * the framework exists and every rule still has the version and the source that were read.
 */
export function writeRules(
  frameworkId: string,
  changes: readonly RuleChange[],
  row: AuditRow,
  now: string,
): Promise<Outcome> {
  const imported = putLoggedRow(row);
  return transact({
    framework: frameworkUpdated(frameworkId, now),
    changes: changes.flatMap((one) => changeActions(one, imported)),
    row: imported,
  });
}

function changeActions({ next, before }: RuleChange, imported: readonly Action[]): Action[] {
  const { framework_id, rule, version, content_hash, updated_at } = next;
  const record: RuleVersion = { version, content_hash, created_at: updated_at };
  const live: Action = put(
    { ...liveKey(framework_id, rule.use_case_id), ...liveEntity.toItem(next) },
    before === null ? isAbsent("pk") : isAsRead(before),
  );
  return [
    toNameWriter(toNameRow(live, imported)),
    ...(version === before?.version
      ? []
      : [
          insert({
            pk: historyPartition(framework_id, rule.use_case_id),
            sk: versionName(version),
            version: record,
          }),
        ]),
    change(contentKey(framework_id, rule.use_case_id, content_hash), {
      setIfAbsent: { content: rule },
      set: { source_status: next.source_status },
    }),
  ];
}

const isAsRead = ({ version, source_status, source_read_on }: LiveRule) =>
  liveEntity.unchanged({ version, source_status, source_read_on });

const contentOf = (item: Item): Rule => item.content as Rule;

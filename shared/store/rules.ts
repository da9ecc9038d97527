import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { LiveRule, RuleVersion } from "#shared/domain/frameworks/live-rule.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { putAuditRow } from "./audit.ts";
import { entity } from "./entity.ts";
import { frameworkKey } from "./frameworks.ts";
import { type Page, type Paging, readPage } from "./page.ts";
import { getItem, getItems, type Item, queryAll } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 * RULES#<framework>            / <use_case_id>     the live rule
 * RULE#<framework>#<use_case>  / VERSION#<n>       one version: number, hash, since when
 * RULE#<framework>#<use_case>  / CONTENT#<hash>    the content, immutable, by its hash
 */

const rulesPartition = (frameworkId: string): string => `RULES#${frameworkId}`;
export const liveKey = (frameworkId: string, useCaseId: string): Key => ({
  pk: rulesPartition(frameworkId),
  sk: useCaseId,
});
const historyPartition = (frameworkId: string, useCaseId: string): string =>
  `RULE#${frameworkId}#${useCaseId}`;

export const contentKey = (frameworkId: string, useCaseId: string, hash: string): Key => ({
  pk: historyPartition(frameworkId, useCaseId),
  sk: `CONTENT#${hash}`,
});

const liveEntity = entity<LiveRule>("live", {});
export const liveRuleOf = liveEntity.fromItem;

export async function getLiveRules(
  frameworkId: string,
  useCaseIds: readonly string[],
): Promise<(LiveRule | null)[]> {
  const items = await getItems(useCaseIds.map((id) => liveKey(frameworkId, id)));
  return items.map((item) => (item ? liveRuleOf(item) : null));
}

/** Every live rule of a framework, by use case. */
export const allLiveRules = async (frameworkId: string): Promise<LiveRule[]> =>
  (await queryAll({ pk: rulesPartition(frameworkId) })).map(liveRuleOf);

/** A page of a framework's live rules, by use case. */
export async function pageOfLiveRules(
  frameworkId: string,
  paging: Paging,
): Promise<Page<LiveRule>> {
  const partition = rulesPartition(frameworkId);
  const page = await readPage({ scope: partition, partitions: [partition] }, paging);
  return { ...page, items: page.items.map(liveRuleOf) };
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

/** Contents by rule and hash, in that order; null: there is none. */
export const getContents = async (
  wanted: readonly { framework_id: string; use_case_id: string; content_hash: string }[],
): Promise<(Rule | null)[]> =>
  (
    await getItems(
      wanted.map(({ framework_id, use_case_id, content_hash }) =>
        contentKey(framework_id, use_case_id, content_hash),
      ),
    )
  ).map((item) => (item ? contentOf(item) : null));

/** A content that a version names; contents are never deleted. */
export async function getContent(
  frameworkId: string,
  useCaseId: string,
  hash: string,
): Promise<Rule> {
  const item = await getItem(contentKey(frameworkId, useCaseId, hash));
  if (item === null) throw new Error(`The content ${hash} of ${useCaseId} is not there.`);
  return contentOf(item);
}

export interface RuleChange {
  next: LiveRule;
  /** The version the change assumes; null for a new rule. */
  before: number | null;
}

/**
 * Writes changed rules, their new versions and the audit row, if the framework exists and every
 * rule still stands at the version assumed.
 */
export function putRules(
  frameworkId: string,
  changes: readonly RuleChange[],
  row: AuditRow,
): Promise<Outcome> {
  return transact({
    framework: {
      ConditionCheck: {
        Key: frameworkKey(frameworkId),
        ConditionExpression: "attribute_exists(pk)",
      },
    },
    changes: changes.flatMap(changeActions),
    row: putAuditRow(row),
  });
}

function changeActions({ next, before }: RuleChange): Action[] {
  const { framework_id, rule, version, content_hash, updated_at } = next;
  const record: RuleVersion = { version, content_hash, created_at: updated_at };
  return [
    {
      Put: {
        Item: { ...liveKey(framework_id, rule.use_case_id), ...liveEntity.toItem(next) },
        ...(before === null
          ? { ConditionExpression: "attribute_not_exists(pk)" }
          : {
              ConditionExpression: "#live.#version = :before",
              ExpressionAttributeNames: { "#live": "live", "#version": "version" },
              ExpressionAttributeValues: { ":before": before },
            }),
      },
    },
    {
      Put: {
        Item: {
          pk: historyPartition(framework_id, rule.use_case_id),
          sk: `VERSION#${String(version).padStart(6, "0")}`,
          version: record,
        },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    {
      Update: {
        Key: contentKey(framework_id, rule.use_case_id, content_hash),
        UpdateExpression: "SET #content = if_not_exists(#content, :content)",
        ExpressionAttributeNames: { "#content": "content" },
        ExpressionAttributeValues: { ":content": rule },
      },
    },
  ];
}

export const contentOf = (item: Item): Rule => item.content as Rule;

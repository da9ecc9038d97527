import type { frameworkActions } from "#shared/domain/audit/frameworks.ts";
import { illegal, type LifeRow, type Refusal, type Step } from "#shared/domain/audit/life.ts";
import type { ContextOf } from "#shared/domain/audit/row.ts";
import { sameJson } from "#shared/domain/canonical-json.ts";
import { valueHash } from "#shared/domain/evidence/hashes.ts";
import type { EnforcementEvent } from "./enforcement.ts";
import type { LiveRule } from "./live-rule.ts";
import type { StoredEvent } from "./plan-enforcement.ts";
import type { RuleSource } from "./rule.ts";

/*
 * The state of a framework, row by row: what it is called, the wording of its rules, and what courts
 * and authorities did to its enforcement. Imports and recordings write their rows through it; the
 * replay judges rows by it.
 */

type Actions = typeof frameworkActions;
type Said<A extends keyof Actions> = ContextOf<Actions, A>;

/** A wording of a rule, and since when it was live, ISO 8601 UTC. */
interface Wording {
  content_hash: string;
  created_at: string;
}

/** A rule, as given by the imports that name it. */
interface RuleLife extends RuleSource {
  /** Every wording, the live one last. */
  versions: readonly [...Wording[], Wording];
}

type RecordedEvent = EnforcementEvent & { version: number; recorded_at: string };

export interface FrameworkLife {
  /** As in the newest row that changed it; null: the writer of a row need not know it. */
  content: Omit<Said<"framework.updated">, "framework_id" | "canary"> | null;
  rules: ReadonlyMap<string, RuleLife>;
  /** Every version of each event, the present one last. */
  events: ReadonlyMap<string, readonly [...RecordedEvent[], RecordedEvent]>;
}

const noSource: RuleSource = { source_status: null, source_read_on: null };

const sourceIn = ({ source_status, source_read_on }: RuleSource): RuleSource => ({
  source_status,
  source_read_on,
});

export const liveIn = ({ versions }: RuleLife): Wording => versions.at(-1) as Wording;

type Change = (before: FrameworkLife, row: LifeRow) => FrameworkLife | Refusal;

/** What an import does to a rule. */
function changeOf(before: RuleLife | undefined, content_hash: string) {
  if (before === undefined) return "created";
  return liveIn(before).content_hash === content_hash ? "unchanged" : "updated";
}

const imported: Change = (before, { context, created_at }) => {
  const said = context as Said<"rules.imported">;
  const rules = new Map(before.rules);
  const sources = new Map((said.sources ?? []).map((one) => [one.use_case_id, one]));
  const named = { created: new Set(said.created), updated: new Set(said.updated) };
  for (const { use_case_id, content_hash } of said.content_hashes) {
    const known = before.rules.get(use_case_id);
    const change = changeOf(known, content_hash);
    const source = sourceIn((sources.get(use_case_id) ?? known ?? noSource) as RuleSource);
    sources.delete(use_case_id);
    const isNamed = change === "unchanged" || named[change].delete(use_case_id);
    if (!isNamed || rules.get(use_case_id) !== known) {
      return illegal(`it says something else of ${use_case_id} than that it is ${change}.`);
    }
    const versions = known?.versions ?? [];
    if (known !== undefined && change === "unchanged") {
      if (sameJson(source, sourceIn(known)))
        return illegal(`it changes nothing of ${use_case_id}.`);
      rules.set(use_case_id, { ...known, ...source });
    } else
      rules.set(use_case_id, { ...source, versions: [...versions, { content_hash, created_at }] });
  }
  const isMore = named.created.size + named.updated.size + sources.size > 0;
  return isMore || said.content_hashes.length === 0
    ? illegal("it names rules without saying what their wording hashes to.")
    : { ...before, rules };
};

const recorded: Change = (before, { context, created_at: recorded_at }) => {
  const {
    framework_id: _,
    canary: __,
    event_id,
    version,
    content_hash,
    ...said
  } = context as Said<"framework.enforcement.recorded">;
  const event = { id: event_id, ...said } as EnforcementEvent;
  const versions = before.events.get(event_id) ?? [];
  const known = versions.at(-1);
  if (valueHash(event) !== content_hash) return illegal("it does not match its content hash.");
  if (version !== (known?.version ?? 0) + 1) return illegal("it is not the event's next version.");
  if (known !== undefined && sameJson(eventIn(known), event)) return illegal("it changes nothing.");
  const rule = event.use_case_ids?.find((id) => !before.rules.has(id));
  if (rule !== undefined) return illegal(`it concerns ${rule}, which is no rule of the framework.`);
  const ended = event.ends?.find((id) => !before.events.has(id));
  if (ended !== undefined) return illegal(`it ends ${ended}, which nobody recorded.`);
  const next = [...versions, { ...event, version, recorded_at }] as const;
  return { ...before, events: new Map([...before.events, [event_id, next]]) };
};

const eventIn = ({ version, recorded_at, ...event }: RecordedEvent): EnforcementEvent => event;

const changes: Readonly<Record<string, Change>> = {
  "rules.imported": imported,
  "framework.enforcement.recorded": recorded,
};

/** The state of a framework after a row. */
export const frameworkStep: Step<FrameworkLife> = (before, row) => {
  const { action, context, resource_id } = row;
  if (context.framework_id !== resource_id) return illegal("it names another framework.");
  if (action !== "framework.updated") {
    if (before === null) return illegal("there was no such framework.");
    return Object.hasOwn(changes, action) ? (changes[action] as Change)(before, row) : before;
  }
  const { framework_id: _, canary: __, ...content } = context as Said<"framework.updated">;
  if (before === null) return { content, rules: new Map(), events: new Map() };
  return sameJson(content, before.content)
    ? illegal("it changes nothing.")
    : { ...before, content };
};

/** A framework from the table, with the parts that a row about to be written depends on. */
export const lifeOf = (
  rules: readonly LiveRule[],
  events: readonly StoredEvent[] = [],
): FrameworkLife => ({
  content: null,
  rules: new Map(
    rules.map(({ rule, content_hash, updated_at: created_at, source_status, source_read_on }) => [
      rule.use_case_id,
      { source_status, source_read_on, versions: [{ content_hash, created_at }] },
    ]),
  ),
  events: new Map(events.map(({ bytes: _, ...event }) => [event.id, [event]])),
});

import type { EnforcementEvent } from "#shared/domain/frameworks/enforcement.ts";
import {
  type FrameworkLife,
  lifeOf as lifeOfStored,
  liveIn,
} from "#shared/domain/frameworks/life.ts";
import { contentHash, type Rule, ruleSchema } from "#shared/domain/frameworks/rule.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import type { Asked } from "./asked.ts";
import { byId, compared, type Difference, dated, type Members, only } from "./difference.ts";

/* A framework's name, all wordings of its rules, and how it was enforced. */

const AT_ONCE = 8;

export const lifeOf = ({ world }: Asked, id: string): FrameworkLife =>
  world.find("framework", id)?.state ?? lifeOfStored([]);

/** The newest version of each event of a framework. */
export const presentEvents = ({ events }: FrameworkLife): EnforcementEvent[] =>
  [...events.values()].flatMap((versions) => versions.at(-1) ?? []);

export function compareFrameworks(
  asked: Asked,
  listed: ReadonlyMap<string, Members>,
): Difference[] {
  const known = asked.world.all.filter(
    ({ type, id }) => type === "framework" && !isCanaryFramework(id),
  );
  const meant = new Map<string, Members>(
    known.map(({ id }) => [id, { ...lifeOf(asked, id).content }]),
  );
  return compared("framework", listed, meant);
}

/**
 * Compares every version of every rule and of every event of a framework.
 * @param listed its rules, as the list shows them
 * @param rules their wordings; null for a rule whose wording is invalid
 */
export async function compareBook(
  asked: Asked,
  id: string,
  listed: readonly Members[],
  rules: ReadonlyMap<string, Rule | null>,
): Promise<Difference[]> {
  const path = `/admin/frameworks/${encodeURIComponent(id)}`;
  const life = lifeOf(asked, id);
  const said = new Map<string, Members>();
  await eachBounded(rules, AT_ONCE, async ([name, rule]) => {
    const { versions } = await asked.service.get(`${path}/rules/${encodeURIComponent(name)}`);
    said.set(name, {
      wording: wordingOf(id, rule),
      versions: (versions as Members[]).map(({ content, ...version }, at) => ({
        ...dated(version, "created_at", life.rules.get(name)?.versions[at]),
        wording: wordingOf(id, content as Rule),
      })),
    });
  });
  for (const rule of listed) {
    const name = String(rule.use_case_id);
    const since = life.rules.get(name)?.versions.at(-1)?.created_at;
    said.set(name, { ...dated(rule, "updated_at", { updated_at: since }), ...said.get(name) });
  }
  const meant = new Map<string, Members>(
    [...life.rules].map(([name, { versions, ...source }]) => {
      const { content_hash } = liveIn({ versions, ...source });
      const all = versions.map((one, at) => ({
        ...{ ...one, version: at + 1, wording: one.content_hash },
      }));
      const updated_at = versions.at(-1)?.created_at;
      const live = { content_hash, wording: content_hash, version: versions.length, updated_at };
      return [name, { ...live, ...only(source, sourceMembers), versions: all }];
    }),
  );
  const { events } = await asked.service.get(`${path}/enforcement`);
  return [
    ...compared(`wording of ${id}`, said, meant),
    ...compared(`enforcement of ${id}`, saidOf(events as Members[], life), recordedIn(life)),
  ];
}

const sourceMembers = ["source_status", "source_read_on"] as const;

const wordingOf = (framework: string, rule: Rule | null): string | null =>
  rule === null ? null : contentHash(framework, rule);

const saidOf = (events: readonly Members[], life: FrameworkLife): Map<string, Members> =>
  new Map(
    [...byId(events)].map(([id, { recorded_at: _, ...event }]) => {
      const meant = life.events.get(id) ?? [];
      const versions = (event.versions as Members[]).map((one, at) =>
        dated(one, "recorded_at", meant[at]),
      );
      return [id, { ...event, versions }];
    }),
  );

const recordedIn = ({ events }: FrameworkLife): Map<string, Members> =>
  new Map(
    [...events].map(([id, versions]) => {
      const {
        version: _,
        recorded_at: __,
        ...event
      } = versions.at(-1) as Members | object as Members;
      return [id, { ...event, versions }];
    }),
  );

/** Made once, because making it takes longer than reading a rule with it. */
const wording = ruleSchema();

/** The wording of a listed rule, without the other members; null: it is not a valid wording. */
export function ruleIn(listed: Members): Rule | null {
  const names = Object.keys(wording.shape);
  const { success, data } = wording.safeParse(
    Object.fromEntries(names.flatMap((name) => (name in listed ? [[name, listed[name]]] : []))),
  );
  return success ? data : null;
}

import { type Job, type JobId, jobs } from "#shared/routes/contract/jobs.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { allRoutes, type OperationId, type Routes } from "#shared/routes/table/all-routes.ts";
import type { Api, ApiAnswer } from "#test/support/system.ts";
import { saying } from "./saying.ts";
import type { World } from "./world.ts";

/** Every function: an operation's or a job's. */
export type UnitId = OperationId | JobId;

/**
 * What is asked of an operation beyond its entry: method, path, who asks and what the path names follow
 * from that. A job is run.
 */
interface Asked {
  /** What has to be there beforehand, besides what the path names. */
  after?: keyof World;
  /** What stands in the path's braces, where it is not what `places` says. */
  params?: Readonly<Record<string, string>>;
  /** As in the address. */
  query?: string;
  body?: unknown;
  by?: Api;
  /** What the answer must say: a request may succeed without having done any work. */
  says?: Readonly<Record<string, unknown>>;
}

/** A request that must succeed, or what prepares it and returns it. */
export type Scenario = Asked | ((world: World) => Promise<Asked | (() => Promise<ApiAnswer>)>);

/** Operations that take a body, each of which has a scenario: one without is a compile error. */
type TakesBody = {
  [Id in OperationId]: Routes[Id] extends { body: unknown } ? Id : never;
}[OperationId];
export type AllScenarios = Scenarios & Readonly<Record<TakesBody, Scenario>>;

/** By function; one without needs nothing but what its path names. */
export type Scenarios = Partial<Record<UnitId, Scenario>>;

/** Further requests to a function with a different cost, by what distinguishes them. */
export type Variants = Partial<Record<UnitId, Readonly<Record<string, Scenario>>>>;

type Params = Readonly<Record<string, string>>;
type Place = readonly [RegExp, (world: World, path: string) => Promise<Params>];

/** What the braces of a path stand for; the first that fits. */
const places: readonly Place[] = [
  [/^\/admin\/frameworks\/\{/, ofBook],
  [/^\/admin\/counsel\/\{counsel_id\}\/keys/, (world) => world.passkey()],
  [/^\/admin\/counsel\/\{/, ofBook],
  [/^\/admin\/rule-reviews\/\{id\}\/(evidence|bundle|certificate)/, ofDecided],
  [/^\/(admin\/rule-reviews|counsel\/review)\/\{/, ofBook],
  [/^\/admin\/review-panels\/\{/, async (world) => ({ id: (await world.panel()).panel.id })],
  [/^\/counsel\/key\/\{/, async (world) => ({ token: await world.invitation() })],
  [/^\/counsel\/reminders\/\{/, async (world) => ({ token: (await world.mailed()).stopToken })],
  [/^\/admin\/rooms\/\{id\}\/questions\/\{/, (world) => world.question()],
  [/^\/(room|admin\/rooms)\/\{\w+\}\/questions/, (world) => ofRoom(world.askingRoom())],
  [/^\/room\/\{token\}$/, async () => ({ token: "any-token" })],
  [/^\/admin\/rooms\/\{/, (world) => ofRoom(world.room())],
  [/^\/room\/\{/, (world) => ofVisit(world)],
  [/^\/admin\/tenants\/\{/, async (world) => ({ tenant_id: (await world.tenant()).id })],
  [
    /^\/connections\/\{id\}\/(discovery-runs|reauthorize)/,
    async (world) => ({ id: await world.cloudConnection() }),
  ],
  [
    /eventbus/,
    async (world) => {
      const { connectionId } = await world.customer();
      return { id: connectionId, connection_id: connectionId };
    },
  ],
  [/^\/connections\/\{/, async (world) => ({ id: (await world.connection()).id })],
  [/^\/discovery-runs\/\{/, async (world) => ({ run_id: await world.run() })],
  [/^\/artifacts\/\{/, async (world) => ({ id: await world.artifact() })],
  [
    /^\/admin\/clearance\/pipelines\/\{/,
    async (world) => {
      await world.pipeline();
      return { pipeline_id: "bench" };
    },
  ],
  [/webhook-endpoints\/\{id\}\/deliveries/, (world, path) => world.delivered(path)],
  [/webhook-endpoints\/\{/, async (world, path) => ({ id: (await world.endpoint(path)).id })],
  [
    /^\/evidence\/log\/(tile|proof)/,
    async (world) => ({ row_hash: await world.leaf(), tile: "0/000.p/1" }),
  ],
];

async function ofBook(world: World): Promise<Params> {
  const { frameworkId, counselId, review, token } = await world.book();
  return {
    framework_id: frameworkId,
    use_case_id: "rule.a",
    counsel_id: counselId,
    id: review.id,
    token,
  };
}

async function ofDecided(world: World): Promise<Params> {
  await world.decided();
  return ofBook(world);
}

type Room = Awaited<ReturnType<World["room"]>>;

const ofRoom = async (made: Promise<Room>): Promise<Params> => {
  const { room, token } = await made;
  return { id: room.id, token };
};

async function ofVisit(world: World): Promise<Params> {
  const { token, decided } = await world.room();
  const { frameworkId, review } = decided;
  return { token, id: review.id, framework_id: frameworkId, use_case_id: "rule.a" };
}

const entryOf = (id: UnitId): Pick<Route, "method" | "path" | "access"> =>
  allRoutes.find((entry) => entry.id === id) ?? {
    method: "POST",
    path: `/_local/schedules/${(jobs as Record<string, Job>)[id]?.schedule?.name}/run`,
    access: "public",
  };

/** The client that may call an operation. */
async function clientFor(world: World, access: Route["access"]): Promise<Api> {
  const { system } = world;
  if (access === "user") return (await world.tenant()).member;
  if (access === "org") return (await world.tenant()).org;
  if (access === "pipeline") return system.api(await system.ci.token());
  return access === "platform" || access === "signed_in" ? system.admin : system.api();
}

/** Prepares a function's request. @returns sends it */
export async function requestOf(
  id: UnitId,
  scenario: Scenario,
  world: World,
): Promise<() => Promise<ApiAnswer>> {
  const asked = typeof scenario === "function" ? await scenario(world) : scenario;
  if (typeof asked === "function") return asked;
  const { method, path, access } = entryOf(id);
  const { after, query, body, says = {} } = asked;
  if (after !== undefined) await (world[after] as () => Promise<unknown>)();
  const place = asked.params ? undefined : places.find(([pattern]) => pattern.test(path));
  const params = asked.params ?? (path.includes("{") ? await place?.[1](world, path) : {}) ?? {};
  const api = asked.by ?? (await clientFor(world, access));
  const filled = path.replace(/\{(\w+)\+?\}/g, (_, name) => params[name] ?? "");
  return () => saying(api(method, query ? `${filled}?${query}` : filled, body), says);
}

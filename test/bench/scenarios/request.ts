import { type Job, type JobId, jobs } from "#shared/routes/contract/jobs.ts";
import { openapiDocument } from "#shared/routes/contract/openapi.ts";
import { exampleOf } from "#shared/routes/contract/openapi-examples.ts";
import type { Json } from "#shared/routes/contract/openapi-schemas.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { allRoutes, type OperationId } from "#shared/routes/table/all-routes.ts";
import type { Api, ApiAnswer } from "#test/support/system.ts";
import { placeOf } from "./places.ts";
import { saying } from "./saying.ts";
import type { Names, World } from "./world.ts";

/** Every function: an operation's or a job's. */
export type UnitId = OperationId | JobId;

/**
 * What a request to an operation needs beyond its entry (method, path, caller), the names in its path
 * (places.ts) and the OpenAPI document's own example of its body with these names. A job is run.
 */
interface Asked {
  /** What must exist beforehand, besides what the path names. */
  after?: keyof World;
  /** Names that differ from those of the path's place. */
  names?: Names;
  body?: unknown;
  query?: string;
  /** What the answer must contain, because a request may succeed without having done any work. */
  says?: Readonly<Record<string, unknown>>;
}

/** A request that must succeed, or a function that prepares and returns it. */
export type Scenario = Asked | ((world: World) => Promise<Asked | (() => Promise<ApiAnswer>)>);

/** By function; most need none. */
export type Scenarios = Partial<Record<UnitId, Scenario>>;

/** Further requests to a function with a different cost, by what distinguishes them. */
export type Variants = Partial<Record<UnitId, Readonly<Record<string, Scenario>>>>;

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: { "application/json": { example: unknown } } };
}

/** Operations of the OpenAPI document, by id. */
const operations = new Map(
  Object.values(openapiDocument().paths as Record<string, Record<string, Operation>>)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
);

/** An example in which each field that names something, at any depth, names what exists. */
function about(names: Names, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => about(names, one));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([field, own]) => [
    field,
    Object.hasOwn(names, field) ? names[field] : about(names, own),
  ]);
  return Object.fromEntries(fields);
}

/** The query's required parameters. */
const queryOf = (names: Names, parameters: Operation["parameters"] = []): string =>
  parameters
    .filter(({ in: where, required }) => where === "query" && required)
    .map(({ name, schema }) => `${name}=${names[name] ?? exampleOf(schema, name)}`)
    .join("&");

type Entry = Pick<Route, "method" | "path" | "access" | "scope">;

const entryOf = (id: UnitId): Entry =>
  allRoutes.find((entry) => entry.id === id) ?? {
    method: "POST",
    path: `/_local/schedules/${(jobs as Record<string, Job>)[id]?.schedule?.name}/run`,
    access: "public",
  };

/** What only tenants have, though the platform's machines have the scope, too. */
const ofTenants: ReadonlySet<string> = new Set(["/machine/clearance/systems"]);

/** The client that may call an operation. */
async function clientFor(world: World, { access, scope, path }: Entry): Promise<Api> {
  const { system } = world;
  if (access === "user") return (await world.tenant()).member;
  if (access === "org") return (await world.tenant()).org;
  if (access === "pipeline") return system.api(await system.ci.token());
  if (scope !== undefined) return world.machineFor(scope, ofTenants.has(path));
  return access === "platform" || access === "signed_in" ? system.admin : system.api();
}

/** These always answer with a refusal. */
const refusing: ReadonlySet<UnitId> = new Set<UnitId>(["getMcp", "deleteMcp"]);

/** Prepares a function's request. @returns sends it, and throws an Error if it is refused */
export async function requestOf(
  id: UnitId,
  scenario: Scenario,
  world: World,
): Promise<() => Promise<ApiAnswer>> {
  const send = await preparedOf(id, scenario, world);
  return async () => {
    const answer = await send();
    if (answer.status < 400 || refusing.has(id)) return answer;
    throw new Error(`The scenario of ${id} was refused: ${answer.status} ${answer.text}`);
  };
}

async function preparedOf(
  id: UnitId,
  scenario: Scenario,
  world: World,
): Promise<() => Promise<ApiAnswer>> {
  const asked = typeof scenario === "function" ? await scenario(world) : scenario;
  if (typeof asked === "function") return asked;
  const entry = entryOf(id);
  const { method, path } = entry;
  const names: Names = { ...(await placeOf(world, method, path)), ...asked.names };
  if (asked.after !== undefined) await (world[asked.after] as () => Promise<unknown>)();
  const operation = operations.get(id);
  const example = operation?.requestBody?.content["application/json"].example;
  const body = asked.body ?? about(names, example);
  const query = asked.query ?? queryOf(names, operation?.parameters);
  const api = await clientFor(world, entry);
  const filled = path.replace(/\{(\w+)\+?\}/g, (_, name) => String(names[name]));
  return () => saying(api(method, query ? `${filled}?${query}` : filled, body), asked.says ?? {});
}

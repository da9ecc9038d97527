import operations from "virtual:operations";
import type * as z from "zod/mini";
import type { OperationId, Routes } from "#shared/routes/table/all-routes.ts";
import { renewSignIn, session } from "./session.ts";

type Schema = () => z.ZodMiniType;

/** The operations that need a sign-in: all that the console calls. */
export type Operation = {
  [Id in OperationId]: Routes[Id]["access"] extends "user" | "org" | "platform" ? Id : never;
}[OperationId];

type Part<Id extends Operation, K extends string> =
  Routes[Id] extends Record<K, infer S extends Schema>
    ? { [P in K]: z.input<ReturnType<S>> }
    : unknown;

/** What an operation takes, as the route table types it. */
export type Request<Id extends Operation> = Part<Id, "params"> &
  Partial<Part<Id, "query">> &
  Part<Id, "body">;

type AnswersOf<R> = {
  [S in keyof R]: R[S] extends { schema: infer B extends Schema } ? z.output<ReturnType<B>> : never;
}[keyof R];

/** What an operation answers, as its schema types it. */
export type Answer<Id extends Operation> = AnswersOf<Routes[Id]["responses"]>;

/** One entry of a list's answer. */
export type Item<Id extends Operation> = Answer<Id> extends { items: (infer I)[] } ? I : never;

interface FieldError {
  path: string;
  message: string;
}

interface Problem {
  kind: "problem";
  status: number;
  /** The service's own code; empty when something before it answered. */
  code: string;
  detail: string;
  requestId: string;
  errors: readonly FieldError[];
  /** The whole problem document: some codes bring members of their own. */
  document: Readonly<Record<string, unknown>>;
}

/** The network or something on the way failed: whether the service did it is not known. */
interface Unreachable {
  kind: "unreachable";
}

export type Failure = Problem | Unreachable;
export type Outcome<T> = { kind: "done"; body: T } | Failure;

const PATIENCE_MS = 35_000;

/** Calls one operation of the API; an ended sign-in is renewed once on the way. */
export async function call<Id extends Operation>(
  id: Id,
  request?: Request<Id>,
): Promise<Outcome<Answer<Id>>> {
  const outcome = await exchange(id, request as Untyped);
  if (outcome.kind !== "done") return outcome;
  return {
    kind: "done",
    body: (outcome.body === "" ? null : JSON.parse(outcome.body)) as Answer<Id>,
  };
}

/** The same for an answer whose exact bytes matter, such as a bundle. */
export const callForText = <Id extends Operation>(
  id: Id,
  request?: Request<Id>,
): Promise<Outcome<string>> => exchange(id, request as Untyped);

interface Untyped {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

async function exchange(id: Operation, request: Untyped = {}): Promise<Outcome<string>> {
  const outcome = await send(id, request);
  const isSignedOut = outcome.kind === "problem" && outcome.status === 401 && outcome.code === "";
  return isSignedOut && (await renewSignIn()) ? send(id, request) : outcome;
}

async function send(
  id: Operation,
  { params = {}, query = {}, body }: Untyped,
): Promise<Outcome<string>> {
  const [method = "GET", path = ""] = operations[id] ?? [];
  try {
    const response = await fetch(`${fill(path, params)}${search(query)}`, {
      method,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${session.value?.token ?? ""}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    if (response.ok) return { kind: "done", body: checked(text) };
    return problemOf(response.status, JSON.parse(text));
  } catch {
    return { kind: "unreachable" };
  }
}

/** An answer that is not JSON is not the service's: a proxy's or a hotel network's page. */
function checked(text: string): string {
  if (text !== "") JSON.parse(text);
  return text;
}

function problemOf(status: number, document: Record<string, unknown>): Problem {
  const {
    code = "",
    detail = "",
    request_id = "",
    errors = [],
  } = document as unknown as {
    code?: string;
    detail?: string;
    request_id?: string;
    errors?: FieldError[];
  };
  return { kind: "problem", status, code, detail, requestId: request_id, errors, document };
}

const fill = (path: string, params: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

function search(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  return given.length === 0
    ? ""
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** All pages of a list, one after another, up to `most` entries. */
export async function callAll<Id extends Operation>(
  id: Id,
  request: Request<Id>,
  most = 2000,
): Promise<Outcome<Item<Id>[]>> {
  const items: Item<Id>[] = [];
  let cursor: string | undefined;
  do {
    const given = request as Untyped;
    const query = { ...given.query, limit: "200", ...(cursor === undefined ? {} : { cursor }) };
    const outcome = await call(id, { ...given, query } as unknown as Request<Id>);
    if (outcome.kind !== "done") return outcome;
    const page = outcome.body as { items: Item<Id>[]; next_cursor: string | null };
    items.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && items.length < most);
  return { kind: "done", body: items };
}

/** May the person who is signed in call this operation? By the access word of the route table. */
export function may(id: Operation): boolean {
  const person = session.value?.person;
  const access = operations[id]?.[2];
  if (person === undefined) return false;
  if (access === "platform") return person.isPlatformAdmin;
  if (person.tenantId === null) return false;
  return access === "user" || person.orgRole === "admin";
}

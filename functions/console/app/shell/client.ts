import operations from "virtual:operations";
import type * as z from "zod/mini";
import type { OperationId, Routes } from "#shared/routes/table/all-routes.ts";
import { renewSignIn, session } from "./session.ts";

type Schema = () => z.ZodMiniType;

/** The operations that require sign-in: the only ones that the console calls. */
export type Operation = {
  [Id in OperationId]: Routes[Id]["access"] extends "user" | "org" | "platform" | "signed_in"
    ? Id
    : never;
}[OperationId];

type Part<Id extends Operation, K extends string> =
  Routes[Id] extends Record<K, infer S extends Schema>
    ? { [P in K]: z.input<ReturnType<S>> }
    : unknown;

/** An operation's request, as typed by the route table. */
export type Request<Id extends Operation> = Part<Id, "params"> &
  Partial<Part<Id, "query">> &
  Part<Id, "body">;

/** The console requests audit rows in their own form, never as OCSF events. */
type Shown<T> = T extends { items: (infer I)[] }
  ? Omit<T, "items"> & { items: Exclude<I, { class_uid: number }>[] }
  : T;

type AnswersOf<R> = {
  [S in keyof R]: R[S] extends { schema: infer B extends Schema }
    ? Shown<z.output<ReturnType<B>>>
    : never;
}[keyof R];

/** An operation's response, as typed by its schema. */
export type Answer<Id extends Operation> = AnswersOf<Routes[Id]["responses"]>;

/** One item of a list operation's response. */
export type Item<Id extends Operation> = Answer<Id> extends { items: (infer I)[] } ? I : never;

interface FieldError {
  path: string;
  message: string;
}

interface Problem {
  kind: "problem";
  status: number;
  /** The service's own code; empty if something in front of it responded. */
  code: string;
  detail: string;
  requestId: string;
  errors: readonly FieldError[];
  /** The whole problem document: some codes have additional members. */
  document: Readonly<Record<string, unknown>>;
}

/** The network or an intermediary failed: the service may or may not have done what was asked. */
interface Unreachable {
  kind: "unreachable";
}

export type Failure = Problem | Unreachable;
/** `isMore`: the list goes on after what the body holds. */
export type Outcome<T> = { kind: "done"; body: T; isMore?: boolean } | Failure;

const PATIENCE_MS = 35_000;

/** Calls one operation of the API; if the sign-in has expired, it is renewed once. */
export async function call<Id extends Operation>(
  id: Id,
  request?: Request<Id>,
): Promise<Outcome<Answer<Id>>> {
  const outcome = await exchange(id, request as Untyped, textIn);
  if (outcome.kind !== "done") return outcome;
  return {
    kind: "done",
    body: (outcome.body === "" ? null : JSON.parse(outcome.body)) as Answer<Id>,
  };
}

/** Like `call`, for a response whose exact bytes matter, such as a bundle. */
export const callForText = <Id extends Operation>(
  id: Id,
  request?: Request<Id>,
): Promise<Outcome<string>> => exchange(id, request as Untyped, textIn);

/** Like `call`, for a file of one of the types; by default a PDF. */
export const callForFile = <Id extends Operation>(
  id: Id,
  request?: Request<Id>,
  types: readonly string[] = [PDF],
): Promise<Outcome<Blob>> =>
  exchange(id, request as Untyped, (response) => {
    if (!types.includes(response.headers.get("content-type") ?? "")) {
      throw new TypeError("another type");
    }
    return response.blob();
  });

export const PDF = "application/pdf";

/** Like `call`, with a file as its body. */
export async function callWithFile<Id extends Operation>(
  id: Id,
  request: Request<Id>,
  file: File,
): Promise<Outcome<Answer<Id>>> {
  const outcome = await exchange(id, { ...(request as Untyped), body: file }, textIn);
  return outcome.kind === "done" ? { kind: "done", body: JSON.parse(outcome.body) } : outcome;
}

interface Untyped {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

type ReadBody<T> = (response: Response) => Promise<T>;

/** A response that is not JSON comes from something else: a proxy or a hotel's login page. */
const textIn: ReadBody<string> = async (response) => {
  const text = await response.text();
  if (text !== "") JSON.parse(text);
  return text;
};

async function exchange<T>(
  id: Operation,
  request: Untyped | undefined,
  read: ReadBody<T>,
): Promise<Outcome<T>> {
  const outcome = await send(id, request ?? {}, read);
  const isSignedOut = outcome.kind === "problem" && outcome.status === 401 && outcome.code === "";
  return isSignedOut && (await renewSignIn()) ? send(id, request ?? {}, read) : outcome;
}

async function send<T>(
  id: Operation,
  { params = {}, query = {}, body }: Untyped,
  read: ReadBody<T>,
): Promise<Outcome<T>> {
  const [method = "GET", path = ""] = operations[id] ?? [];
  try {
    const response = await fetch(`${fill(path, params)}${search(query)}`, {
      method,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${session.value?.token ?? ""}`,
        ...(body === undefined ? {} : { "content-type": typeOf(body) }),
      },
      ...(body === undefined ? {} : { body: isFile(body) ? body : JSON.stringify(body) }),
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.ok) return { kind: "done", body: await read(response) };
    return problemOf(response.status, await response.json());
  } catch {
    return { kind: "unreachable" };
  }
}

const isFile = (body: unknown): body is File => body instanceof File;
const typeOf = (body: unknown): string => (isFile(body) ? PDF : "application/json");

/** A refusal that this page makes itself, in the form of the API's refusals. */
export const problem = (
  status: number,
  code: string,
  detail: string,
  errors: readonly FieldError[] = [],
): Failure => ({ kind: "problem", status, code, detail, requestId: "", errors, document: {} });

/** A fault of a field that this page itself found. */
export const refused = (path: string, message: string): Failure =>
  problem(400, "", message, [{ path, message }]);

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

/** All pages of a list, fetched one after another; `isMore`: the list goes on after `most` items. */
export async function callAll<Id extends Operation>(
  id: Id,
  request: Request<Id>,
  most = 2000,
): Promise<{ kind: "done"; body: Item<Id>[]; isMore: boolean } | Failure> {
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
  return { kind: "done", body: items, isMore: cursor !== undefined };
}

/** Whether the signed-in user may change anything at all: readers may not. */
export const mayChange = (): boolean => session.value?.person.isReader !== true;

/** Forms that change something have paths that end in one of these words. */
const forms = /\/(new|new-rule|edit|import)(?=[?#]|$)/;

/** Whether a screen is only for users who may make changes, and this user is not one. */
export const isOffLimits = (path: string): boolean => forms.test(path) && !mayChange();

/** Whether the signed-in user may call this operation, by its access word in the route table. */
export function may(id: Operation): boolean {
  const person = session.value?.person;
  const [, , access, isForReaders] = operations[id] ?? [];
  if (person === undefined) return false;
  if (person.isReader) return isForReaders === true;
  if (access === "platform") return person.isPlatformAdmin;
  if (access === "signed_in") return person.isPlatformAdmin || person.tenantId !== null;
  if (person.tenantId === null) return false;
  return access === "user" || person.orgRole === "admin";
}

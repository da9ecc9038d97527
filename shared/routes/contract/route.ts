import type * as z from "zod/mini";
import type { ErrorCode } from "#shared/domain/errors.ts";
import type { Scope } from "#shared/domain/machines/scopes.ts";
import type { CredentialName } from "#shared/domain/setup/credentials.ts";
import type { WebhookSecretName } from "#shared/domain/setup/webhook-secrets.ts";
import type { SettingName } from "./settings.ts";

/** The areas of the system, named the same in routes, functions, domain and store. */
export type Area =
  | "frameworks"
  | "counsel"
  | "reviews"
  | "panels"
  | "courier"
  | "evidence"
  | "rooms"
  | "clearance"
  | "machines"
  | "webhooks"
  | "log"
  | "setup"
  | "issuer"
  | "tenants"
  | "connections"
  | "discovery"
  | "inventory"
  | "sourcehost"
  | "eventbus"
  | "extractors"
  | "audit"
  | "console"
  | "service";

/**
 * Who may call (contract, "Who may call"): `public`; `counsel` (token in the path); `signed`
 * (webhook signature); `user` (any signed-in user of a tenant); `org` (organisation admin of that
 * tenant); `platform` (is_platform_admin; an organisation admin is not enough); `signed_in` (a platform
 * admin, or any signed-in user of a tenant); `pipeline` (a CI job, by its own OIDC token); `machine` (a
 * registered machine with the entry's scope, by its own OIDC token); `room` (the token of a regulator's
 * room, in the path). A reader (is_reader) may call what `isForReaders` says.
 */
export type Access =
  | "public"
  | "counsel"
  | "signed"
  | "user"
  | "org"
  | "platform"
  | "signed_in"
  | "pipeline"
  | "machine"
  | "room";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** Secrets Manager entries by name; a `*` stands for tenant and provider, or for a connection. */
export type SecretName =
  | "counsel-review-hmac-secret"
  | WebhookSecretName
  | "oidc-issuer-private-key-pem"
  | "oidc-issuer-private-key-pem-previous"
  | "sourcehost-app-private-key"
  | "idp-client-secret"
  | "cloudc-refresh-token-*"
  | "extractor-tenant-*";

/**
 * What a function may access. CDK grants exactly this and passes exactly the matching environment;
 * the function gets nothing else.
 */
export interface Needs {
  table?: "read" | "write";
  readSecrets?: readonly SecretName[];
  /** Creates, describes, writes and relabels these secrets; reads only those in readSecrets. */
  writeSecrets?: readonly SecretName[];
  /** `put`: announces work to the jobs, as events on the default bus. */
  events?: "put";
  /** Creates, changes and deletes the customers' event buses and their rules. */
  buses?: "administer";
  /** Assumes roles that customers created for the platform, through STS. */
  roles?: "assume";
  /** `sign`: signs with the evidence log's keys; `create`: creates a new one. */
  logKey?: "sign" | "create";
  /** `create`: creates a new key for the certificates of the functions that write logged rows. */
  rowsKey?: "create";
  /**
   * `write`: writes rows of the evidence log, and so has writers' certificates signed. No entry sets
   * it: it follows from the audit vocabulary, which names the operations that write each action.
   * `read`: checks the writers' signatures.
   */
  rows?: "write" | "read";
  /** `sign`: signs clearance statements with their key; `create`: creates a new one. */
  clearanceKey?: "sign" | "create";
  /** `use`: encrypts and decrypts the secrets of webhook endpoints. */
  webhookKey?: "use";
  /** Counsel's links in the outbox, if sent only by mail: `seal` encrypts, `open` decrypts. */
  linkKey?: "seal" | "open";
  /** `send`: mails through SES, with the platform's own sender only. */
  mail?: "send";
  /** `put`: adds objects to the bucket that anchors the evidence log's checkpoints. */
  anchors?: "put";
  /** Checks whether these secrets exist, without reading their values. */
  describeSecrets?: readonly SecretName[];
  /** The credentials it uses. It reads each from its entry; none is passed on as a setting. */
  credentials?: readonly CredentialName[];
  /** Checks whether these credentials are set, without reading their values. */
  describeCredentials?: readonly CredentialName[];
  /** `canary`: calls the API's canary paths, with its own role. */
  api?: "canary";
  /** Settings (environment variables) passed on when they are set. */
  settings?: readonly SettingName[];
}

/** Built on demand: building a whole area's schemas cost 10 ms of every cold start. */
type Lazy<S extends z.ZodMiniType> = () => S;

/** The limits of a body's size and content. */
export interface BodyLimits {
  bytes: number;
  /** Objects, lists, texts, numbers, literals and names of members. */
  values: number;
}

/** Most bodies are many times smaller. */
const usualBody: BodyLimits = { bytes: 64 * 1024, values: 2000 };

/** The most that Lambda passes on to a function, and from it. */
export const MAX_BODY_BYTES = 6 * 1024 * 1024;

/** For imports of whole rule books. */
export const importedBody: BodyLimits = { bytes: MAX_BODY_BYTES, values: 100_000 };

/** One answer of an entry. */
export interface ResponseSpec {
  description: string;
  /** Absent if the answer has no body, or a body that is not JSON. */
  schema?: Lazy<z.ZodMiniType>;
  contentType?: string;
  /** Other media types of the same answer. The caller's `accept` header chooses one. */
  alsoAs?: readonly string[];
  /** RFC 8785 canonical JSON: the fields are in that standard's order, not the schema's. */
  canonical?: boolean;
  /** Headers of this answer besides those of every answer: name → description. */
  headers?: Readonly<Record<string, string>>;
}

/** One HTTP endpoint = one Lambda function, as data. */
export interface Route {
  id: string;
  area: Area;
  method: Method;
  path: `/${string}`;
  access: Access;
  summary: string;
  params?: Lazy<z.ZodMiniObject>;
  query?: Lazy<z.ZodMiniObject>;
  /** Headers that the function reads as data: name → description. */
  headers?: Readonly<Record<string, string>>;
  body?: Lazy<z.ZodMiniType>;
  /** The limits of the body, where they are not the usual ones ({@link bodyLimitsOf}). */
  bodyLimits?: BodyLimits;
  /** Media types besides JSON that the function parses itself. */
  accepts?: readonly string[];
  /** Fields of the body that are files in multipart/form-data: name → media type. */
  files?: Readonly<Record<string, string>>;
  responses: Readonly<Record<number, ResponseSpec>>;
  /** Only this endpoint's own. `errorsOf` adds those that every entry of its kind can return. */
  errors?: readonly ErrorCode[];
  needs: Needs;
  /** Allows any origin (CORS): a public document that verifiers in browsers also read. */
  anyOrigin?: boolean;
  /** The same for everybody: its answers say how long to cache them. All others are `no-store`. */
  cacheable?: boolean;
  /** Further paths at which people look for the same page. */
  alsoAt?: readonly `/${string}`[];
  /** Also serves every path below its own, and the empty one (`/docs/`), as `{proxy+}`. */
  servesBelow?: boolean;
  /** The scope that a machine needs. Exactly the entries of access `machine` have one. */
  scope?: Scope;
  /** It changes nothing although its method is not a reading one, so readers may call it, too. */
  onlyReads?: boolean;
  /** The canary also calls it, at `/canary` in place of `/admin`, signed by its role. */
  canary?: boolean;
  /** Writes a link to its log, as the first seed demands: it has a separate, masked log group. */
  logsLinks?: boolean;
}

/** An entry's members besides its head. `on` is its method and path, `GET /admin/rooms/{id}`. */
type Spec = Partial<Route> &
  Omit<Route, "id" | "area" | "method" | "path" | "access"> & {
    on: `${Method} /${string}`;
  };

type Entry<H, Id, S extends Spec> = Omit<H, keyof S> &
  Omit<S, "on"> &
  (S["on"] extends `${infer M extends Method} ${infer P extends `/${string}`}`
    ? { id: Id; method: M; path: P }
    : never);

/**
 * Makes the entries of a table, which share a head; an entry may override it. Tables call both
 * functions as pure, so that a bundle contains only the entry that it serves.
 */
export const entriesOf =
  <const H extends Pick<Route, "area" | "access"> & Partial<Route>>(head: H) =>
  <const Id extends string, const S extends Spec>(
    id: Id,
    spec: S & Record<Exclude<keyof S, keyof Spec>, never>,
  ): Entry<H, Id, S> => {
    const { on, ...rest } = spec as Spec;
    const [method, path] = on.split(" ");
    return { ...head, ...rest, id, method, path } as unknown as Entry<H, Id, S>;
  };

/** The only answer of an entry that returns JSON. Tables call it as pure, like {@link entriesOf}. */
export const ok = <const S extends Lazy<z.ZodMiniType>>(description: string, schema: S) =>
  ({ 200: { description, schema } }) as const;

/** The only answer of an entry that creates something. */
export const created = <const S extends Lazy<z.ZodMiniType>>(description: string, schema: S) =>
  ({ 201: { description, schema } }) as const;

/** The limits of an entry's body. No function reads more than that from one body. */
export const bodyLimitsOf = ({ bodyLimits = usualBody }: Route): BodyLimits => bodyLimits;

/** The header that a stage's CloudFront distribution adds to every request to the API. */
export const ORIGIN_HEADER = "x-countersign-origin";

/** Whether a caller accepts gzip, by the header `accept-encoding` (RFC 9110, 12.5.3). */
export const takesGzip = (acceptEncoding = ""): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(acceptEncoding);

/** The paths of an endpoint, in API Gateway's syntax. */
export const pathsOf = ({ path, alsoAt = [], servesBelow = false }: Route): `/${string}`[] => [
  path,
  ...alsoAt,
  ...(servesBelow ? [`${path}/{proxy+}` as const] : []),
];

/** Whether a reader may call it: everything that a platform admin may read. */
export const isForReaders = ({
  access,
  method,
  onlyReads = false,
}: Pick<Route, "access" | "method" | "onlyReads">): boolean =>
  (access === "platform" || access === "signed_in") &&
  (method === "GET" || method === "HEAD" || onlyReads);

/** Makes the value that replaces a working link. */
type Hide = (value: unknown) => unknown;

/**
 * Who sees an answer. `trusted` sees all of it. `anybody`, where two people are needed, sees no link of
 * counsel's. `reader`, which includes machines, sees no working link at all.
 */
export type Onlooker = "trusted" | "anybody" | "reader";

const hides = new WeakMap<z.ZodMiniType, { hide: Hide; from: readonly Onlooker[] }>();

/**
 * Marks a field in its schema, so that every answer with that field hides it from readers.
 * @param from `anybody`: the field may hold one of counsel's links
 */
export function hidden<S extends z.ZodMiniType>(
  schema: S,
  hide: Hide,
  from: "reader" | "anybody" = "reader",
): S {
  hides.set(schema, { hide, from: from === "reader" ? ["reader"] : ["reader", "anybody"] });
  return schema;
}

/** The function that hides a field from an onlooker; undefined: the onlooker sees it. */
export function hideOf(schema: z.ZodMiniType | undefined, onlooker: Onlooker): Hide | undefined {
  const known = schema === undefined ? undefined : hides.get(schema);
  return known?.from.includes(onlooker) ? known.hide : undefined;
}

/** The path at which the canary calls an endpoint; null: it does not call it. */
export const canaryPathOf = ({ path, canary = false }: Route): `/${string}` | null =>
  canary ? `/canary${path.slice("/admin".length)}` : null;

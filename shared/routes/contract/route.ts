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
  /** Creates and describes them, puts and relabels versions; reads only what readSecrets names. */
  writeSecrets?: readonly SecretName[];
  /** `put`: announces work to the jobs, as events on the default bus. */
  events?: "put";
  /** Creates, changes and deletes the customers' buses with their rules. */
  buses?: "administer";
  /** Assumes roles that customers created for the platform, through STS. */
  roles?: "assume";
  /** `sign`: signs with the evidence log's keys; `create`: creates a new one. */
  logKey?: "sign" | "create";
  /** `create`: creates a new key for the certificates of those who write logged rows. */
  rowsKey?: "create";
  /**
   * `write`: writes rows of the evidence log, and so has certificates of writers signed. No entry says
   * so: it follows from the audit vocabulary, which names the operations that write each action.
   * `read`: checks what writers signed.
   */
  rows?: "write" | "read";
  /** `sign`: signs clearance statements with their key; `create`: creates a new one. */
  clearanceKey?: "sign" | "create";
  /** `use`: encrypts and decrypts the secrets of webhook endpoints. */
  webhookKey?: "use";
  /** Counsel's links in the outbox, where they go by mail alone: `seal` encrypts, `open` decrypts. */
  linkKey?: "seal" | "open";
  /** `send`: mails through SES, with the platform's own sender only. */
  mail?: "send";
  /** `put`: adds objects to the bucket that anchors the evidence log's checkpoints. */
  anchors?: "put";
  /** Checks whether they exist, without reading their values. */
  describeSecrets?: readonly SecretName[];
  /** Credentials that it uses: each is read from its entry, never passed on as a setting. */
  credentials?: readonly CredentialName[];
  /** Checks whether they are set, without reading their values. */
  describeCredentials?: readonly CredentialName[];
  /** `canary`: calls the API's canary paths, with its own role. */
  api?: "canary";
  /** Settings (environment variables) passed on when they are set. */
  settings?: readonly SettingName[];
}

/** Built on demand: building a whole area's schemas cost 10 ms of every cold start. */
type Lazy<S extends z.ZodMiniType> = () => S;

/** What a body may weigh and hold at most. */
export interface BodyLimits {
  bytes: number;
  /** Objects, lists, texts, numbers, literals and names of members. */
  values: number;
}

/** What most bodies fit into many times. */
const usualBody: BodyLimits = { bytes: 64 * 1024, values: 2000 };

/** As many bytes as reach a function at all. */
export const MOST_BODY_BYTES = 6 * 1024 * 1024;

/** For whole rule books. */
export const importedBody: BodyLimits = { bytes: MOST_BODY_BYTES, values: 100_000 };

/** One answer of an entry. */
export interface ResponseSpec {
  description: string;
  /** Absent for an answer without a body, or whose body is not JSON. */
  schema?: Lazy<z.ZodMiniType>;
  contentType?: string;
  /** Other media types of the same answer, chosen by what a caller accepts. */
  alsoAs?: readonly string[];
  /** RFC 8785 canonical JSON: fields are in its order, not the schema's. */
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
  /** What the body may weigh and hold at most, where that is not the usual ({@link bodyLimitsOf}). */
  bodyLimits?: BodyLimits;
  /** Media types besides JSON that the function parses itself. */
  accepts?: readonly string[];
  /** Fields of the body that are files in multipart/form-data: name → media type. */
  files?: Readonly<Record<string, string>>;
  responses: Readonly<Record<number, ResponseSpec>>;
  /** Only this endpoint's, if any; `errorsOf` adds those that every entry of its kind can return. */
  errors?: readonly ErrorCode[];
  needs: Needs;
  /** Allows any origin (CORS): a public document that verifiers in browsers also read. */
  anyOrigin?: boolean;
  /** The same for everybody: its answers say how long they may be kept. All others are `no-store`. */
  cacheable?: boolean;
  /** Further paths at which people look for the same page. */
  alsoAt?: readonly `/${string}`[];
  /** Also serves every path below its own, with an empty one (`/docs/`), as `{proxy+}`. */
  servesBelow?: boolean;
  /** What a machine has to be allowed to do; exactly the entries of access `machine` say so. */
  scope?: Scope;
  /** It changes nothing although its method is no reading one, so that readers may call it, too. */
  onlyReads?: boolean;
  /** The canary also calls it, at `/canary` in place of `/admin`, signed by its role. */
  canary?: boolean;
  /** Writes a link to its log, as the first seed demands: it has a separate, masked log group. */
  logsLinks?: boolean;
}

/** What an entry says besides its head: `on` is its method and path, `GET /admin/rooms/{id}`. */
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
 * Makes the entries of a table, which share a head; an entry may say otherwise. Tables call both as
 * pure, so that a bundle carries the one entry that it serves.
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

/** What a body of an entry may weigh and hold; no function reads more than that of one. */
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

/** What is shown in place of a working link. */
type Hide = (value: unknown) => unknown;

/**
 * Who is shown an answer: whoever may see all of it; anybody where two people are needed, who sees no
 * link of counsel's; a reader or a machine, who sees no working link at all.
 */
export type Onlooker = "trusted" | "anybody" | "reader";

const hides = new WeakMap<z.ZodMiniType, { hide: Hide; from: readonly Onlooker[] }>();

/**
 * Marks a field in its schema, so that every answer with that field hides it from readers.
 * @param from `anybody`: it may hold a link of counsel's
 */
export function hidden<S extends z.ZodMiniType>(
  schema: S,
  hide: Hide,
  from: "reader" | "anybody" = "reader",
): S {
  hides.set(schema, { hide, from: from === "reader" ? ["reader"] : ["reader", "anybody"] });
  return schema;
}

/** What hides a field from an onlooker; undefined: they see it. */
export function hideOf(schema: z.ZodMiniType | undefined, onlooker: Onlooker): Hide | undefined {
  const known = schema === undefined ? undefined : hides.get(schema);
  return known?.from.includes(onlooker) ? known.hide : undefined;
}

/** Where the canary calls an endpoint; null: it does not. */
export const canaryPathOf = ({ path, canary = false }: Route): `/${string}` | null =>
  canary ? `/canary${path.slice("/admin".length)}` : null;

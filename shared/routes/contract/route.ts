import type * as z from "zod/mini";
import type { ErrorCode } from "#shared/domain/errors.ts";
import type { CredentialName } from "#shared/domain/setup/credentials.ts";

/** The rooms of the house; the same words in routes, functions, domain and store. */
export type Area =
  | "frameworks"
  | "counsel"
  | "reviews"
  | "evidence"
  | "log"
  | "setup"
  | "issuer"
  | "tenants"
  | "connections"
  | "discovery"
  | "sourcehost"
  | "eventbus"
  | "extractors"
  | "audit"
  | "console"
  | "service";

/**
 * Who may call (contract, "Who may call"): `public`; `counsel` (token in the path); `signed`
 * (webhook signature); `user` (any signed-in user of a tenant); `org` (organisation admin of that
 * tenant); `platform` (is_platform_admin; an organisation admin is not enough).
 */
export type Access = "public" | "counsel" | "signed" | "user" | "org" | "platform";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** Secrets Manager entries by name; a `*` is the per-tenant part. */
export type SecretName =
  | "counsel-review-hmac-secret"
  | "sourcehost-webhook-secret"
  | "cloudb-eventbus-webhook-secret"
  | "oidc-issuer-private-key-pem"
  | "oidc-issuer-private-key-pem-previous"
  | "sourcehost-app-private-key"
  | "idp-client-secret"
  | "cloudc-refresh-token-*"
  | "extractor-tenant-*";

/**
 * What a function may touch. CDK grants exactly this, and hands over exactly the matching
 * environment; nothing else reaches the function.
 */
export interface Needs {
  table?: "read" | "write";
  readSecrets?: readonly SecretName[];
  /** Creates, describes, relabels and puts versions of them; reads only what readSecrets names. */
  writeSecrets?: readonly SecretName[];
  /** `put`: announces work to the jobs that wait for it, as events on the default bus. */
  events?: "put";
  /** Creates, changes and deletes the customers' buses with their rules. */
  buses?: "administer";
  /** Takes on roles that customers made for the platform, by STS. */
  roles?: "assume";
  /** `sign`: signs with the evidence log's keys; `create`: makes another one. */
  logKey?: "sign" | "create";
  /** `put`: adds to the bucket that the evidence log's checkpoints are anchored in. */
  anchors?: "put";
  /** Asks whether they exist, never for their values. */
  describeSecrets?: readonly SecretName[];
  /** Credentials that it uses: each is read from its entry, never passed on as a setting. */
  credentials?: readonly CredentialName[];
  /** Asks whether they are set, never for their values. */
  describeCredentials?: readonly CredentialName[];
  /** `canary`: calls the canary's paths of the API, by its role. */
  api?: "canary";
  /** Settings (environment variables) passed on when they are set. */
  settings?: readonly string[];
}

/**
 * A schema, built on demand: loading the table builds none, and a function builds only those of its
 * own request (building a whole area cost 10 ms of every cold start).
 */
type Lazy<S extends z.ZodMiniType> = () => S;

/** One answer of an entry. */
export interface ResponseSpec {
  description: string;
  /** Absent for an answer without a body, or whose body is not JSON. */
  schema?: Lazy<z.ZodMiniType>;
  contentType?: string;
  /** Further media types of the same answer, by what a caller accepts. */
  alsoAs?: readonly string[];
  /** RFC 8785 text: the fields are in its order, not in the schema's. */
  canonical?: boolean;
  /** Headers of this answer besides those of every answer: name → what it says. */
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
  /** Headers that the function reads as data: name → what it says. */
  headers?: Readonly<Record<string, string>>;
  body?: Lazy<z.ZodMiniType>;
  /** Media types besides JSON that the function takes apart itself. */
  accepts?: readonly string[];
  /** Fields of the body that are files in multipart/form-data: name → media type. */
  files?: Readonly<Record<string, string>>;
  responses: Readonly<Record<number, ResponseSpec>>;
  /** What only this endpoint answers; `errorsOf` adds what every entry of its kind can. */
  errors: readonly ErrorCode[];
  needs: Needs;
  /** Answers any origin: a public document that verifiers in browsers read too. */
  anyOrigin?: boolean;
  /** Holds personal data, a link or a decision: `Cache-Control: no-store`. */
  sensitive?: boolean;
  /** Serves every path under its own as well, as `{proxy+}`. */
  servesBelow?: boolean;
  /**
   * The canary calls it too, on a path of its own: `/canary` in place of `/admin`, open to requests
   * that its role has signed.
   */
  canary?: boolean;
  /** Writes a link to its log, as the first seed demands: a log group apart, masked. */
  logsLinks?: boolean;
}

/** The paths that lead to an endpoint, as API Gateway takes them. */
export const pathsOf = ({ path, servesBelow = false }: Route): `/${string}`[] =>
  servesBelow ? [path, `${path}/{proxy+}`] : [path];

/** Where the canary calls an endpoint; null: it does not. */
export const canaryPathOf = ({ path, canary = false }: Route): `/${string}` | null =>
  canary ? `/canary${path.slice("/admin".length)}` : null;

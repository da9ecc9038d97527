import type { ExtractorProvider } from "./catalog.ts";
import type { FailureCode } from "./failure.ts";

/** One entry of a chain, ready to be called. */
export interface Entry {
  provider: ExtractorProvider;
  /** Base address, for byo the exact address; null only for mock. */
  endpoint: string | null;
  /** For tenant_cloud_llm the deployment. */
  model: string | null;
  credential: string | null;
  /** Names the credential (never holds it): a new one ends a cooldown. */
  credentialId: string | null;
  /** Set where no call can be made: what is missing is known before. */
  unusable?: FailureCode;
}

/** JSON Schema (draft 2020-12), as zod writes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a model is asked for; T is what a good answer becomes. */
export interface Task<T> {
  kind: "extract" | "probe";
  requestId: string;
  instructions: string;
  /** What the instructions are about; customer text, so never part of the instructions. */
  input: string;
  schema: JsonSchema;
  /** Name and version of the schema, `[a-z0-9_]+`; part of the cache key. */
  schemaName: string;
  schemaVersion: string;
  maxOutputTokens: number;
  check(value: unknown): Checked<T>;
  /** What the mock provider answers. */
  sample: unknown;
}

export type Checked<T> = { ok: true; value: T } | { ok: false; faults: readonly string[] };

/** A bad answer and what was wrong with it, for the one repair call. */
export interface Repair {
  answer: string;
  faults: readonly string[];
}

export interface ProviderCall {
  entry: Entry;
  task: Task<unknown>;
  /** Milliseconds the endpoint may take, all in all. */
  deadlineMs: number;
  repair?: Repair;
}

export interface WireRequest {
  method: "POST";
  url: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

export interface WireAnswer {
  status: number;
  retryAfter: string | null;
  body: string;
}

/** Tokens of one call; zero where the upstream does not say. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

/** What an adapter made of an answer. */
export type Reading =
  | { ok: true; answer: ModelAnswer; usage: Usage; model: string | null }
  | { ok: false; code: FailureCode; usage: Usage };

/** Text that should hold JSON, or (byo) the value itself. */
export type ModelAnswer = { text: string } | { value: unknown };

/** A provider that is called over HTTP: request building and answer reading, both pure. */
export interface Adapter {
  build(call: ProviderCall): WireRequest;
  read(answer: WireAnswer, call: ProviderCall): Reading;
}

/** What sending came to; a failure carries a code and nothing of the upstream's text. */
export type Sent =
  | { ok: true; answer: WireAnswer }
  | { ok: false; code: FailureCode; status?: number };

/** Sends one request and never throws; `timeoutMs` covers name, TLS, headers and the whole body. */
export type Transport = (
  provider: ExtractorProvider,
  request: WireRequest,
  timeoutMs: number,
) => Promise<Sent>;

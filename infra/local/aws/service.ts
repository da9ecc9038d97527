import type { Runtime } from "#infra/local/runtime/runtime.ts";
import type { PartEnds } from "#infra/local/watch-part.ts";
import type { ResourceArns } from "#infra/policies/statement.ts";
import type { EventBusFaults } from "./eventbridge/service.ts";
import type { Access } from "./iam/access.ts";
import type { AwsCall } from "./protocol/aws-json-server.ts";
import type { RunningServices } from "./services.ts";

/** What a service of AWS is given to stand in for it on this machine. */
export interface ServiceContext {
  /** The local resources' ARNs, with region, account and stage. */
  arns: ResourceArns;
  /** What the run was started with. */
  settings: Readonly<Record<string, string | undefined>>;
  /** The file or folder of that name in which the service keeps its state; null: only in memory. */
  stateOf: (name: string) => string | null;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Refuses a call that the caller's role does not allow. */
  check: Access["check"];
  runtime: Pick<Runtime, "invoke">;
  faults: ServiceFaults;
  /** Called with a log line (JSON). */
  onLine: (line: string) => void;
  /** Called with every error that the caller sees only as an internal one. */
  onUnforeseen: (error: unknown) => void;
  /** What a service in a process of its own tells when that ends. */
  ends: PartEnds;
}

/** What a test may make fail, and what it is told. */
export interface ServiceFaults {
  /** Called with the services once all of them serve. */
  onServices?: (services: RunningServices) => void;
  /** Quotas of the local event bus, and hooks that make its calls fail. */
  eventBridge?: EventBusFaults;
  /** Called with every call of the secret store; an error that it throws becomes the response. */
  onSecretCall?: (call: AwsCall) => void;
  /** The same for calls of the key service. */
  onKeyCall?: (call: AwsCall) => void;
}

/**
 * One service of AWS, emulated. Everything about it is in its folder: its calls, what it keeps, and
 * the IAM requests that each call means. `services.ts` lists them all.
 */
export interface AwsService<Running extends RunningService = RunningService> {
  /** The service in AWS_ENDPOINT_URL_<name>, where SDK clients look for its address. */
  sdkName: string;
  start(context: ServiceContext): Promise<Running>;
}

/** Puts back what was remembered. */
export type PutBack = () => Promise<void>;

export interface RunningService {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** What the deployment would set for the functions from this service's resources. */
  settings?: Readonly<Record<string, string>>;
  /** Remembers what it holds. @returns puts it back, whatever has come of it since */
  keep?(): Promise<PutBack> | PutBack;
  close(): Promise<void>;
}

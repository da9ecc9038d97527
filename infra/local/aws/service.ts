import type { Runtime } from "#infra/local/runtime/runtime.ts";
import type { PartEnds } from "#infra/local/watch-part.ts";
import type { ResourceArns } from "#infra/policies/statement.ts";
import type { EventBusFaults } from "./eventbridge/service.ts";
import type { Access } from "./iam/access.ts";
import type { AwsCall } from "./protocol/aws-json-server.ts";
import type { RunningServices } from "./services.ts";

/** What an emulated AWS service receives when it starts on this machine. */
export interface ServiceContext {
  /** The local resources' ARNs, with region, account and stage. */
  arns: ResourceArns;
  /** The settings that the run was started with. */
  settings: Readonly<Record<string, string | undefined>>;
  /** The file or folder of that name, where the service keeps its state; null: only in memory. */
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
  /** Where a service in a process of its own reports that the process ended. */
  ends: PartEnds;
}

/** What a test may make fail, and what it is notified of. */
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
 * One emulated AWS service. Its folder contains everything about it: its calls, its state, and the IAM
 * requests that each call means. `services.ts` lists all services.
 */
export interface AwsService<Running extends RunningService = RunningService> {
  /** The service in AWS_ENDPOINT_URL_<name>, where SDK clients look for its address. */
  sdkName: string;
  start(context: ServiceContext): Promise<Running>;
}

/** Restores what was remembered. */
export type PutBack = () => Promise<void>;

export interface RunningService {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** The settings that the deployment would give the functions for this service's resources. */
  settings?: Readonly<Record<string, string>>;
  /** Remembers its state. @returns a function that restores it, whatever has happened since */
  keep?(): Promise<PutBack> | PutBack;
  close(): Promise<void>;
}

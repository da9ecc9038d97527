import type { RunStatus } from "#shared/domain/discovery/run.ts";

/** The states of a connection. */
export const connectionStates = {
  active: "Active",
  needs_reauthorization: "Needs authorisation",
  inactive: "Inactive",
} as const;

/** The states of a discovery run. */
export const runStates: Readonly<Record<RunStatus, string>> = {
  queued: "Waiting to start",
  running: "Running",
  completed: "Completed",
  failed: "Failed",
};

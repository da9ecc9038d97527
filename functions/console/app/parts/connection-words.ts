import type { RunStatus } from "#shared/domain/discovery/run.ts";

/** How a connection stands. */
export const connectionStates = {
  active: "Active",
  needs_reauthorization: "Needs authorisation",
  inactive: "Inactive",
} as const;

/** How far a discovery run is. */
export const runStates: Readonly<Record<RunStatus, string>> = {
  queued: "Waiting to start",
  running: "Running",
  completed: "Completed",
  failed: "Failed",
};

import { certificatesCommands } from "./certificates.ts";
import { counselCommands } from "./counsel.ts";
import { jobsCommands } from "./jobs.ts";
import { keysCommands } from "./keys.ts";
import { machinesCommands } from "./machines.ts";
import { panelsCommands } from "./panels.ts";
import { reviewsCommands } from "./reviews.ts";
import { roomsCommands } from "./rooms.ts";
import { rulesCommands } from "./rules.ts";
import { tenantsCommands } from "./tenants.ts";

/** Everything that can happen in a run. */
export const commands = {
  ...reviewsCommands,
  ...panelsCommands,
  ...counselCommands,
  ...rulesCommands,
  ...jobsCommands,
  ...keysCommands,
  ...roomsCommands,
  ...tenantsCommands,
  ...certificatesCommands,
  ...machinesCommands,
} as const;

export type CommandName = keyof typeof commands;

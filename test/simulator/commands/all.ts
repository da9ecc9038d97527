import { counselCommands } from "./counsel.ts";
import { jobsCommands } from "./jobs.ts";
import { keysCommands } from "./keys.ts";
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
} as const;

export type CommandName = keyof typeof commands;

import * as counsel from "./counsel.ts";
import * as jobs from "./jobs.ts";
import * as keys from "./keys.ts";
import * as panels from "./panels.ts";
import * as reviews from "./reviews.ts";
import * as rooms from "./rooms.ts";
import * as rules from "./rules.ts";
import * as tenants from "./tenants.ts";

/** Everything that can happen in a run. */
export const commands = {
  ...reviews,
  ...panels,
  ...counsel,
  ...rules,
  ...jobs,
  ...keys,
  ...rooms,
  ...tenants,
} as const;

export type CommandName = keyof typeof commands;

import { functionUnits } from "#infra/functions.ts";
import type { Area } from "#shared/routes/contract/route.ts";

/** The last word of the name of a stack with functions. */
export type Part = "Reviews" | "Platform" | "Clearance" | "Inventory";

/**
 * The stack that each area's functions belong to. A function takes six resources and a stack may have
 * at most 500, so a single stack would be full at about 75 endpoints.
 */
export const stackOfArea: Readonly<Record<Area, Part>> = {
  service: "Reviews",
  console: "Inventory",
  frameworks: "Reviews",
  counsel: "Reviews",
  reviews: "Reviews",
  courier: "Reviews",
  evidence: "Inventory",
  clearance: "Clearance",
  machines: "Clearance",
  webhooks: "Clearance",
  log: "Clearance",
  audit: "Reviews",
  panels: "Platform",
  setup: "Platform",
  issuer: "Platform",
  tenants: "Platform",
  connections: "Platform",
  discovery: "Inventory",
  inventory: "Inventory",
  rooms: "Inventory",
  sourcehost: "Platform",
  eventbus: "Platform",
  extractors: "Platform",
};

/** The parts that have a function. CloudFormation does not accept an empty stack. */
export const partsInUse = (): Part[] =>
  (["Reviews", "Platform", "Clearance", "Inventory"] as const).filter((part) =>
    functionUnits.some(({ area }) => stackOfArea[area] === part),
  );

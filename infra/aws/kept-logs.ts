import { type FunctionUnit, functionUnits } from "#infra/functions.ts";
import type { Area } from "#shared/routes/contract/route.ts";
import { logGroupOf } from "./naming.ts";

/** Areas whose log lines show who read or sealed evidence. These logs outlive a teardown. */
const auditAreas: ReadonlySet<Area> = new Set(["audit", "evidence", "log"]);

/** Whether the State stack keeps the function's log group. */
export const isLogKept = ({ area, logsLinks }: FunctionUnit): boolean =>
  auditAreas.has(area) && !logsLinks;

export const accessLogOf = (stage: string): string => `/countersign/${stage}/access`;

/** Log groups that remain when everything except the State stack is torn down. */
export const keptLogGroups = (stage: string): string[] => [
  accessLogOf(stage),
  ...functionUnits.filter(isLogKept).map((unit) => logGroupOf(stage, unit)),
];

import * as z from "zod/mini";
import { scopes } from "#shared/domain/machines/scopes.ts";
import { about, rowsOf, type Vocabulary } from "./row.ts";

const trusted = () => ({
  display_name: z.string(),
  issuer: z.string(),
  audience: z.string(),
  claims: z.record(z.string(), z.string()),
  framework_ids: z.array(z.string()),
});

const pipeline = about("clearance_pipeline")(trusted);
const machine = about("machine")(() => ({ ...trusted(), scopes: z.array(z.enum(scopes)) }));

/** Machines, which sign in without a person. Pipelines have their own actions. */
export const machineActions = {
  "clearance_pipeline.created": pipeline,
  "clearance_pipeline.updated": pipeline,
  "clearance_pipeline.deleted": pipeline,
  "machine.created": machine,
  "machine.updated": machine,
  "machine.deleted": machine,
} as const satisfies Vocabulary;

export const auditRow = rowsOf(machineActions);

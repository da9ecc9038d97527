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

const withScopes = () => ({ ...trusted(), scopes: z.array(z.enum(scopes)) });

const pipeline = about("clearance_pipeline");
const machine = about("machine");

/** Machines, which sign in without a person. Pipelines have their own actions. */
export const machineActions = {
  "clearance_pipeline.created": pipeline("create", trusted),
  "clearance_pipeline.updated": pipeline("update", trusted),
  "clearance_pipeline.deleted": pipeline("delete", trusted),
  "machine.created": machine("create", withScopes),
  "machine.updated": machine("update", withScopes),
  "machine.deleted": machine("delete", withScopes),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(machineActions);

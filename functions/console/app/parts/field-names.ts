import { wordingFields } from "#shared/domain/frameworks/field-names.ts";
import type { GivenRule } from "#shared/domain/frameworks/rule.ts";
import { line } from "./format.ts";

export type RuleField = keyof GivenRule;

export const fieldNames: Readonly<Record<RuleField, string>> = {
  use_case_id: "Id",
  ...wordingFields,
  source_status: "Source",
  source_read_on: "Source read on",
};

const isField = (name: string): name is RuleField => name in fieldNames;

/** The readable name of a rule's field; an unknown field keeps its own name. */
export const fieldName = (name: string): string => (isField(name) ? fieldNames[name] : line(name));

import type { FactName, FactValue } from "./facts.ts";

/** The classes of artifacts in law, the gravest first. */
export const classes = [
  "prohibited",
  "high_risk",
  "transparency",
  "minimal",
  "not_ai",
  "unknown",
] as const;
export type Class = (typeof classes)[number];

/** The classes that a gate can accept; a prohibited system is never accepted. */
export const acceptableClasses = ["high_risk", "transparency", "minimal", "not_ai"] as const;
export type AcceptableClass = (typeof acceptableClasses)[number];

/** The steps of the decision, named after the provisions they apply. */
export const gates = [
  "5",
  "6(1)",
  "6(2)",
  "6(3)(a)",
  "6(3)(b)",
  "6(3)(c)",
  "6(3)(d)",
  "6(3) profiling",
  "25",
  "50",
  "co.consequential",
] as const;
export type Gate = (typeof gates)[number];

/** A gate that the facts opened, and the rule it leads to. */
export interface Reason {
  rule: { framework_id: string; use_case_id: string } | null;
  gate: Gate;
  /** The facts that opened it. */
  facts: readonly FactName[];
}

/** The values of all facts; null = unknown. */
export type KnownFacts = Readonly<Record<FactName, FactValue>>;

/** Which rules the gates may apply. */
export interface Rules {
  /** Whether a book is current in this installation. */
  has(framework_id: string): boolean;
  /** Whether a rule is in force or will be: its book is current and it has not ended. */
  stands(framework_id: string, use_case_id: string): boolean;
}

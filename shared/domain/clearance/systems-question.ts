import * as z from "zod/mini";
import { DomainError, type FieldFault } from "#shared/domain/errors.ts";
import { type AcceptableClass, acceptableClasses } from "#shared/domain/inventory/verdict.ts";
import { DEFAULT_RUN_AGE_HOURS } from "./limits.ts";

/* The question "may this repository go out?" (clearance.md, section 5), and the tenant's policy on it. */

/** The least that a tenant accepts; null: it demands nothing of that kind. */
export const systemsPolicySchema = () =>
  z.strictObject({
    allow: z.nullable(z.readonly(z.array(z.enum(acceptableClasses)))),
    max_confirmed_age_days: z.nullable(z.int()),
    max_run_age_hours: z.nullable(z.int()),
    /** Books that no question may leave out. */
    framework_ids: z.nullable(z.readonly(z.array(z.string()))),
  });
export type SystemsPolicy = z.output<ReturnType<typeof systemsPolicySchema>>;

/** What a caller may leave to the tenant's policy; null or left out: the policy decides. */
export type Demands = { [D in keyof SystemsPolicy]?: SystemsPolicy[D] | undefined };

export const noPolicy: SystemsPolicy = {
  allow: null,
  max_confirmed_age_days: null,
  max_run_age_hours: null,
  framework_ids: null,
};

/** The subject of the question: exactly one of the first three, or a machine's own repository. */
export interface SystemsSubject {
  /** The full name, in any case. */
  repository?: string | undefined;
  /** The source host's id, digits as text. */
  repository_id?: string | undefined;
  artifact_ids?: readonly string[] | undefined;
  connection_id?: string | undefined;
  /** 40 or 64 hex digits; left out: the default branch. */
  commit?: string | undefined;
}

export type AskedSystems = SystemsSubject & Demands;

/** What is demanded of each system by question and policy together. */
export interface Demanded {
  allow: readonly AcceptableClass[];
  /** null: a confirmation may have any age. */
  max_confirmed_age_days: number | null;
  max_run_age_hours: number;
  /** null: every book that a class rests on. */
  framework_ids: readonly string[] | null;
}

/**
 * The question with the policy's demands added. A question may be stricter than the policy, never
 * laxer.
 * @throws DomainError `laxer_than_policy`, naming each field
 */
export function demanded(asked: Demands, policy: SystemsPolicy): Demanded {
  const faults: FieldFault[] = [
    ...tooMany("allow", asked.allow, policy.allow),
    ...tooHigh("max_confirmed_age_days", asked, policy),
    ...tooHigh("max_run_age_hours", asked, policy),
    ...tooFew(asked.framework_ids, policy.framework_ids),
  ];
  if (faults.length > 0) {
    const fields = faults.map(({ path }) => path).join(", ");
    throw new DomainError(
      "laxer_than_policy",
      `Your organisation's policy asks for more in ${fields}. Leave it out, or ask for at least as much.`,
      { errors: faults },
    );
  }
  return {
    allow: sorted(asked.allow ?? policy.allow ?? acceptableClasses),
    max_confirmed_age_days: asked.max_confirmed_age_days ?? policy.max_confirmed_age_days,
    max_run_age_hours: asked.max_run_age_hours ?? policy.max_run_age_hours ?? DEFAULT_RUN_AGE_HOURS,
    framework_ids: asked.framework_ids == null ? null : sorted(asked.framework_ids),
  };
}

const sorted = <T extends string>(all: readonly T[]): T[] => [...new Set(all)].sort();

function tooMany(
  path: string,
  asked: readonly string[] | null | undefined,
  policy: readonly string[] | null,
): FieldFault[] {
  const beyond = (asked ?? []).filter((one) => policy !== null && !policy.includes(one));
  if (beyond.length === 0) return [];
  return [{ path, message: `the policy does not accept ${beyond.join(", ")}` }];
}

function tooHigh(
  path: "max_confirmed_age_days" | "max_run_age_hours",
  asked: Demands,
  policy: SystemsPolicy,
): FieldFault[] {
  const most = policy[path];
  const given = asked[path];
  if (most === null || given == null || given <= most) return [];
  return [{ path, message: `the policy allows at most ${most}` }];
}

function tooFew(
  asked: readonly string[] | null | undefined,
  policy: readonly string[] | null,
): FieldFault[] {
  if (asked == null) return [];
  const missing = (policy ?? []).filter((id) => !asked.includes(id));
  if (missing.length === 0) return [];
  return [{ path: "framework_ids", message: `the policy asks for ${missing.join(", ")}, too` }];
}

import * as z from "zod/mini";
import { DomainError } from "#shared/domain/errors.ts";
import { timestamp } from "#shared/domain/text/text-fields.ts";
import { frameworkIdSchema } from "./rule.ts";

export const frameworkStatuses = ["current", "superseded"] as const;

/** A compliance framework; its rule book needs review before customer-facing rules go live. */
export const frameworkSchema = () =>
  z.object({
    id: frameworkIdSchema(),
    display_name: z.string(),
    jurisdiction: z.nullable(z.string()),
    source_url: z.nullable(z.string()),
    /** Superseded: other law has replaced it; its rules accept no new reviews. */
    status: z.enum(frameworkStatuses),
    /** The framework that replaced it; null if current, or if none replaced it. */
    superseded_by: z.nullable(z.string()),
    created_at: timestamp(),
    updated_at: timestamp(),
    /** The language of its rules, BCP 47. */
    lang: z.nullable(z.string()),
    /** What tables and charts call it. */
    short_name: z.nullable(z.string()),
  });
export type Framework = z.output<ReturnType<typeof frameworkSchema>>;

/**
 * A framework as given by an admin; if omitted, status, superseded_by, lang and short_name stay
 * unchanged.
 */
export type FrameworkContent = Pick<Framework, "display_name"> & {
  [F in keyof Omit<Framework, "id" | "display_name" | "created_at" | "updated_at">]?:
    | Framework[F]
    | undefined;
};

/**
 * The framework after an admin's PUT.
 * @throws DomainError `validation_failed` if superseded_by is given for a current framework, or
 *   names the framework itself
 */
export function frameworkOfContent(
  id: string,
  content: FrameworkContent,
  before: Framework | null,
  now: string,
): Framework {
  const status = content.status ?? before?.status ?? "current";
  const kept = status === "current" ? null : (before?.superseded_by ?? null);
  const superseded_by = content.superseded_by === undefined ? kept : content.superseded_by;
  if (superseded_by !== null && (status === "current" || superseded_by === id)) {
    const message =
      superseded_by === id ? "must name another framework" : "must be null while status is current";
    throw new DomainError("validation_failed", "Not valid: superseded_by.", {
      errors: [{ path: "superseded_by", message }],
    });
  }
  return {
    id,
    display_name: content.display_name,
    jurisdiction: content.jurisdiction ?? null,
    source_url: content.source_url ?? null,
    status,
    superseded_by,
    lang: content.lang === undefined ? (before?.lang ?? null) : content.lang,
    short_name:
      content.short_name === undefined ? (before?.short_name ?? null) : content.short_name,
    created_at: before?.created_at ?? now,
    updated_at: now,
  };
}

/** A framework's content, without its id and timestamps. */
export const frameworkContent = (framework: Framework) => ({
  display_name: framework.display_name,
  jurisdiction: framework.jurisdiction,
  source_url: framework.source_url,
  status: framework.status,
  superseded_by: framework.superseded_by,
  lang: framework.lang,
  short_name: framework.short_name,
});

export function isSameContent(a: Framework, b: Framework): boolean {
  const [before, after] = [frameworkContent(a), frameworkContent(b)];
  return (Object.keys(before) as (keyof typeof before)[]).every(
    (field) => before[field] === after[field],
  );
}

/** @throws DomainError `unknown_framework` */
export function requireKnown(framework: Framework | null, id: string): Framework {
  if (framework !== null) return framework;
  throw unknownFramework(id);
}

export const unknownFramework = (id: string): DomainError =>
  new DomainError("unknown_framework", `There is no framework ${id}.`);

/** For callers that learn only from a failed condition that the framework is superseded. */
export const superseded = (id: string): DomainError =>
  new DomainError("framework_superseded", `${id} is superseded and accepts no new reviews.`);

/** @throws DomainError `framework_superseded` if the framework's rules accept no new reviews */
export function refuseSuperseded({ id, status, superseded_by }: Framework): void {
  if (status === "current") return;
  const instead = superseded_by === null ? "" : ` ${superseded_by} replaces it.`;
  throw new DomainError(
    "framework_superseded",
    `${id} is superseded and accepts no new reviews.${instead}`,
    { members: { superseded_by } },
  );
}

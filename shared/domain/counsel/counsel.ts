import * as z from "zod";
import { frameworkIdSchema } from "../frameworks/rule.ts";

/** An outside lawyer registered for exactly one framework (first seed, "Counsel"). */
export interface Counsel {
  id: string;
  framework_id: string;
  display_name: string;
  /** Trimmed and lower-cased; the string that is bound into signatures. */
  email: string;
  firm: string | null;
  jurisdiction: string | null;
  bar_registration: string | null;
  notes: string | null;
  active: boolean;
  created_at: string;
}

/** The stored row: every e-mail it ever had stays findable (evidence search). */
export interface CounselRecord extends Counsel {
  former_emails: string[];
}

export function publicCounsel(record: CounselRecord): Counsel {
  const { former_emails, ...counsel } = record;
  return counsel;
}

const line = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(200, "must be at most 200 characters")
  .refine((value) => value.isWellFormed(), "must be well-formed Unicode");

/** The bar character separates the fields of the signed payload, so no e-mail may hold one. */
const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "must be at most 254 characters")
  .regex(/^[^\s@|]+@[^\s@|]+$/, "must be an e-mail address without spaces or |")
  .refine((value) => value.isWellFormed(), "must be well-formed Unicode");

const notes = z
  .string()
  .max(10_000, "must be at most 10000 characters")
  .refine((value) => value.isWellFormed(), "must be well-formed Unicode");

export const newCounselSchema = z.strictObject({
  framework_id: frameworkIdSchema,
  display_name: line,
  email,
  firm: line.nullable().optional(),
  jurisdiction: line.nullable().optional(),
  bar_registration: line.nullable().optional(),
  notes: notes.nullable().optional(),
});

/** An edit; null clears an optional field, a field left out stays. */
export const counselEditSchema = newCounselSchema.omit({ framework_id: true }).partial();

export type CounselEdit = z.output<typeof counselEditSchema>;

/** What the audit trail says of a counsel. */
export const counselContext = (counsel: Counsel) => ({
  counsel_id: counsel.id,
  framework_id: counsel.framework_id,
  email: counsel.email,
  display_name: counsel.display_name,
  active: counsel.active,
  firm: counsel.firm,
  jurisdiction: counsel.jurisdiction,
  bar_registration: counsel.bar_registration,
});

import * as z from "zod/mini";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Words } from "./words.ts";
import { wordsSchema } from "./words-schema.ts";

/** How a request came to its counsel, if another counsel passed it on. */
export interface Delegation {
  /** The name, at that time, of the counsel who passed it on. */
  from: string;
  /** ISO 8601 UTC. */
  at: string;
  reason: Words;
}

const said = () =>
  z.looseObject({
    delegated_by: z.looseObject({ display_name: z.string(), reason: wordsSchema() }),
  });

/** The delegation that a request's first row records; null: an admin asked its counsel. */
export function delegationIn([first]: readonly Pick<
  AuditRow,
  "created_at" | "context"
>[]): Delegation | null {
  const read = said().safeParse(first?.context);
  if (first === undefined || !read.success) return null;
  const { display_name: from, reason } = read.data.delegated_by;
  return { from, at: first.created_at, reason };
}

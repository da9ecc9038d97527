import * as z from "zod/mini";
import type { AuditRow } from "#shared/domain/audit/row.ts";

/** How a request came to its counsel, if another counsel passed it on. */
export interface Delegation {
  /** Who passed it on, as they were then. */
  from: { counsel_id: string; display_name: string };
  /** ISO 8601 UTC. */
  at: string;
  reason: string;
}

const said = () =>
  z.looseObject({
    delegated_by: z.looseObject({
      counsel_id: z.string(),
      display_name: z.string(),
      reason: z.string(),
    }),
  });

/** Who passed a request on to its counsel, by the request's first row; null: an admin asked them. */
export function delegationIn([first]: readonly Pick<
  AuditRow,
  "created_at" | "context"
>[]): Delegation | null {
  const read = said().safeParse(first?.context);
  if (first === undefined || !read.success) return null;
  const { counsel_id, display_name, reason } = read.data.delegated_by;
  return { from: { counsel_id, display_name }, at: first.created_at, reason };
}

import * as z from "zod/mini";

/*
 * How data leaves: by an export, or by a tenant's removal. An operator's command does the work with the
 * operator's own credentials and reports it to a function. The function writes the rows; no command
 * writes one.
 */

const tenantId = () => z.uuid();

/** The report of an operator's command, as the detail of an event on the stage's bus. */
export const departure = () =>
  z.discriminatedUnion("told", [
    z.object({
      told: z.literal("exported"),
      /** null: everything. */
      tenant_id: z.nullable(tenantId()),
      manifest_sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
    z.object({ told: z.literal("removal_started"), tenant_id: tenantId(), name: z.string() }),
    z.object({
      told: z.literal("removed"),
      tenant_id: tenantId(),
      counts: z.record(z.string(), z.int()),
    }),
  ]);
export type Departure = z.output<ReturnType<typeof departure>>;

/** The record that replaces a tenant once its removal has started. */
export interface Tombstone {
  tenant_id: string;
  name: string;
  /** ISO 8601 UTC; from then on nothing of the tenant is written. */
  started_at: string;
  /** null: the removal is still in progress. */
  removed_at: string | null;
  counts: Readonly<Record<string, number>> | null;
}

/** The subject of the rows about an export of everything. */
export const PLATFORM_EXPORT = "platform";

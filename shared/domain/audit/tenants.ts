import * as z from "zod/mini";
import { about, rowsOf, type Vocabulary } from "./row.ts";

const tenant = about("tenant");

/** Tenants. */
export const tenantActions = {
  "tenant.created": tenant("create", () => ({ name: z.string() })),
  "tenant.updated": tenant("update", () => ({ name: z.string(), previous: z.string() })),
  /** An export was made, of the tenant or (resource `platform`) of everything. */
  "tenant.exported": tenant("read", () => ({ manifest_sha256: z.string() })),
  /** From here on no request for the tenant is answered. Its artifacts end here. */
  "tenant.removal_started": tenant("delete", () => ({ name: z.string() })),
  /**
   * How many items of each kind were removed. Each run that was cut off removed up to 25 items more
   * than it counted.
   */
  "tenant.removed": tenant("delete", () => ({ counts: z.record(z.string(), z.int()) })),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(tenantActions);

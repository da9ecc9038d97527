import * as z from "zod/mini";
import { connectionStatuses, providers, subtypes } from "#shared/domain/connections/connection.ts";
import { platformWork, tenantWork, waiting } from "#shared/domain/console/work.ts";
import { runStatuses } from "#shared/domain/discovery/run.ts";
import { classes } from "#shared/domain/inventory/verdict.ts";
import { calendarDate } from "#shared/domain/text/text-fields.ts";
import { timestamp } from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";
import { inForce, statusTotals } from "./rule-schemas.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "console", access: "platform" });

const book = () =>
  z.object({
    id: z.string(),
    display_name: z.string(),
    short_name: z.nullable(z.string()),
    rules: z.int(),
    /** As in the drift report. */
    totals: statusTotals(),
    /** Approved, of the rules that have not ended; rounded down, so that only all are 100. */
    percent: z.int(),
    /** The next day on which rules begin to apply, and their totals; ready: all are approved. */
    next: z.nullable(
      z.object({
        day: calendarDate(),
        rules: z.int(),
        totals: statusTotals(),
        is_ready: z.boolean(),
      }),
    ),
    /** The days on which the law of its rules changes, starting a year ago. */
    dates: z.array(z.object({ day: calendarDate(), to: inForce(), rules: z.int() })),
    /** 30 days ago; null: finding out would take too long. */
    before: z.nullable(z.object({ rules: z.int(), percent: z.int() })),
  });

const counted = () => z.object({ count: z.int(), is_more: z.boolean() });

export const getOverview = /* @__PURE__ */ entry("getOverview", {
  on: "GET /admin/overview",
  summary: "What waits for a platform admin, how each rule book stands, where reviews are",
  responses: /* @__PURE__ */ ok(
    "Bounded, whatever the platform holds; a count with is_more is higher",
    () =>
      z.object({
        books: z.array(book()),
        pipeline: z.object({
          not_opened: counted(),
          reading: counted(),
          due: counted(),
          /** Rules that are refused. */
          objections: counted(),
          /** In the last 30 days. */
          decided: counted(),
        }),
        ...waiting(platformWork),
        evidence: z.object({
          entries: z.int(),
          signed_at: z.nullable(timestamp()),
          witnesses: z.int(),
          forked_since: z.nullable(timestamp()),
        }),
      }),
  ),
  needs: { table: "read" },
});

export const getTenantOverview = /* @__PURE__ */ entry("getTenantOverview", {
  on: "GET /tenant/overview",
  access: "user",
  summary: "What waits for a tenant's people, what was found, and how connections do",
  responses: /* @__PURE__ */ ok(
    "Bounded, whatever the tenant holds; spend only for organisation admins",
    () =>
      z.object({
        systems: z.object({
          found: z.int(),
          by_class: z.array(
            z.object({ class: z.enum(classes), count: z.int(), unconfirmed: z.int() }),
          ),
          unclassified: z.int(),
          is_more: z.boolean(),
        }),
        connections: z.array(
          z.object({
            id: z.string(),
            display_name: z.string(),
            provider: z.enum(providers),
            subtype: z.nullable(z.enum(subtypes)),
            status: z.enum(connectionStatuses),
            /** null: connections of this kind receive none. */
            deliveries_24h: z.nullable(z.object({ received: z.int(), refused: z.int() })),
            last_run: z.nullable(
              z.object({
                id: z.string(),
                status: z.enum(runStatuses),
                created_at: timestamp(),
                artifacts_count: z.int(),
              }),
            ),
          }),
        ),
        is_more: z.boolean(),
        spend: z.nullable(
          z.object({
            month: z.string(),
            spent_usd: z.number(),
            cap_usd: z.nullable(z.number()),
            /** Spending has reached the share of the budget at which the tenant is warned. */
            is_nearly_spent: z.boolean(),
          }),
        ),
        ...waiting(tenantWork),
      }),
  ),
  needs: { table: "read", settings: ["EXTRACTOR_MONTHLY_USD"] },
});

import type { RunRecord } from "#shared/domain/discovery/run.ts";
import type { Item } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { type Action, insert } from "./transact.ts";

/*
 * TENANT#<id> / OPEN_FULL_RUNS: `open` maps connection id → run id, the tenant's open full runs.
 * This one item enforces both limits: one open full run per connection and a bounded number per
 * tenant.
 */

/** How many full runs of one tenant may be open at once (contract). */
export const MOST_OPEN_FULL_RUNS = 20;

const openRunsKey = (tenantId: string): Key => ({ pk: `TENANT#${tenantId}`, sk: "OPEN_FULL_RUNS" });

/** Connection id → id of its open full run. */
export type OpenRuns = ReadonlyMap<string, string>;

export const openRunsOf = (item: Item): OpenRuns =>
  new Map(Object.entries(item.open as Record<string, string>));

type Holder = Pick<RunRecord, "id" | "tenant_id" | "connection_id">;

/**
 * Takes a place for a connection's full run; fails if the connection already has one or all of the
 * tenant's are taken.
 * @param isFirst the tenant has had no full run yet
 */
export const takePlace = (run: Holder, isFirst: boolean): Action =>
  isFirst
    ? insert({ ...openRunsKey(run.tenant_id), open: { [run.connection_id]: run.id } })
    : {
        Update: {
          Key: openRunsKey(run.tenant_id),
          UpdateExpression: "SET #open.#connection = :run",
          ConditionExpression: "attribute_not_exists(#open.#connection) AND size(#open) < :most",
          ExpressionAttributeNames: { "#open": "open", "#connection": run.connection_id },
          ExpressionAttributeValues: { ":run": run.id, ":most": MOST_OPEN_FULL_RUNS },
        },
      };

/** Frees the place; part of the transaction that ends the run. */
export const freePlace = (run: Holder): Action => ({
  Update: {
    Key: openRunsKey(run.tenant_id),
    UpdateExpression: "REMOVE #open.#connection",
    ConditionExpression: "#open.#connection = :run",
    ExpressionAttributeNames: { "#open": "open", "#connection": run.connection_id },
    ExpressionAttributeValues: { ":run": run.id },
  },
});

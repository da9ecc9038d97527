import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Endpoint } from "#shared/domain/webhooks/endpoint.ts";
import { PLATFORM } from "#shared/domain/webhooks/event-types.ts";
import { putAuditRow } from "./audit.ts";
import { any, change, drop, entity, exists, insert, isAbsent, isBelow, put } from "./item.ts";
import { type Page, type Paging, pageOf } from "./page.ts";
import { queryAll, queryOnce, readRecord } from "./read.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Actions, type Outcome, transact } from "./transact.ts";

/*
 * HOOKS#<owner>      / <endpoint_id>   an endpoint; the owner is `platform` or a tenant's id
 * HOOKCOUNT#<owner>  / META            how many there are
 * gsi1 of tenants' endpoints that hear of clearance.changed: one partition, sk <owner>#<endpoint_id>
 * gsi2 of every endpoint that is on: one partition, sk <owner>#<endpoint_id>
 */

const endpointsOfOwner = (owner: string): string => `HOOKS#${owner}`;
const endpointKey = (owner: string, id: string): Key => ({ pk: endpointsOfOwner(owner), sk: id });
const countKey = (owner: string): Key => ({ pk: `HOOKCOUNT#${owner}`, sk: "META" });
const TENANTS = "HOOKS#TENANTS";
const LISTENING = "HOOKS#LISTENING";

const endpointEntity = entity<Endpoint>("endpoint", {
  description: null,
  disabled_reason: null,
  disabled_at: null,
});
const endpointOf = endpointEntity.fromItem;

export const getEndpoint = (owner: string, id: string): Promise<Endpoint | null> =>
  readRecord(endpointKey(owner, id), endpointOf);

/** Every endpoint of an owner; there are at most 20. */
export const endpointsOf = async (owner: string): Promise<Endpoint[]> =>
  (await queryAll({ pk: endpointsOfOwner(owner) })).map(endpointOf);

/** Every tenant's endpoints that hear of clearance.changed. */
export const tenantsEndpoints = async (): Promise<Endpoint[]> =>
  (await queryAll({ index: "gsi1", pk: TENANTS })).map(endpointOf);

/** Whether anybody's endpoint is on. The index may lag. */
export const isAnybodyListening = async (): Promise<boolean> =>
  (await queryOnce({ index: "gsi2", pk: LISTENING, limit: 1 })).items.length > 0;

export const pageOfEndpoints = (
  owner: string,
  paging: Paging,
  keep?: (endpoint: Endpoint) => boolean,
): Promise<Page<Endpoint>> =>
  pageOf({ partitions: [endpointsOfOwner(owner)] }, paging, endpointOf, keep);

const itemOf = (endpoint: Endpoint) => {
  const { owner, id, events, enabled } = endpoint;
  const isTold = owner !== PLATFORM && events.includes("clearance.changed");
  return {
    ...endpointKey(owner, id),
    ...(isTold ? indexEntry("gsi1", TENANTS, `${owner}#${id}`) : {}),
    ...(enabled ? indexEntry("gsi2", LISTENING, `${owner}#${id}`) : {}),
    ...endpointEntity.toItem(endpoint),
  };
};

/** Creates an endpoint, if its owner has fewer than `most`. */
export const putNewEndpoint = (
  endpoint: Endpoint,
  most: number,
  row: AuditRow,
): Promise<Outcome<"endpoint" | "count" | "row">> =>
  transact({
    endpoint: insert(itemOf(endpoint)),
    count: change(countKey(endpoint.owner), {
      add: { count: 1 },
      where: any(isAbsent("count"), isBelow("count", most)),
    }),
    row: putAuditRow(row),
  });

/** Changes an endpoint that is still as `before`; `further` joins the transaction. */
export const moveEndpoint = <Further extends string = never>(
  before: Endpoint,
  after: Endpoint,
  row: AuditRow,
  further?: Actions<Further>,
): Promise<Outcome<"endpoint" | "row" | Further>> =>
  transact({
    ...(further as Actions<Further>),
    endpoint: put(itemOf(after), endpointEntity.unchanged(before)),
    row: putAuditRow(row),
  } as Actions<"endpoint" | "row" | Further>);

export const deleteEndpointItem = (before: Endpoint, row: AuditRow): Promise<Outcome> =>
  transact({
    endpoint: drop(endpointKey(before.owner, before.id), exists("pk")),
    count: change(countKey(before.owner), { add: { count: -1 } }),
    row: putAuditRow(row),
  });

import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { withoutQuery } from "#shared/domain/extractors/address.ts";
import type { Entry } from "#shared/domain/extractors/call.ts";
import { type Platform, resolveEntry } from "#shared/domain/extractors/platform.ts";
import { type ProbeResult, probe } from "#shared/domain/extractors/probe.ts";
import { type PlannedEntry, planEntry } from "#shared/domain/extractors/settings.ts";
import { bind } from "#shared/edge/bind.ts";
import { namesTenant, unknownTenant } from "#shared/edge/known-tenant.ts";
import type { Member } from "#shared/edge/principal.ts";
import { nowMs } from "#shared/platform/clock.ts";
import {
  readEndpointRules,
  readPlatform,
  resolveStored,
} from "#shared/platform/extractors/extractor-platform.ts";
import { guardedTransport } from "#shared/platform/http/guarded-http.ts";
import { extractorRoutes } from "#shared/routes/table/extractors.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { getItem } from "#shared/store/read.ts";
import { chainOf } from "#shared/store/tenant-extractor.ts";
import { tenantKey } from "#shared/store/tenants.ts";
import { transact } from "#shared/store/transact.ts";
import { requireAllowedEndpoints } from "#shared/use-cases/extractors/allowed-endpoint.ts";

export const handler = bind(extractorRoutes.testExtractorConnection)(
  async ({ body, principal, requestId, now }) => {
    const { tenantId } = principal;
    if (!namesTenant(tenantId)) throw unknownTenant();
    const platform = readPlatform();
    const [item] = await Promise.all([
      getItem(tenantKey(tenantId)),
      requireAllowedEndpoints([{ ...body, path: "endpoint" }]),
    ]);
    if (item === null) throw unknownTenant();
    const planned = planEntry(body, chainOf(item), platform, "");
    const entry = await probedEntry(tenantId, planned, platform);
    const send = guardedTransport(readEndpointRules());
    const result = await probe(entry, requestId, { send, now: nowMs });
    await transact({ row: putAuditRow(testedRow(principal, entry, result, now)) });
    return { status: 200, body: result };
  },
);

/** With the credential that came, or with the stored one that belongs to the same endpoint. */
async function probedEntry(
  tenantId: string,
  { stored, newCredential }: PlannedEntry,
  platform: Platform,
): Promise<Entry> {
  if (newCredential === null) return resolveStored(tenantId, stored, platform);
  return resolveEntry(stored, { value: newCredential, version: "probe" }, platform);
}

const testedRow = ({ tenantId, userId }: Member, entry: Entry, result: ProbeResult, at: string) =>
  auditRow({
    action: "tenant.extractor.test_connection_run",
    resourceId: tenantId,
    tenantId,
    actorUserId: userId,
    context: {
      provider: entry.provider,
      endpoint: entry.endpoint === null ? null : withoutQuery(entry.endpoint),
      ok: result.ok,
      code: result.code ?? null,
    },
    id: randomUUID(),
    at,
  });

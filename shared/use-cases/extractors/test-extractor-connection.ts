import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/extractors.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { withoutQuery } from "#shared/domain/extractors/address.ts";
import { budgetInForce } from "#shared/domain/extractors/budget.ts";
import type { Entry } from "#shared/domain/extractors/call.ts";
import { type PlatformExtractors, resolveEntry } from "#shared/domain/extractors/platform.ts";
import type { ProbeResult } from "#shared/domain/extractors/probe.ts";
import {
  type PlannedEntry,
  type ProposedEntry,
  planEntry,
} from "#shared/domain/extractors/settings.ts";
import { type Member, namesTenant, unknownTenant } from "#shared/domain/tenants/tenant.ts";
import {
  readPlatformExtractors,
  resolveStored,
} from "#shared/platform/extractors/extractor-platform.ts";
import { setting } from "#shared/platform/settings.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { readTenantExtractor } from "#shared/store/tenant-extractor.ts";
import { transact } from "#shared/store/transact.ts";
import { requireAllowedEndpoints } from "./allowed-endpoint.ts";
import { runProbe } from "./run-probe.ts";

/**
 * Calls a proposed entry once, before it is saved (second seed, "Validate a proposed config"); the
 * audit row has the result.
 * @throws DomainError `unknown_tenant`, `endpoint_blocked`, `credential_required`,
 *   `mock_not_allowed`, `extractor_calls_forbidden`, `extractor_budget_exhausted`, `rate_limited`
 */
export async function testExtractorConnection(
  proposed: ProposedEntry,
  principal: Member,
  requestId: string,
  now: string,
): Promise<ProbeResult> {
  const { tenantId } = principal;
  if (!namesTenant(tenantId)) throw unknownTenant();
  const platform = await readPlatformExtractors();
  const [found] = await Promise.all([
    readTenantExtractor(tenantId),
    requireAllowedEndpoints([{ ...proposed, path: "endpoint" }]),
  ]);
  if (found === null) throw unknownTenant();
  if (found.mode === "forbidden") {
    throw new DomainError(
      "extractor_calls_forbidden",
      "This organisation has forbidden calls to models. Allow them in its settings before a test.",
    );
  }
  const planned = planEntry(proposed, found.chain, platform, "");
  const entry = await testedEntry(tenantId, planned, platform);
  const result = await runProbe(entry, {
    requestId,
    now,
    whose: tenantId,
    spender: tenantId,
    budget: budgetInForce(found.budget, setting("EXTRACTOR_MONTHLY_USD")),
  });
  await transact({ row: putAuditRow(testedRow(principal, entry, result, now)) });
  return result;
}

/** Uses the credential supplied, or else the one stored for the same endpoint. */
async function testedEntry(
  tenantId: string,
  { stored, newCredential }: PlannedEntry,
  platform: PlatformExtractors,
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

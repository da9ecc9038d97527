import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import type { CoverageItem } from "#shared/domain/discovery/run.ts";
import { isDevelopmentStage } from "#shared/platform/settings.ts";
import { getInstallation } from "#shared/store/installations.ts";

/**
 * Why an installation is not listed yet: no signed delivery has confirmed that it belongs to this
 * tenant, so the platform's app might read the repositories of its real owner. Development stages,
 * which mostly have no deliveries, list it anyway.
 * @returns null: it may be listed
 */
export async function unconfirmedInstallation(
  connection: ConnectionRecord,
): Promise<CoverageItem | null> {
  if (connection.provider !== "sourcehost" || isDevelopmentStage()) return null;
  const claim = await getInstallation(connection.installation_id);
  if (claim?.connection_id === connection.id && claim.confirmed_at !== null) return null;
  return {
    project: `installation/${connection.installation_id}`,
    location: "global",
    kind: "repository",
    status: "partial",
    code: "installation_unconfirmed",
  };
}

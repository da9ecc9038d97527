import type { AuditRow } from "#shared/domain/audit/row.ts";
import { trailPage } from "#shared/store/audit-trails.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { getArtifact } from "./get-artifact.ts";

/**
 * A page of the rows about an artifact, oldest first: who or what classified it, and how.
 * @throws DomainError `not_found`
 */
export async function getArtifactHistory(
  id: string,
  tenantId: string,
  paging: Paging,
): Promise<Page<AuditRow>> {
  await getArtifact(id, tenantId);
  return trailPage("artifact", id, paging);
}

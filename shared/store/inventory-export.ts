import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import { artifactPage } from "./artifacts.ts";

const PAGE = 200;

/** Every artifact of a tenant, retired ones included. */
export async function allArtifacts(tenantId: string): Promise<Artifact[]> {
  const all: Artifact[] = [];
  let cursor: string | undefined;
  do {
    const narrowed = { connectionId: undefined, kind: undefined };
    const page = await artifactPage(tenantId, narrowed, { limit: PAGE, cursor });
    all.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

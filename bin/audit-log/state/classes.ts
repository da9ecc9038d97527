import { type Asked, ofTenants } from "./asked.ts";
import { byId, compared, type Difference, type Members, only } from "./difference.ts";

const said = ["class", "state", "confirmed_by", "confirmed_at", "allowed_by", "second_by"] as const;

/** Compares each tenant's artifacts that a model or a person has classified. */
export async function compareClasses(asked: Asked): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const [tenant, artifacts] of await ofTenants(asked, "artifact")) {
    const meant = new Map<string, Members>();
    for (const id of artifacts) {
      const state = asked.world.find("artifact", id)?.state;
      if (state) meant.set(id, only(state, said));
    }
    const listed = await asked.service.list(
      `/admin/artifacts?tenant_id=${encodeURIComponent(tenant)}`,
    );
    const classed = listed.filter(({ state }) => state !== null);
    found.push(...compared("artifact", byId(classed), meant));
  }
  return found;
}

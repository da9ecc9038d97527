import { may } from "../shell/client.ts";
import { useAll } from "../shell/load.ts";
import { line } from "./format.ts";

/** Every tenant's name by its id. Empty if the user may not list tenants, or if none is wanted. */
export function useTenantNames(areWanted = true): ReadonlyMap<string, string> {
  const tenants = useAll("listTenants", areWanted && may("listTenants") ? {} : null);
  return new Map(tenants.data?.map(({ id, name }) => [id, line(name)]));
}

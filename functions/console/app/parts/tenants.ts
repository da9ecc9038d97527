import { callAll, may } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { line } from "./format.ts";

/** Every tenant's name by its id; none for those who may not list tenants. */
export function useTenantNames(): ReadonlyMap<string, string> {
  const tenants = useLoad("tenants", async () =>
    may("listTenants") ? callAll("listTenants", {}) : { kind: "done" as const, body: [] },
  );
  return new Map(tenants.data?.map(({ id, name }) => [id, line(name)]));
}

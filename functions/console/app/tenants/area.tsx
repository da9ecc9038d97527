import { screens } from "../shell/screens.tsx";
import { TenantDetail } from "./detail.tsx";
import { Tenants } from "./list.tsx";

export const Area = screens(["/tenants", Tenants], ["/tenants/:id", TenantDetail]);

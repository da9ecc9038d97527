import { Screen } from "../parts/basics.tsx";
import { may } from "../shell/client.ts";
import { OwnChain } from "./own-chain.tsx";
import { Platform } from "./platform.tsx";
import { t } from "./texts.ts";
import { AgentTools } from "./tools.tsx";
import { TenantUsage } from "./usage.tsx";

/** The user's own tenant's chain; for platform admins every tenant's chain and the catalog. */
export const Area = () => (
  <Screen title={t.title} lead={t.lead}>
    {may("getTenantSettings") && <OwnChain />}
    {may("getTenantUsage") && <TenantUsage />}
    {may("getTenantMcp") && <AgentTools />}
    {may("getExtractorStatus") && <Platform />}
  </Screen>
);

import { Tabs } from "../parts/tabs.tsx";
import { may } from "../shell/client.ts";
import { t } from "./texts.ts";

const tabs = [
  ["/clearance", t.tabs.ask],
  ["/clearance/pipelines", t.tabs.pipelines],
  ["/clearance/workflow", t.tabs.workflow],
] as const;

/** The tabs of clearance; a tenant's people only ask. */
export const ClearanceTabs = () => (may("listPipelines") ? <Tabs tabs={tabs} /> : null);

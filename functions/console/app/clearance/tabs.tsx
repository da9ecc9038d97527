import { Tabs } from "../parts/tabs.tsx";
import { may } from "../shell/client.ts";
import { t } from "./texts.ts";

const tabs = [
  ["/clearance", t.tabs.ask, "askClearance"],
  ["/clearance/systems", t.tabs.systems, "askSystems"],
  ["/clearance/pipelines", t.tabs.pipelines, "listPipelines"],
  ["/clearance/workflow", t.tabs.workflow, "listPipelines"],
] as const;

/** The tabs of clearance that are open to every signed-in user. */
export const ClearanceTabs = () => {
  const open = tabs.filter(([, , needs]) => may(needs));
  return open.length > 1 ? <Tabs tabs={open.map(([path, name]) => [path, name])} /> : null;
};

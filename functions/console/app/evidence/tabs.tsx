import { Tabs } from "../parts/tabs.tsx";
import { t } from "./texts.ts";

const tabs = [
  ["/evidence", t.tabs.ask],
  ["/evidence/decisions", t.tabs.decisions],
  ["/evidence/verify", t.tabs.verify],
] as const;

/** Tabs for the three questions that evidence answers. */
export const EvidenceTabs = () => <Tabs tabs={tabs} />;

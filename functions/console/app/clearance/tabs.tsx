import { Link, useLocation } from "wouter-preact";
import { may } from "../shell/client.ts";
import { t } from "./texts.ts";

const tabs = [
  ["/clearance", t.tabs.ask],
  ["/clearance/pipelines", t.tabs.pipelines],
  ["/clearance/workflow", t.tabs.workflow],
] as const;

/** The tabs of clearance; a tenant's people only ask. */
export function ClearanceTabs() {
  const [path] = useLocation();
  if (!may("listPipelines")) return null;
  return (
    <ul class="tabs">
      {tabs.map(([to, label]) => (
        <li key={to}>
          <Link href={to} class="tab" {...(path === to ? { "aria-current": "page" as const } : {})}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

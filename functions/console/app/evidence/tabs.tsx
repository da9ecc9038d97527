import { Link, useLocation } from "wouter-preact";
import { t } from "./texts.ts";

const tabs = [
  ["/evidence", t.tabs.ask],
  ["/evidence/decisions", t.tabs.decisions],
  ["/evidence/verify", t.tabs.verify],
] as const;

/** Tabs for the three questions that evidence answers. */
export function EvidenceTabs() {
  const [path] = useLocation();
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

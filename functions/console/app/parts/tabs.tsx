import { Link, useLocation } from "wouter-preact";

type Tab = readonly [to: string, label: string, title?: string];

/** Screens, or what one of them shows, as tabs. @param current where one is; absent: the path */
export function Tabs({
  tabs,
  current,
  label,
}: {
  tabs: readonly Tab[];
  current?: string;
  label?: string;
}) {
  const [path] = useLocation();
  return (
    <ul class="tabs" {...(label ? { "aria-label": label } : {})}>
      {tabs.map(([to, name, title]) => (
        <li key={to}>
          <Link
            href={to}
            class="tab"
            {...(title ? { title } : {})}
            {...(to === (current ?? path) ? { "aria-current": "page" as const } : {})}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

import { Link, useLocation } from "wouter-preact";

/** The screens of an area as tabs; each is its path and its label. */
export function Tabs({ tabs }: { tabs: readonly (readonly [to: string, label: string])[] }) {
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

import { Link } from "wouter-preact";
import { refusedAt } from "../parts/addresses.ts";
import { Badge, Time, type Tone } from "../parts/basics.tsx";
import { classNames, classTones } from "../parts/classes.ts";
import { line } from "../parts/format.ts";
import { type Columns, Entry, Table } from "../parts/table.tsx";
import { type Answer, may } from "../shell/client.ts";
import { t } from "./texts.ts";

type Overview = Answer<"getTenantOverview">;
type Connection = Overview["connections"][number];

/** The systems found and their legal classes, the state of connections, and the spending. */
export const Systems = ({ of }: { of: Overview }) => (
  <>
    <section>
      <h2>{t.systems}</h2>
      <Classes of={of.systems} />
    </section>
    {of.connections.length > 0 && (
      <section>
        <h2>{t.connections}</h2>
        <Table name={t.connections} columns={columns} rows={of.connections} />
      </section>
    )}
    {of.spend && (
      <section>
        <h2>{t.spend}</h2>
        <p>
          <Link href="/extractors">{t.spent(of.spend.spent_usd, of.spend.cap_usd)}</Link>
        </p>
        {of.spend.cap_usd !== null && of.spend.cap_usd > 0 && (
          <Budget
            share={of.spend.spent_usd / of.spend.cap_usd}
            isNearlySpent={of.spend.is_nearly_spent}
          />
        )}
      </section>
    )}
  </>
);

/** The part of the budget that is spent. */
const Budget = ({ share, isNearlySpent }: { share: number; isNearlySpent: boolean }) => (
  <svg class="book-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class="bar-back" width="100" height="8" />
    <rect
      class={isNearlySpent ? "bar-fill warn" : "bar-fill"}
      width={100 * Math.min(1, share)}
      height="8"
    />
  </svg>
);

/** Without a class: nothing classified them, or the facts found leave the class open. */
const withoutClass = ({ unclassified, by_class }: Overview["systems"]): number =>
  unclassified + (by_class.find((one) => one.class === "unknown")?.count ?? 0);

function Classes({ of }: { of: Overview["systems"] }) {
  const open = withoutClass(of);
  if (of.found === 0) return <p class="soft">{t.noSystems}</p>;
  const many = (n: number): string => t.many(n, of.is_more);
  return (
    <>
      <p>
        <Link href="/inventory">{t.foundSystems(many(of.found))}</Link>
      </p>
      <ul class="pipeline">
        {of.by_class
          .filter((one) => one.count > 0 && one.class !== "unknown")
          .map((one) => (
            <li key={one.class}>
              <Link href={`/inventory?class=${one.class}&state=present`}>
                <Badge tone={classTones[one.class]}>
                  <strong>{many(one.count)}</strong> {classNames[one.class]}
                </Badge>
              </Link>
              {one.unconfirmed > 0 && (
                <p class="fine soft">{t.unconfirmed(many(one.unconfirmed))}</p>
              )}
            </li>
          ))}
        {open > 0 && (
          <li>
            <Link href="/inventory?state=unclassified">
              <Badge tone="warn">
                <strong>{many(open)}</strong> {t.unclassified}
              </Badge>
            </Link>
          </li>
        )}
      </ul>
    </>
  );
}

const tones: Readonly<Record<Connection["status"], Tone>> = {
  active: "sound",
  needs_reauthorization: "bad",
  inactive: "bad",
};
const runTones = { queued: "wait", running: "wait", completed: "sound", failed: "bad" } as const;

const columns: Columns<Connection> = [
  [
    t.connectionColumns.name,
    ({ id, display_name }) => <Entry to={`/connections/${id}`}>{line(display_name)}</Entry>,
  ],
  [
    t.connectionColumns.status,
    ({ status }) => <Badge tone={tones[status]}>{t.statuses[status]}</Badge>,
  ],
  [
    t.connectionColumns.deliveries,
    ({ id, deliveries_24h: hooks }) => {
      if (hooks === null) return <span class="soft">{t.noHooks}</span>;
      const words = t.received(hooks.received, hooks.refused);
      if (hooks.refused === 0) return words;
      return (
        <Badge tone="bad">
          <Link href={refusedAt(id, 1)}>{words}</Link>
        </Badge>
      );
    },
  ],
  [
    t.connectionColumns.run,
    ({ last_run: run }) =>
      run === null ? (
        <Badge tone="quiet">{t.notRun}</Badge>
      ) : (
        <Badge tone={runTones[run.status]}>
          <Link href={may("getDiscoveryRun") ? `/connections/runs/${run.id}` : "/connections"}>
            {t.runs[run.status]}
          </Link>
          {run.status === "completed" && `, ${t.found(run.artifacts_count)}`}{" "}
          <Time iso={run.created_at} isRelative />
        </Badge>
      ),
  ],
];

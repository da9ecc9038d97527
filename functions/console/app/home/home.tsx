import { LinkButton, Screen } from "../parts/basics.tsx";
import { Pending } from "../parts/trouble.tsx";
import { may } from "../shell/client.ts";
import { callAhead, useCall } from "../shell/load.ts";
import { isLocal } from "../shell/provider.ts";
import { Begin } from "./begin.tsx";
import { Books } from "./books.tsx";
import { Evidence, Pipeline } from "./counts.tsx";
import { Systems } from "./systems.tsx";
import { t } from "./texts.ts";
import { TimeLine } from "./time-line.tsx";
import { Todo } from "./todo.tsx";
import { setupWork, workEntries } from "./work.ts";

const FRESH_MS = 60_000;
/** A tenant's overview costs more to read the larger its inventory is. */
const TENANT_FRESH_MS = 300_000;

/** Sends Home's requests now, so that they run while it renders. */
export function askHomeAhead(): void {
  if (may("getOverview")) {
    callAhead("getOverview", {});
    callAhead("getSetupChecklist", {});
  }
  if (may("getTenantOverview")) callAhead("getTenantOverview", {});
}

/** The state at a glance, then the signed-in user's work; on a new system, the first steps. */
export const Home = () => (
  <Screen title={t.title}>
    {may("getOverview") && <PlatformHome />}
    {may("getTenantOverview") && <TenantHome />}
  </Screen>
);

function PlatformHome() {
  const overview = useCall("getOverview", {}, FRESH_MS);
  const setup = useCall("getSetupChecklist", {}, FRESH_MS);
  const { data } = overview;
  return (
    <>
      <Pending of={overview} />
      {data && (
        <>
          <Begin of={data} />
          <Books books={data.books} />
          <TimeLine books={data.books} />
          <Pipeline of={data} />
        </>
      )}
      <Pending of={setup} />
      {data && setup.data && (
        <Todo
          entries={workEntries([...data.work, ...setupWork(setup.data.rows)])}
          looked={[
            ...data.looked_at,
            { kind: "setup", count: setupWork(setup.data.rows).length, is_more: false },
          ]}
        />
      )}
      {data && <Evidence of={data.evidence} />}
      {isLocal && (
        <p>
          <a href="/_local/outbox" target="_blank" rel="noreferrer">
            {t.outbox}
          </a>
        </p>
      )}
    </>
  );
}

function TenantHome() {
  const overview = useCall("getTenantOverview", {}, TENANT_FRESH_MS);
  const { data } = overview;
  return (
    <>
      <Pending of={overview} />
      {data && (
        <>
          {data.connections.length === 0 && may("createConnection") && (
            <section>
              <h2>{t.begin}</h2>
              <p>
                <LinkButton to="/connections/new" label={t.connect} isPrimary />
              </p>
            </section>
          )}
          <Systems of={data} />
          <Todo entries={workEntries(data.work)} looked={data.looked_at} />
        </>
      )}
    </>
  );
}

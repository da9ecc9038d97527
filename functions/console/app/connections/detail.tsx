import { useState } from "preact/hooks";
import { useSearchParams } from "wouter-preact";
import { channelOf } from "#shared/domain/connections/connection.ts";
import { Live, Screen } from "../parts/basics.tsx";
import type { Connection } from "../parts/connections.tsx";
import { line } from "../parts/format.ts";
import { Tabs } from "../parts/tabs.tsx";
import { Pending } from "../parts/trouble.tsx";
import { call, callAll, may, type Outcome, problem } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { ConnectionActions } from "./actions.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Onboarding } from "./onboarding.tsx";
import { Overview, type Shown } from "./overview.tsx";
import { Runs } from "./runs.tsx";
import { t } from "./texts.ts";

/** A tenant's users request their own connection; platform admins find it in the full list. */
async function ask(id: string): Promise<Outcome<Shown>> {
  if (may("getConnection")) return call("getConnection", { params: { id } });
  const all = await callAll("listAllConnections", {});
  if (all.kind !== "done") return all;
  const found = all.body.find((one) => one.id === id);
  if (found) return { kind: "done", body: found };
  return problem(404, "not_found", "There is no such connection.");
}

type Tab = keyof typeof t.tabs;

/** One connection: its health, its setup, its deliveries and its runs. */
export function ConnectionDetail({ id }: { id: string }) {
  const [search] = useSearchParams();
  const wanted = (search.get("tab") ?? "overview") as Tab;
  const connection = useLoad(`connection ${id}`, () => ask(id));
  const [said, setSaid] = useState("");
  const found = connection.data;
  const offered = (Object.keys(t.tabs) as Tab[]).filter((one) => isOffered(one, found));
  // An address may name a tab that is not offered, such as a link from an admin to a member.
  const tab = found === null || offered.includes(wanted) ? wanted : "overview";
  const at = (one: Tab) => `/connections/${id}${one === "overview" ? "" : `?tab=${one}`}`;
  const changed = (text: string) => {
    setSaid(text);
    connection.reload();
  };
  return (
    <Screen
      title={line(found?.display_name ?? t.title)}
      aside={found && <ConnectionActions connection={found} onChanged={changed} />}
    >
      <Live>{said}</Live>
      {said && <p class="note">{said}</p>}
      <Tabs current={at(tab)} tabs={offered.map((one) => [at(one), t.tabs[one]])} />
      <Pending of={connection} />
      {found && <Body tab={tab} connection={found} />}
    </Screen>
  );
}

function Body({ tab, connection }: { tab: Tab; connection: Shown }) {
  if (tab === "onboarding") return <Onboarding id={connection.id} />;
  if (tab === "deliveries") return <Deliveries connection={connection} />;
  if (tab === "runs") return <Runs connection={connection} />;
  return <Overview connection={connection} />;
}

function isOffered(tab: Tab, connection: Connection | null): boolean {
  if (tab === "onboarding") return may("getConnectionOnboarding");
  if (tab !== "deliveries") return true;
  const takesDeliveries = connection !== null && channelOf(connection) !== null;
  return takesDeliveries && (may("listConnectionDeliveries") || may("listWebhookDeliveries"));
}

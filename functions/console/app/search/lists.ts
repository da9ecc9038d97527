import { setupTitle } from "../parts/audit-words.ts";
import { connectionStates } from "../parts/connection-words.ts";
import { kindOf } from "../parts/connections.tsx";
import { joined, line } from "../parts/format.ts";
import { t as roomTexts } from "../rooms/texts.ts";
import { t as setupTexts } from "../setup/texts.ts";
import { call, type Item, may, mayChange, type Operation } from "../shell/client.ts";
import type { Named } from "./hits.ts";
import { t } from "./texts.ts";

/** Lists without a search of their own are read this far, once each time the search opens. */
const MAX_READ = 200;

type Listed = { [Id in Operation]: [Item<Id>] extends [never] ? never : Id }[Operation];

/** A list that is searched here; `read` gives an item's hit and its fields. */
const list =
  <Id extends Listed>(id: Id, read: (item: Item<Id>) => Named) =>
  async (): Promise<readonly Named[] | null> => {
    const outcome = await call(id, { query: { limit: String(MAX_READ) } } as never);
    if (outcome.kind !== "done") return null;
    return (outcome.body as { items: Item<Id>[] }).items.map(read);
  };

function connection(one: Item<"listConnections"> | Item<"listAllConnections">): Named {
  const more = joined(kindOf(one), connectionStates[one.status]);
  return {
    hit: {
      group: "connections",
      to: `/connections/${one.id}`,
      title: line(one.display_name),
      more,
    },
    fields: [[one.display_name], [more, one.provider, one.remote_tenant_id, one.id]],
  };
}

const readers: Partial<Record<Operation, () => Promise<readonly Named[] | null>>> = {
  listCounsel: list("listCounsel", ({ id, display_name, firm, email, bar_registration }) => ({
    hit: {
      group: "counsel",
      to: `/counsel/${id}`,
      title: line(display_name),
      more: joined(firm, email),
    },
    fields: [[display_name], [firm, email, bar_registration, id]],
  })),
  listTenants: list("listTenants", ({ id, name }) => ({
    hit: { group: "tenants", to: `/tenants/${id}`, title: line(name), more: "" },
    fields: [[name], [id]],
  })),
  listRooms: list("listRooms", ({ id, title, status }) => ({
    hit: {
      group: "rooms",
      to: `/rooms/${id}`,
      title: line(title),
      more: roomTexts.statuses[status],
    },
    fields: [[title], [roomTexts.statuses[status], id]],
  })),
  listAllConnections: list("listAllConnections", connection),
  listConnections: list("listConnections", connection),
  getSetupChecklist: readSetup,
};

/** The lists that the signed-in user may read, each in one request. */
export const readLists = (): Promise<readonly Named[] | null>[] =>
  (Object.keys(readers) as Operation[])
    .filter(may)
    .filter((id) => id !== "listConnections" || !may("listAllConnections"))
    .flatMap((id) => readers[id]?.() ?? []);

/** Every row of the checklist, and the actions that it allows now: "Rotate: …". */
async function readSetup(): Promise<readonly Named[] | null> {
  const outcome = await call("getSetupChecklist", {});
  if (outcome.kind !== "done") return null;
  return outcome.body.rows.flatMap((row): Named[] => {
    const title = setupTitle(row);
    const to = `/setup#${row.id}`;
    const acts = row.actions.flatMap(({ path }) => {
      const known = path.split("/").at(-1) as keyof typeof setupTexts.actions;
      return setupTexts.actions[known]?.label ?? [];
    });
    return [
      {
        hit: {
          group: "setup",
          to,
          title: mayChange() ? t.setup(title, acts) : title,
          more: setupTexts.statuses[row.status],
        },
        fields: [[title], mayChange() ? acts : [], [row.id, row.detail]],
      },
    ];
  });
}

import { useState } from "preact/hooks";
import { Facts, Screen, Time, Value } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { Confirm } from "../parts/confirm.tsx";
import { download } from "../parts/download.ts";
import { line, words } from "../parts/format.ts";
import { StatusBadge } from "../parts/states.tsx";
import { Entry, Table } from "../parts/table.tsx";
import { Pending, Trouble } from "../parts/trouble.tsx";
import { type Answer, call, callForText, type Failure } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t } from "./panel-texts.ts";
import { PanelBadge } from "./panels.tsx";
import { t as reviews } from "./texts.ts";

type Found = Answer<"getPanel">;
const FRESH_MS = 4000;

/** One panel: how it counts, what each member said, what happened. */
export function PanelDetail({ id }: { id: string }) {
  const panel = useLoad(`panel ${id}`, () => call("getPanel", { params: { id } }), FRESH_MS);
  const found = panel.data;
  const audit = useLoad(`panel rows ${id} ${found?.status}`, () =>
    call("getPanelAudit", { params: { id }, query: { limit: "200" } }),
  );
  const books = useBooks();
  const book = bookName(books.data, found?.framework_id ?? "");
  return (
    <Screen
      title={t.detailTitle(book, found?.rule_use_case_ids.length ?? 0)}
      aside={found && <Actions panel={found} onChanged={panel.reload} />}
    >
      <Pending of={panel} />
      {found && (
        <>
          <Summary panel={found} />
          <section>
            <h2>{t.members}</h2>
            <Members panel={found} />
          </section>
          <section>
            <h2>{t.timeline}</h2>
            <ol class="timeline">
              {(audit.data?.items ?? []).map((row) => (
                <li key={row.id}>
                  <p>{t.events[row.action] ?? words(line(row.action))}</p>
                  <p class="soft fine">
                    <Time iso={row.created_at} />
                  </p>
                </li>
              ))}
            </ol>
          </section>
        </>
      )}
    </Screen>
  );
}

const Summary = ({ panel }: { panel: Found }) => (
  <Facts
    rows={[
      [t.status, <PanelBadge status={panel.status} />],
      [t.needs, t.needsOf(panel.need, panel.members.length)],
      [t.onReject, t.onRejects[panel.on_reject]],
      panel.decided_at === null
        ? [t.expires, <Time iso={panel.expires_at} />]
        : [t.decided, <Time iso={panel.decided_at} />],
      [reviews.facts.id, <Value text={panel.id} of={reviews.facts.id} />],
      [reviews.facts.hash, <Value text={panel.rule_version_hash} of={reviews.facts.hash} />],
    ]}
  />
);

type Member = Found["members"][number];

const Members = ({ panel }: { panel: Found }) => (
  <Table
    name={t.members}
    rows={panel.members}
    keyOf={({ review_id }) => review_id}
    columns={[
      {
        name: t.member,
        cell: (row: Member) => (
          <>
            <Entry to={`/reviews/${row.review_id}`}>{line(row.counsel_display_name)}</Entry>
            {row.counsel_firm && <p class="soft fine">{line(row.counsel_firm)}</p>}
          </>
        ),
      },
      {
        name: t.status,
        cell: ({ status }: Member) => <StatusBadge of={{ status, expires_at: panel.expires_at }} />,
      },
      {
        name: t.decided,
        cell: ({ decided_at }: Member) => (decided_at ? <Time iso={decided_at} /> : "–"),
      },
    ]}
  />
);

function Actions({ panel, onChanged }: { panel: Found; onChanged: () => void }) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { id } = panel;
  const save = async () => {
    const outcome = await callForText("getPanelBundle", { params: { id } });
    if (outcome.kind !== "done") return setFailure(outcome);
    setFailure(null);
    download(`countersign-panel-${id}.json`, "application/json", outcome.body);
  };
  return (
    <>
      {failure && <Trouble failure={failure} />}
      <button type="button" onClick={save}>
        {t.bundle}
      </button>
      {panel.status === "open" && (
        <Confirm
          label={t.cancel}
          question={t.cancelQuestion}
          act={t.cancelAct}
          isDangerous
          send={() => call("cancelPanel", { params: { id } })}
          done={onChanged}
        >
          <p>{t.cancelWords}</p>
        </Confirm>
      )}
    </>
  );
}

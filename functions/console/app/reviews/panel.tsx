import { Link } from "wouter-preact";
import { mixedText, outcomesOfPanel } from "#shared/domain/standing/outcomes.ts";
import { actorOf } from "../parts/actors.ts";
import { Badge, Facts, Mark, Screen, Time, Value } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { Confirm } from "../parts/confirm.tsx";
import { line, words } from "../parts/format.ts";
import { Happened } from "../parts/happened.tsx";
import { SaveButton } from "../parts/save-button.tsx";
import { statusTones, TimeLeft } from "../parts/states.tsx";
import { Entry } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { call, callForFile, callForText } from "../shell/client.ts";
import { useCall, useLoad } from "../shell/load.ts";
import { type Found, type PanelRow, PanelRules } from "./panel-rules.tsx";
import { t } from "./panel-texts.ts";
import { panelTone } from "./panels.tsx";
import { t as reviews } from "./texts.ts";
import { titleOf } from "./title.ts";

const FRESH_MS = 4000;

/** One panel: its outcome, who said what, what it means for each rule, and what happened. */
export function PanelDetail({ id }: { id: string }) {
  const panel = useCall("getPanel", { params: { id } }, (known) =>
    known === null || known.status === "open" ? FRESH_MS : 0,
  );
  const found = panel.data;
  const audit = useLoad(`panel rows ${id} ${found?.status} ${stateOf(found)}`, () =>
    call("getPanelAudit", { params: { id }, query: { limit: "200" } }),
  );
  const rows = audit.data?.items ?? [];
  const books = useBooks();
  const book = bookName(books.data, found?.framework_id ?? "");
  return (
    <Screen
      title={found ? titleOf(found, book) : t.one}
      aside={found && <Actions panel={found} onChanged={panel.reload} />}
    >
      <Pending of={panel} />
      {found && (
        <>
          <Summary panel={found} book={book} />
          <div class="columns">
            <section>
              <h2>{t.members}</h2>
              <Members panel={found} />
            </section>
            <section>
              <h2>{t.timeline}</h2>
              <TimeLine panel={found} rows={rows} />
            </section>
          </div>
          <PanelRules panel={found} />
          <details>
            <summary>{t.record}</summary>
            <Facts
              rows={[
                [t.id, <Value text={found.id} of={t.id} />],
                [
                  reviews.facts.hash,
                  <Value text={found.rule_version_hash} of={reviews.facts.hash} />,
                ],
              ]}
            />
          </details>
        </>
      )}
    </Screen>
  );
}

/** The members' requests and states. A request that was passed on has another member. */
const stateOf = (found: Found | null): string =>
  found?.members.map(({ review_id, status }) => review_id + status).join() ?? "";

function Summary({ panel, book }: { panel: Found; book: string }) {
  const { status, need, on_reject, members } = panel;
  const mixed = mixedText(outcomesOfPanel(panel));
  return (
    <>
      <p class="lead">
        <Mark tone={panelTone(panel)} /> {mixed !== null && <strong>{mixed}. </strong>}
        {t.sentence(members.length, status, mixed !== null)}
        {status !== "open" && status !== "cancelled" && (
          <>
            , <Time iso={panel.ends_at} />
          </>
        )}
        .
      </p>
      {panel.status === "open" && <p>{t.endsWhen(need, members.length, on_reject)}</p>}
      <Facts
        rows={[
          [
            t.requested,
            <>
              <Time iso={panel.created_at} />{" "}
              {reviews.by(line(panel.requested_by_email ?? t.anAdmin))}
            </>,
          ],
          status === "open" && [
            t.due,
            <>
              <Time iso={panel.ends_at} />
              <TimeLeft of={{ ...panel, expires_at: panel.ends_at, status: "pending" }} />
            </>,
          ],
          [reviews.framework, <Link href={`/rule-books/${panel.framework_id}`}>{book}</Link>],
        ]}
      />
    </>
  );
}

const Members = ({ panel }: { panel: Found }) => (
  <ul class="plain">
    {panel.members.map((one) => (
      <li key={one.review_id}>
        <p class="row">
          <Entry to={`/reviews/${one.review_id}`}>{line(one.counsel_display_name)}</Entry>
          <Badge tone={statusTones[one.status]}>{reviews.statuses[one.status]}</Badge>
        </p>
        <p class="soft fine">
          {line(one.counsel_firm)}
          {one.counsel_firm && one.decided_at && " · "}
          {one.decided_at && <Time iso={one.decided_at} />}
        </p>
      </li>
    ))}
  </ul>
);

function TimeLine({ panel, rows }: { panel: Found; rows: readonly PanelRow[] }) {
  const names = new Map(panel.members.map((one) => [one.counsel_id, one.counsel_display_name]));
  const counselName = (id: string) => names.get(id);
  const known = { counselName, userName: () => panel.requested_by_email ?? undefined };
  return (
    <ol class="timeline">
      {rows.map((row) => (
        <Happened
          key={row.id}
          what={t.events[row.action.replace("review_panel.", "")] ?? words(line(row.action))}
          at={row.created_at}
          who={actorOf(row, row.action === "review_panel.requested" ? known : { counselName })}
        />
      ))}
    </ol>
  );
}

function Actions({ panel, onChanged }: { panel: Found; onChanged: () => void }) {
  const request = { params: { id: panel.id } };
  const name = `countersign-panel-${panel.id}`;
  const hasResult = panel.decided_at !== null && panel.status !== "cancelled";
  return (
    <>
      {hasResult && (
        <SaveButton
          label={t.certificate}
          name={`${name}.pdf`}
          ask={() => callForFile("getPanelCertificate", request)}
        />
      )}
      <SaveButton
        label={t.bundle}
        name={`${name}.json`}
        ask={() => callForText("getPanelBundle", request)}
      />
      {panel.status === "open" && (
        <Confirm
          does={t.cancel}
          isDangerous
          send={() => call("cancelPanel", request)}
          done={onChanged}
        />
      )}
    </>
  );
}

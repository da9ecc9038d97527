import { Link } from "wouter-preact";
import { useActorNames } from "../parts/actor-names.ts";
import { Who } from "../parts/audit-table.tsx";
import { Facts, Screen, Time } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { Confirm } from "../parts/confirm.tsx";
import { line } from "../parts/format.ts";
import { type Columns, List } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { call, type Item } from "../shell/client.ts";
import { type Loaded, useAll, useCall } from "../shell/load.ts";
import { Questions } from "./questions.tsx";
import { type Room, StateBadge } from "./state.tsx";
import { t } from "./texts.ts";

/** One room: what it shows, who used it for what, what was asked. */
export function RoomDetail({ id }: { id: string }) {
  const room = useCall("getRoom", { params: { id } });
  const rows = useAll("getRoomAudit", { params: { id } });
  const found = room.data;
  return (
    <Screen
      title={found === null ? t.title : line(found.title)}
      aside={
        found !== null && found.status !== "revoked" ? (
          <Confirm
            does={t.revoke}
            isDangerous
            send={() => call("revokeRoom", { params: { id } })}
            done={() => {
              room.reload();
              rows.reload();
            }}
          />
        ) : undefined
      }
    >
      <Pending of={room} />
      {found && (
        <>
          <RoomFacts of={found} />
          <Questions room={found} onAnswered={rows.reload} />
          <Trail of={rows} />
        </>
      )}
    </Screen>
  );
}

function RoomFacts({ of }: { of: Room }) {
  const books = useBooks();
  const counsel = useAll("listCounsel", {});
  const nameOf = (id: string) =>
    line(counsel.data?.find((one) => one.id === id)?.display_name ?? id);
  const { decided_from, decided_to } = of;
  const period =
    decided_from === null && decided_to === null ? (
      t.always
    ) : (
      <>
        {decided_from !== null && (
          <>
            {t.since} <Time iso={decided_from} />{" "}
          </>
        )}
        {decided_to !== null && (
          <>
            {t.before} <Time iso={decided_to} />
          </>
        )}
      </>
    );
  return (
    <Facts
      rows={[
        [t.facts.status, <StateBadge of={of} />],
        [t.facts.books, of.framework_ids.map((id) => bookName(books.data, id)).join(", ")],
        [t.facts.period, period],
        [
          t.facts.counsel,
          of.counsel_ids === null ? t.everyone : of.counsel_ids.map(nameOf).join(", "),
        ],
        [t.facts.created, <Time iso={of.created_at} />],
        [t.facts.expires, <Time iso={of.expires_at} />],
        [t.facts.uses, of.uses],
        [t.facts.last, <Time iso={of.last_used_at} isRelative />],
        [t.facts.words, t.wordsShown[of.words]],
        [t.facts.questions, of.may_ask ? t.allowed : t.notAllowed],
      ]}
    />
  );
}

type Row = Item<"getRoomAudit">;

/** What happened in the room, the newest first. */
function Trail({ of: rows }: { of: Loaded<Row[]> }) {
  const names = useActorNames(rows.data ?? []);
  const columns: Columns<Row> = [
    [t.when, (row) => <Time iso={row.created_at} />],
    [t.what, (row) => t.actions[row.action] ?? line(row.action)],
    [
      t.which,
      ({ action, context }) =>
        typeof context.review_id === "string" ? (
          <Link href={`/reviews/${context.review_id}`}>
            {names.review(context.review_id) ?? <code>{line(context.review_id.slice(0, 8))}</code>}
          </Link>
        ) : action === "room.bundle_downloaded" ? (
          t.everything
        ) : (
          ""
        ),
    ],
    [t.by, (row) => <Who names={names} row={row} />],
  ];
  return (
    <section aria-labelledby="trail">
      <h2 id="trail">{t.trail}</h2>
      <List
        of={rows}
        rows={(rows.data ?? []).toReversed()}
        empty={null}
        name={t.trail}
        columns={columns}
      />
    </section>
  );
}

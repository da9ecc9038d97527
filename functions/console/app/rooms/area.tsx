import { Badge, Time } from "../parts/basics.tsx";
import { useBookNames } from "../parts/books.ts";
import { Confirm } from "../parts/confirm.tsx";
import { line } from "../parts/format.ts";
import { resource } from "../parts/resource.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { Entry, useFilters } from "../parts/table.tsx";
import { call, type Outcome } from "../shell/client.ts";
import { useAll, useCall } from "../shell/load.ts";
import { screens } from "../shell/screens.tsx";
import { bodyOf, type Room, RoomFields, type RoomValues } from "./fields.tsx";
import { RoomPreview } from "./preview.tsx";
import { Questions } from "./questions.tsx";
import { t } from "./texts.ts";
import { Trail } from "./trail.tsx";

interface Opened {
  id: string;
  url: string;
}

async function open(values: RoomValues): Promise<Outcome<Opened>> {
  const outcome = await call("createRoom", { body: bodyOf(values) });
  if (outcome.kind !== "done") return outcome;
  const { room, room_url } = outcome.body as { room: Room; room_url: string };
  return { kind: "done", body: { id: room.id, url: room_url } };
}

/** Whether a room is open, by the clock of the answer. */
const StateBadge = ({ of: { status } }: { of: Room }) => (
  <Badge tone={status === "open" ? "sound" : "quiet"}>{t.statuses[status]}</Badge>
);

/** The period of the decisions that a room shows. */
const Period = ({ of: { decided_from, decided_to } }: { of: Room }) => (
  <>
    {decided_from === null && decided_to === null && t.always}
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

export const Area = screens(
  ...resource("/rooms", {
    words: t,
    list: (cursor) => call("listRooms", { query: cursor === "" ? {} : { cursor } }),
    get: (id) => call("getRoom", { params: { id } }),
    valuesOf: (): RoomValues => ({
      title: "",
      framework_ids: [],
      decided_from: "",
      decided_to: "",
      counsel_ids: [],
      expires_in_days: "30",
      may_ask: true,
      words: false,
    }),
    send: open,
    nameOf: ({ title }) => line(title),
    useColumns: () => {
      const books = useBookNames();
      return [
        [t.fields.title[0], (row) => <Entry to={`/rooms/${row.id}`}>{line(row.title)}</Entry>],
        [t.facts.status, (row) => <StateBadge of={row} />],
        [t.shows, (row) => books(row.framework_ids)],
        [t.facts.uses, (row) => row.uses, "number"],
        [t.facts.last, (row) => <Time iso={row.last_used_at} isRelative />],
        [t.facts.expires, (row) => <Time iso={row.expires_at} />],
      ];
    },
    useFacts: (of) => {
      const books = useBookNames();
      const counsel = useAll("listCounsel", {});
      const nameOf = (id: string) =>
        line(counsel.data?.find((one) => one.id === id)?.display_name ?? id);
      return [
        [t.facts.status, <StateBadge of={of} />],
        [t.facts.books, books(of.framework_ids)],
        [t.facts.period, <Period of={of} />],
        [t.facts.counsel, of.counsel_ids?.map(nameOf).join(", ") ?? t.everyone],
        [t.facts.created, <Time iso={of.created_at} />],
        [t.facts.expires, <Time iso={of.expires_at} />],
        [t.facts.uses, of.uses],
        [t.facts.last, <Time iso={of.last_used_at} isRelative />],
        [t.facts.words, t.wordsShown[of.words]],
        [t.facts.questions, of.may_ask ? t.allowed : t.notAllowed],
      ];
    },
    Fields: ({ form }) => (
      <>
        <RoomFields form={form} />
        <section aria-labelledby="preview">
          <h2 id="preview">{t.previewTitle}</h2>
          <RoomPreview values={form.values} />
        </section>
      </>
    ),
    Once: ({ made: { url }, onDone }) => (
      <ShownOnce
        id="room-link"
        title={t.linkTitle}
        lead={t.linkLead}
        label={t.link}
        value={url}
        question={t.passedOnQuestion}
        copy={t.copyLink}
        done={t.passedOn}
        onDone={onDone}
      >
        <a class="button small" href={url} target="_blank" rel="noreferrer noopener">
          {t.openIt}
        </a>
      </ShownOnce>
    ),
    Acts: ({ of: { id, status }, onChanged }) =>
      status !== "revoked" && (
        <Confirm
          does={t.revoke}
          isDangerous
          send={() => call("revokeRoom", { params: { id } })}
          done={onChanged}
        />
      ),
    Below: Inside,
  }),
);

/** The questions asked in a room, and what happened there. */
function Inside({ of: room }: { of: Room }) {
  const pages = useFilters([]);
  const rows = useCall("listAudit", {
    query: { resource_type: "room", resource_id: room.id, order: "desc", cursor: pages.cursor },
  });
  return (
    <>
      <Questions room={room} onAnswered={rows.reload} />
      <Trail of={rows} pages={pages} />
    </>
  );
}

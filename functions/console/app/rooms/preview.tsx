import { Badge } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { Table } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { type RoomValues, scopeOf } from "./fields.tsx";
import { t } from "./texts.ts";

type Preview = Extract<Answer<"createRoom">, { frameworks: unknown }>;

/** What a room with these choices would show now. No room is opened. */
export function RoomPreview({ values }: { values: RoomValues }) {
  if (values.framework_ids.length === 0) return <p class="soft">{t.previewNothing}</p>;
  const scope = scopeOf(values);
  return <Counted key={JSON.stringify(scope)} scope={scope} />;
}

function Counted({ scope }: { scope: ReturnType<typeof scopeOf> }) {
  const preview = useLoad(`room preview ${JSON.stringify(scope)}`, () =>
    call("createRoom", {
      query: { dry_run: "true" },
      // None of these changes what the room shows.
      body: { title: "?", expires_in_days: 1, may_ask: false, ...scope },
    }),
  );
  const found = preview.data as Preview | null;
  return (
    <>
      <Pending of={preview} />
      {found && (
        <>
          <p>
            <Badge tone={found.reviews === 0 ? "warn" : "sound"}>
              {t.reviews}: {t.many(found.reviews, found.is_more)}
            </Badge>
          </p>
          {found.reviews === 0 && <p>{t.noReviews}</p>}
          <Table
            name={t.previewTitle}
            columns={[
              [t.book, (row: Preview["frameworks"][number]) => line(row.display_name)] as const,
              [t.rules, (row: Preview["frameworks"][number]) => row.rules, "number"] as const,
            ]}
            rows={found.frameworks}
          />
          <p class="soft fine">{t.hidden}</p>
        </>
      )}
    </>
  );
}

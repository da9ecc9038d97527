import { useState } from "preact/hooks";
import { visible } from "#shared/domain/text/text.ts";
import { Badge, Empty, Live, Time, type Tone } from "../parts/basics.tsx";
import { line, words } from "../parts/format.ts";
import { SendButton } from "../parts/send-button.tsx";
import { type Columns, List, useFilters } from "../parts/table.tsx";
import { call, mayChange } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { type Delivery, type Endpoint, operations } from "./operations.ts";
import { t } from "./texts.ts";

const tones: Readonly<Record<Delivery["status"], Tone>> = {
  pending: "wait",
  delivered: "sound",
  failed: "bad",
  dropped: "quiet",
};

/** The interval of reloads while a delivery is under way. */
const WATCH_MS = 5000;

/** The messages sent to an endpoint, newest first, with every attempt. */
export function Deliveries({ endpoint: { id, enabled } }: { endpoint: Endpoint }) {
  const filters = useFilters([]);
  const [said, setSaid] = useState("");
  const list = useCall(
    operations().deliveries,
    { params: { id }, query: { limit: "25", cursor: filters.cursor } as object },
    (known) => (known?.items.some(({ status }) => status === "pending") ? WATCH_MS : 0),
  );
  const replayed = () => {
    setSaid(t.replayed);
    list.reload();
  };
  const columns: Columns<Delivery> = [
    [t.deliveryColumns.message, (row) => <Message of={row} />],
    [
      t.deliveryColumns.status,
      (row) => <Badge tone={tones[row.status]}>{t.statuses[row.status]}</Badge>,
    ],
    [t.deliveryColumns.attempts, (row) => <Attempts of={row} />],
    [
      t.deliveryColumns.content,
      (row) => (
        <>
          <details class="fine">
            <summary>{t.body}</summary>
            <pre>{visible(indented(row.body))}</pre>
          </details>
          {enabled && mayChange() && (
            <SendButton
              label={t.replay}
              of={line(`${row.type} ${row.webhook_id}`)}
              class="small"
              isWrite
              send={() => call(operations().replay, { params: { id, delivery_id: row.id } })}
              done={replayed}
            />
          )}
        </>
      ),
    ],
  ];
  return (
    <section>
      <Live>{said}</Live>
      <List
        of={list}
        empty={<Empty>{t.noDeliveries}</Empty>}
        name={t.deliveries}
        columns={columns}
        pages={filters}
      />
    </section>
  );
}

const Message = ({ of }: { of: Delivery }) => (
  <>
    <strong>{line(of.type)}</strong>
    <p class="soft fine">
      <code>{line(of.webhook_id)}</code>
    </p>
    {of.replay_of !== null && <p class="soft fine">{t.isReplay}</p>}
  </>
);

/** Every attempt, the newest last, and the time of the next one. */
const Attempts = ({ of: { attempts, next_attempt_at } }: { of: Delivery }) => (
  <div class="fine">
    {attempts.map(({ at, status, error }) => (
      <div key={at}>
        <Time iso={at} />: {status === null ? errorText(error) : t.answered(status)}
      </div>
    ))}
    {attempts.length === 0 && <div class="soft">{t.noAttempt}</div>}
    {next_attempt_at !== null && attempts.length > 0 && (
      <div class="soft">
        {t.nextAttempt} <Time iso={next_attempt_at} isRelative />
      </div>
    )}
  </div>
);

const errorText = (code: string | null): string => {
  const known = code === null ? "" : code;
  return Object.hasOwn(t.errors, known) ? (t.errors[known] ?? "") : words(line(known));
};

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

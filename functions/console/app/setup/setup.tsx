import { useEffect, useState } from "preact/hooks";
import { Badge, Facts, Screen, Time, type Tone, Value } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { SetupAction } from "./action.tsx";
import { t } from "./texts.ts";
import { askTrail, type Change, changeOf, Trail } from "./trail.tsx";

type Checklist = Answer<"getSetupChecklist">;
type Row = Checklist["rows"][number];
const tones: Readonly<Record<Row["status"], Tone>> = {
  provisioned: "good",
  not_set: "warn",
  uses_dev_default: "wait",
};
const FRESH_MS = 30_000;

/** The checklist as a guided list: state, next step, and a button for it. */
export function Setup() {
  const list = useLoad("setup", () => call("getSetupChecklist"), FRESH_MS);
  const [said, setSaid] = useState("");
  const trail = useLoad("setup trail", askTrail);
  const done = (text: string) => {
    setSaid(text);
    list.reload();
    trail.reload();
  };
  const rows = list.data?.rows ?? [];
  const inPlace = rows.filter(({ status }) => status === "provisioned").length;
  return (
    <Screen title={t.title} lead={t.lead}>
      <Pending of={list} />
      {list.data && (
        <p role="status">
          <strong>{t.progress(inPlace, rows.length)}</strong>{" "}
          {said || (inPlace === rows.length ? t.nothing : "")}
        </p>
      )}
      <ol class="steps">
        {rows.map((row) => (
          <Step key={row.id} row={row} change={changeOf(trail.data ?? [], row.id)} onDone={done} />
        ))}
      </ol>
      <Trail of={trail} />
    </Screen>
  );
}

function Step({
  row,
  change,
  onDone,
}: {
  row: Row;
  /** The last change made on this screen. */
  change: Change | undefined;
  onDone: (said: string) => void;
}) {
  const [said, setSaid] = useState("");
  const done = (text: string) => {
    setSaid(text);
    onDone(text);
  };
  return (
    <li>
      <h2>{line(row.title)}</h2>
      <p>
        <Badge tone={tones[row.status]}>{t.statuses[row.status]}</Badge>
        {row.updated_at && (
          <span class="soft">
            {" "}
            · {t.updated} <Time iso={row.updated_at} isRelative />
            {change && (
              <>
                {" "}
                {t.byWhom} <code>{line(change.actor_user_id ?? t.system)}</code>
              </>
            )}
          </span>
        )}
      </p>
      <p class="narrow">{line(row.detail)}</p>
      <KeyTimes row={row} />
      {row.federated_credential && (
        <details>
          <summary>{t.credential}</summary>
          <Facts
            rows={[
              [t.issuer, <Value text={row.federated_credential.issuer} of={t.issuer} />],
              [t.subject, <Value text={row.federated_credential.subject} of={t.subject} />],
              [t.audience, <Value text={row.federated_credential.audience} of={t.audience} />],
            ]}
          />
        </details>
      )}
      {row.actions.length === 0 && row.status === "not_set" && (
        <p class="soft fine">{t.noAction}</p>
      )}
      <div class="row">
        {row.actions.map((action) => (
          <SetupAction key={action.path} path={action.path} title={line(row.title)} onDone={done} />
        ))}
      </div>
      {said && <p class="note">{said}</p>}
    </li>
  );
}

/** When the next key starts to sign and when another rotation is possible, counted down. */
function KeyTimes({ row }: { row: Row }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 20_000);
    return () => clearInterval(timer);
  }, []);
  if (!row.signing_kid) return null;
  const isAhead = (iso: string | null | undefined): iso is string =>
    !!iso && Date.parse(iso) > Date.now();
  return (
    <ul class="fine">
      <li>
        {t.signingKey} <code>{row.signing_kid}</code>
      </li>
      {row.next_signing_kid && isAhead(row.activates_at) && (
        <li>
          {t.nextKey} <code>{row.next_signing_kid}</code> {t.activates}{" "}
          <Time iso={row.activates_at} isRelative />
        </li>
      )}
      {isAhead(row.overlap_ends_at) && (
        <li>
          {t.overlapEnds} <Time iso={row.overlap_ends_at} isRelative />
        </li>
      )}
    </ul>
  );
}

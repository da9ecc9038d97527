import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { WHERE } from "#shared/domain/setup/checklist-row.ts";
import { type ActorNames, useActorNames } from "../parts/actor-names.ts";
import { Who } from "../parts/audit-table.tsx";
import { setupTitle } from "../parts/audit-words.ts";
import { Badge, Facts, Screen, Time, type Tone, Value } from "../parts/basics.tsx";
import { told } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import type { Answer } from "../shell/client.ts";
import { useCall, useLoad } from "../shell/load.ts";
import { type Said, SetupAction } from "./action.tsx";
import { Alarms } from "./alarms.tsx";
import { t } from "./texts.ts";
import { askTrail, type Change, changeOf, Trail } from "./trail.tsx";

type Checklist = Answer<"getSetupChecklist">;
type Row = Checklist["rows"][number];
const tones: Readonly<Record<Row["status"], Tone>> = {
  provisioned: "sound",
  not_set: "warn",
  uses_dev_default: "wait",
};
const FRESH_MS = 30_000;

const urgency = ["not_set", "uses_dev_default", "provisioned"] as const satisfies Row["status"][];

/** The groups in the order in which to handle them, according to what this deployment needs. */
const groups = ["needed", "optional", "legacy"] as const satisfies Row["need"][];

/** A row's position: by group, then by urgency. */
const placeOf = ({ need, status, position }: Row): number =>
  groups.indexOf(need) * 1000 + urgency.indexOf(status) * 100 + position;

/**
 * The rows by group, in the order of urgency when the screen was opened. A row that the user completes
 * here stays in its position.
 */
function useOrdered(rows: readonly Row[]) {
  const places = useRef(new Map<string, { place: number; group: Row["need"] }>()).current;
  for (const row of rows) {
    if (!places.has(row.id)) places.set(row.id, { place: placeOf(row), group: row.need });
  }
  const place = ({ id }: Row): number => places.get(id)?.place ?? 0;
  const ordered = rows.toSorted((a, b) => place(a) - place(b));
  return groups.map((group) => ({
    group,
    rows: ordered.filter(({ id }) => places.get(id)?.group === group),
  }));
}

/** Scrolls to the row that the address names, once the row is loaded. */
function useNamedRow(isLoaded: boolean): void {
  useLayoutEffect(() => {
    if (!isLoaded || location.hash === "") return;
    const step = document.getElementById(location.hash.slice(1));
    step?.scrollIntoView();
    step?.querySelector<HTMLElement>("h2, h3")?.focus();
  }, [isLoaded]);
}

/** The checklist as a guided list: state, next step, and a button for it. */
export function Setup() {
  const list = useCall("getSetupChecklist", {}, FRESH_MS);
  const [said, setSaid] = useState("");
  const trail = useLoad("setup trail", askTrail);
  const done = (text: string) => {
    setSaid(text);
    list.reload();
    trail.reload();
  };
  const rows = list.data?.rows ?? [];
  const names = useActorNames(trail.data ?? []);
  useNamedRow(list.data !== null);
  const needed = rows.filter(({ need }) => need === "needed");
  const inPlace = needed.filter(({ status }) => status === "provisioned").length;
  return (
    <Screen title={t.title} lead={t.lead}>
      <Pending of={list} />
      {list.data && (
        <p role="status">
          <strong>{t.progress(inPlace, needed.length)}</strong>{" "}
          {said || (inPlace === needed.length ? t.nothing : "")}
        </p>
      )}
      {rows.some(({ detail }) => detail.includes(WHERE)) && <p class="hint">{t.where}</p>}
      {useOrdered(rows).map(
        ({ group, rows: own }) =>
          own.length > 0 && (
            <section key={group}>
              <h2>{t.groups[group]}</h2>
              <p class="hint">{t.groupWords[group]}</p>
              <ol class="steps">
                {own.map((row) => (
                  <Step
                    key={row.id}
                    row={row}
                    change={changeOf(trail.data ?? [], row.id)}
                    names={names}
                    onDone={done}
                  />
                ))}
              </ol>
            </section>
          ),
      )}
      <Alarms />
      <Trail of={trail} />
    </Screen>
  );
}

function Step({
  row,
  change,
  names,
  onDone,
}: {
  row: Row;
  names: ActorNames;
  /** The last change made on this screen. */
  change: Change | undefined;
  onDone: (said: string) => void;
}) {
  const [said, setSaid] = useState<Said | null>(null);
  const done = (what: Said) => {
    setSaid(what);
    onDone(what.text);
  };
  const isSpare = row.status === "not_set" && row.need !== "needed";
  return (
    <li id={row.id}>
      <h3 tabIndex={-1}>{setupTitle(row)}</h3>
      <p>
        <Badge tone={isSpare ? "quiet" : tones[row.status]}>{t.statuses[row.status]}</Badge>
        {row.updated_at && (
          <span class="soft">
            {" "}
            · {t.updated} <Time iso={row.updated_at} isRelative />
            {change && (
              <>
                {" "}
                {t.byWhom} <Who names={names} row={change} />
              </>
            )}
          </span>
        )}
      </p>
      <p class="narrow">{told(row.detail).replaceAll(` ${WHERE}`, "")}</p>
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
      <div class="row">
        {row.actions.map((action) => (
          <SetupAction key={action.path} path={action.path} title={setupTitle(row)} onDone={done} />
        ))}
      </div>
      {said && <Afterwards said={said} />}
    </li>
  );
}

/** What was done, where the new value is, and what to do with it. */
const Afterwards = ({ said: { text, entry, next } }: { said: Said }) => (
  <div class="note">
    <p>{text}</p>
    {entry !== null && (
      <p>
        {t.valueIs} <Value text={entry} of={t.entry} />
      </p>
    )}
    {next !== null && <p>{next}</p>}
  </div>
);

/** A countdown to when the next key starts to sign and when another rotation is possible. */
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

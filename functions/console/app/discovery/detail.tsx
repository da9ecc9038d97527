import { useState } from "preact/hooks";
import { AuditTable } from "../parts/audit-table.tsx";
import { Facts, Live, Screen, Time, Value } from "../parts/basics.tsx";
import { line, titled, words } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import { call, callAll, may } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import type { Artifact } from "./artifacts.ts";
import { ClassBadge, isDecided } from "./class.tsx";
import { Decide } from "./decide.tsx";
import { FactTable } from "./fact-table.tsx";
import { GatePath } from "./gate-path.tsx";
import { MarkedDetails } from "./marked-details.tsx";
import { t } from "./texts.ts";

/** One artifact: what it is in law, by which facts and gates, who answers for it, and since when. */
export function ArtifactDetail({ id }: { id: string }) {
  const artifact = useLoad(`artifact ${id}`, () => call("getArtifact", { params: { id } }));
  const history = useLoad(`artifact history ${id}`, () =>
    callAll("getArtifactHistory", { params: { id } }),
  );
  const [said, setSaid] = useState("");
  const changed = (text: string) => {
    setSaid(text);
    artifact.reload();
    history.reload();
  };
  const found = artifact.data;
  return (
    <Screen title={line(found?.name ?? t.title)}>
      <Live>{said}</Live>
      {said && <p class="note">{said}</p>}
      <Pending of={artifact} />
      {found && <Found artifact={found} onChanged={changed} />}
      <section>
        <h2>{t.history}</h2>
        <p class="hint">{t.historyHint}</p>
        <Pending of={history} />
        {history.data?.length === 0 && <p class="soft">{t.noHistory}</p>}
        {history.data && history.data.length > 0 && (
          <AuditTable name={t.history} rows={history.data} />
        )}
      </section>
    </Screen>
  );
}

function Found(props: { artifact: Artifact; onChanged: (said: string) => void }) {
  const { artifact } = props;
  const { classification } = artifact;
  return (
    <>
      <ClassBadge of={classification} />
      {classification !== null && !isDecided(classification) && <p class="note">{t.isProposal}</p>}
      <Facts
        rows={[
          [t.columns.kind, titled(words(line(artifact.kind)))],
          [t.address, <Value key="ref" text={artifact.provider_ref} of={t.address} />],
          [t.columns.seen, <Time key="seen" iso={artifact.last_seen_at} isRelative />],
          ...(classification === null
            ? []
            : ([
                [
                  t.answeredBy,
                  line(
                    [classification.provider, classification.model].filter(Boolean).join(" ") ||
                      t.persons,
                  ),
                ],
                [t.gatesVersion, line(classification.gates_version)],
                ...(classification.confirmed_by === null
                  ? []
                  : ([
                      [t.confirmedBy, <code key="by">{line(classification.confirmed_by)}</code>],
                      [t.confirmedAt, <Time key="at" iso={classification.confirmed_at} />],
                    ] as const)),
              ] as const)),
        ]}
      />
      {may("decideClassification") && <Decide artifact={artifact} onChanged={props.onChanged} />}
      {classification !== null && (
        <>
          <GatePath of={classification} />
          <FactTable of={classification} />
        </>
      )}
      <MarkedDetails artifact={artifact} />
    </>
  );
}

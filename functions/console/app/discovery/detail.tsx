import { useState } from "preact/hooks";
import { REPOSITORY } from "#shared/domain/discovery/repository-kind.ts";
import { visible } from "#shared/domain/text/text.ts";
import { t as extractors } from "../extractors/texts.ts";
import { AuditTable } from "../parts/audit-table.tsx";
import { type Fact, Facts, LinkButton, Live, Screen, Time, Value } from "../parts/basics.tsx";
import { joined, line, titled, words } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import { may } from "../shell/client.ts";
import { useAll, useCall } from "../shell/load.ts";
import type { Artifact } from "./artifacts.ts";
import { ClassBadge, type Classification, isDecided } from "./class.tsx";
import { Decide } from "./decide.tsx";
import { FactTable } from "./fact-table.tsx";
import { GatePath } from "./gate-path.tsx";
import { MarkedDetails } from "./marked-details.tsx";
import { t } from "./texts.ts";

/** One artifact: its legal class, the facts and gates behind it, who answers for it, since when. */
export function ArtifactDetail({ id }: { id: string }) {
  const artifact = useCall("getArtifact", { params: { id } });
  const history = useAll("getArtifactHistory", { params: { id } });
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
        <AuditTable of={history} empty={<p class="soft">{t.noHistory}</p>} name={t.history} />
      </section>
    </Screen>
  );
}

const providers: Readonly<Record<string, string>> = extractors.providers;

/** Who answered the facts, which gates led to the class, and who decided. */
function answered(of: Classification | null): Fact[] {
  if (of === null) return [];
  const { provider, model, confirmed_by, confirmed_by_email, confirmed_at } = of;
  const who = line(confirmed_by_email ?? t.somebody);
  return [
    [
      t.answeredBy,
      provider === null ? t.persons : joined(providers[provider] ?? words(provider), model),
    ],
    [t.gatesVersion, line(of.gates_version)],
    confirmed_by !== null && [
      t.confirmedBy,
      <>
        <span title={line(confirmed_by)}>{who}</span>, <Time iso={confirmed_at} />
        {of.reason !== null && <q class="said">{visible(of.reason)}</q>}
      </>,
    ],
    of.allowed_by !== null && [t.allowedBy, <q class="said">{visible(of.allowed_by)}</q>],
    isDecided(of) &&
      of.allowed_by !== null && [t.secondBy, of.second_by === null ? t.byOne : t.yes],
  ];
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
          [t.address, <Value text={artifact.provider_ref} of={t.address} />],
          [t.columns.seen, <Time iso={artifact.last_seen_at} isRelative />],
          ...answered(classification),
        ]}
      />
      {artifact.kind === REPOSITORY && may("askSystems") && (
        <p>
          <LinkButton
            to={`/clearance/systems?${new URLSearchParams({ repository: artifact.name })}`}
            label={t.mayItGoOut}
          />
        </p>
      )}
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

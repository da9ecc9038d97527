import { useState } from "preact/hooks";
import { csv } from "#shared/domain/text/csv.ts";
import { download } from "../parts/download.ts";
import { Trouble } from "../parts/trouble.tsx";
import { callAll, callForText, type Failure, may } from "../shell/client.ts";
import type { Artifact, Asked } from "./artifacts.ts";
import { rulesOf } from "./class.tsx";
import { t } from "./texts.ts";

const MOST = 100_000;

/** Exports everything that matches the filters, as CSV. */
export function Export({ query }: { query: Asked }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = async () => {
    if (isBusy) return;
    setBusy(true);
    const outcome = await callAll("listArtifacts", { query }, MOST);
    setBusy(false);
    if (outcome.kind !== "done") return setFailure(outcome);
    setFailure(null);
    download("inventory.csv", "text/csv", csvOf(outcome.body));
  };
  const runCyclonedx = async () => {
    if (isBusy) return;
    setBusy(true);
    const outcome = await callForText("exportArtifacts", { query: { format: "cyclonedx" } });
    setBusy(false);
    if (outcome.kind !== "done") return setFailure(outcome);
    setFailure(null);
    download("inventory.cdx.json", "application/json", outcome.body);
  };
  return (
    <>
      {failure && <Trouble failure={failure} />}
      <button type="button" onClick={run} aria-disabled={isBusy}>
        {t.csv}
        {isBusy && " …"}
      </button>
      {may("exportArtifacts") && (
        <button type="button" onClick={runCyclonedx} aria-disabled={isBusy}>
          {t.cyclonedx}
        </button>
      )}
    </>
  );
}

const csvOf = (all: readonly Artifact[]): string =>
  csv([
    [
      "name",
      "kind",
      "provider_ref",
      "location",
      "first_seen_at",
      "last_seen_at",
      "retired_at",
      "class",
      "state",
      "rules",
      "open_questions",
      "confirmed_by",
      "confirmed_at",
    ],
    ...all.map(({ classification, ...one }) => [
      one.name,
      one.kind,
      one.provider_ref,
      one.location,
      one.first_seen_at,
      one.last_seen_at,
      one.retired_at,
      classification?.class ?? "",
      classification?.state ?? "",
      rulesOf(classification).join(" "),
      (classification?.open_questions ?? []).map(({ fact }) => fact).join(" "),
      classification?.confirmed_by ?? "",
      classification?.confirmed_at ?? "",
    ]),
  ]);

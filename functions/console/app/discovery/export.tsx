import { csv } from "#shared/domain/text/csv.ts";
import { download } from "../parts/download.ts";
import { useSending } from "../parts/sending.ts";
import { Trouble } from "../parts/trouble.tsx";
import { callAll, callForText, may } from "../shell/client.ts";
import type { Artifact, Asked } from "./artifacts.ts";
import { rulesOf } from "./class.tsx";
import { t } from "./texts.ts";

const MOST = 100_000;

/** Exports everything that matches the filters, as CSV. */
export function Export({ query }: { query: Asked }) {
  const { failure, isBusy, submit } = useSending();
  const run = () =>
    submit(
      () => callAll("listArtifacts", { query }, MOST),
      (all) => download("inventory.csv", "text/csv", csvOf(all)),
    );
  const runCyclonedx = () =>
    submit(
      () => callForText("exportArtifacts", { query: { format: "cyclonedx" } }),
      (text) => download("inventory.cdx.json", "application/json", text),
    );
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

import { csvOfRows, download } from "../parts/download.ts";
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
  csvOfRows(all, {
    name: (one) => one.name,
    kind: (one) => one.kind,
    provider_ref: (one) => one.provider_ref,
    location: (one) => one.location,
    first_seen_at: (one) => one.first_seen_at,
    last_seen_at: (one) => one.last_seen_at,
    retired_at: (one) => one.retired_at,
    class: ({ classification: of }) => of?.class,
    state: ({ classification: of }) => of?.state,
    rules: ({ classification: of }) => rulesOf(of).join(" "),
    open_questions: ({ classification: of }) =>
      of?.open_questions.map(({ fact }) => fact).join(" "),
    confirmed_by: ({ classification: of }) => of?.confirmed_by,
    confirmed_at: ({ classification: of }) => of?.confirmed_at,
  });

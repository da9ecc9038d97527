import { useState } from "preact/hooks";
import { csvOfRows, download } from "../parts/download.ts";
import { SaveButton } from "../parts/save-button.tsx";
import { SendButton } from "../parts/send-button.tsx";
import { callAll, callForText, may } from "../shell/client.ts";
import type { Artifact, Asked } from "./artifacts.ts";
import { rulesOf } from "./class.tsx";
import { t } from "./texts.ts";

const MOST = 100_000;

/** What matches the filters; `isMore`: there is more than the file takes. */
async function askAll(query: Asked) {
  const found = await callAll("listArtifacts", { query }, MOST);
  return found.kind === "done" ? { kind: found.kind, body: found } : found;
}

/** Exports everything that matches the filters, as CSV, or says that the file has only a part of it. */
export function Export({ query }: { query: Asked }) {
  const [said, setSaid] = useState("");
  return (
    <>
      <SendButton
        label={t.csv}
        send={() => askAll(query)}
        done={({ body: all, isMore }) => {
          download("inventory.csv", csvOf(all));
          setSaid(isMore ? t.exportedFirst(all.length) : "");
        }}
      />
      {may("exportArtifacts") && (
        <SaveButton
          label={t.cyclonedx}
          name="inventory.cdx.json"
          ask={() => callForText("exportArtifacts", { query: { format: "cyclonedx" } })}
        />
      )}
      <span role="status">{said}</span>
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

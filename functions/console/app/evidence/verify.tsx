import { useState } from "preact/hooks";
import { Screen } from "../parts/basics.tsx";
import { useLatestWins } from "../shell/latest-wins.ts";
import { EvidenceTabs } from "./tabs.tsx";
import { t } from "./texts.ts";
import type { Shown } from "./verifier.ts";

/** Runs the service's own offline verifier in this page, on a file of the reader's choice. */
export function Verify() {
  const [file, setFile] = useState<File | null>(null);
  const [secrets, setSecrets] = useState("");
  const [verdicts, setVerdicts] = useState<readonly Shown[]>([]);
  const begin = useLatestWins();
  const choose = (chosen: File | null) => {
    begin();
    setVerdicts([]);
    setFile(chosen);
  };
  const run = async (event: Event) => {
    event.preventDefault();
    if (file === null) return;
    const isCurrent = begin();
    const { verify } = await import("./verifier.ts");
    const found = await verify(new Uint8Array(await file.arrayBuffer()), secrets);
    if (isCurrent()) setVerdicts(found);
  };
  return (
    <Screen title={t.verifyTitle} lead={t.verifyLead}>
      <EvidenceTabs />
      <form onSubmit={run}>
        <div class="field">
          <label for="bundle">{t.file}</label>
          <input
            id="bundle"
            type="file"
            accept=".json,.pdf,application/json,application/pdf"
            onChange={({ currentTarget }) => choose(currentTarget.files?.[0] ?? null)}
          />
        </div>
        <div class="field">
          <label for="secrets">{t.secrets}</label>
          <p class="hint" id="secrets-hint">
            {t.secretsHint}
          </p>
          <textarea
            id="secrets"
            rows={2}
            autoComplete="off"
            spellcheck={false}
            aria-describedby="secrets-hint"
            value={secrets}
            onInput={({ currentTarget }) => setSecrets(currentTarget.value)}
          />
        </div>
        <div class="row">
          <button type="submit" class="primary" aria-disabled={file === null}>
            {t.verify}
          </button>
          <a href="/evidence/verify-bundle.mjs">{t.program}</a>
        </div>
      </form>
      <div role="status">
        {verdicts.map(({ code, text }, index) => (
          <section key={index}>
            <h2>{t.outcome[code]}</h2>
            <pre>{text}</pre>
          </section>
        ))}
      </div>
    </Screen>
  );
}

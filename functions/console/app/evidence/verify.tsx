import { useState } from "preact/hooks";
import { Screen } from "../parts/basics.tsx";
import { useTurns } from "../shell/turns.ts";
import { EvidenceTabs } from "./tabs.tsx";
import { t } from "./texts.ts";

interface Verdict {
  code: 0 | 1 | 2 | 3;
  text: string;
}

/** The bundles in a file: many in an export, one in a bundle's file. */
function bundlesIn(text: string): string[] {
  try {
    const { bundles } = JSON.parse(text) as { bundles?: unknown };
    return Array.isArray(bundles) ? bundles.map((bundle) => JSON.stringify(bundle)) : [text];
  } catch {
    return [text];
  }
}

/** Runs the service's own offline verifier in this page, on a file of the reader's choice. */
export function Verify() {
  const [file, setFile] = useState<File | null>(null);
  const [secrets, setSecrets] = useState("");
  const [verdicts, setVerdicts] = useState<readonly Verdict[]>([]);
  const begin = useTurns();
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
    const found: Verdict[] = [];
    for (const bundle of bundlesIn(await file.text())) {
      found.push((await verify(bundle, secrets)) as Verdict);
    }
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
            accept=".json,application/json"
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

import { useEffect, useState } from "preact/hooks";
import { useDrop } from "#shared/html/browser/drop.ts";
import { evidenceBytes } from "#shared/html/browser/evidence-bytes.ts";
import { Badge, Screen, type Tone } from "../parts/basics.tsx";
import { Chain } from "../parts/chain.tsx";
import { TextInput } from "../parts/field.tsx";
import { FileField } from "../parts/file-field.tsx";
import { line } from "../parts/format.ts";
import { Sentence } from "../parts/sentence.tsx";
import { useLatestWins } from "../shell/latest-wins.ts";
import { t as shell } from "../shell/texts.ts";
import { unawaited } from "../shell/unawaited.ts";
import { EvidenceTabs } from "./tabs.tsx";
import { t } from "./texts.ts";
import { type PublishedKey, publishedKey, type Shown, verify } from "./verifier.ts";

/** Runs the service's own offline verifier in this page, on a file that is dropped or chosen. */
export function Verify() {
  const [file, setFile] = useState<File | null>(null);
  const [secrets, setSecrets] = useState("");
  const [verdicts, setVerdicts] = useState<readonly Shown[] | "failed" | null>(null);
  const begin = useLatestWins();
  const check = async (chosen: File | null, withSecrets: string) => {
    const isCurrent = begin();
    setVerdicts(null);
    setFile(chosen);
    if (chosen === null) return;
    const found = await evidenceBytes(chosen)
      .then((bytes) => verify(bytes, withSecrets))
      .catch(() => "failed" as const);
    if (isCurrent()) setVerdicts(found);
  };
  return (
    <Screen title={t.verifyTitle} lead={t.verifyLead}>
      <EvidenceTabs />
      <Drop onFile={(chosen) => unawaited(check(chosen, secrets))} />
      <KeyOfTheLog />
      <div role="status" aria-busy={file !== null && verdicts === null}>
        {file !== null && verdicts === null && <p class="soft">{t.checking} …</p>}
        {file !== null && Array.isArray(verdicts) && (
          <Outcome name={file.name} verdicts={verdicts} />
        )}
      </div>
      {file !== null && verdicts === "failed" && (
        <Failed
          text={t.notChecked(line(file.name))}
          again={() => unawaited(check(file, secrets))}
        />
      )}
      <details>
        <summary>{t.withSecret}</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            unawaited(check(file, secrets));
          }}
        >
          <TextInput
            name="secrets"
            label={t.secrets}
            hint={t.secretsHint}
            rows={2}
            autoComplete="off"
            value={secrets}
            onInput={setSecrets}
          />
          <button type="submit">{t.checkAgain}</button>
        </form>
      </details>
      <p>
        <a href="/evidence/verify-bundle.mjs" class="button">
          {t.program}
        </a>
      </p>
    </Screen>
  );
}

/** The area for dropping a file; the same field opens the file chooser. */
const Drop = ({ onFile }: { onFile: (file: File | null) => void }) => (
  <div {...useDrop(onFile)}>
    <FileField
      id="bundle"
      label={t.file}
      hint={t.fileHint}
      accept=".json,.pdf,application/json,application/pdf"
      onChoose={onFile}
    />
  </div>
);

/** Says that something could not be read, and offers to try again. */
const Failed = ({ text, again }: { text: string; again: () => void }) => (
  <div class="trouble" role="alert">
    <p>{text}</p>
    <p>
      <button type="button" onClick={again}>
        {shell.tryAgain}
      </button>
    </p>
  </div>
);

function KeyOfTheLog() {
  const [key, setKey] = useState<PublishedKey | null | undefined>(undefined);
  const read = () => {
    setKey(undefined);
    publishedKey().then(setKey, () => setKey(null));
  };
  useEffect(read, []);
  if (key === undefined) return <p class="soft loading">{t.readingKey} …</p>;
  if (key === null) return <Failed text={t.noKey} again={read} />;
  return (
    <p class="fine">
      {t.publishedKey} <code>{line(key.name)}</code>, SHA-256 <code>{key.fingerprint}</code>.{" "}
      {t.compareKey}
    </p>
  );
}

const tones: Readonly<Record<Shown["code"], Tone>> = { 0: "sound", 1: "bad", 2: "bad", 3: "warn" };

function Outcome({ name, verdicts }: { name: string; verdicts: readonly Shown[] }) {
  const worst =
    ([1, 2, 3, 0] as const).find((code) => verdicts.some((one) => one.code === code)) ?? 0;
  const [only, ...others] = verdicts;
  return (
    <section class="verdict" data-exit={worst}>
      <h2>
        <Badge tone={tones[worst]}>{t.outcome[worst]}</Badge>
      </h2>
      <p class="soft">{t.about(line(name), verdicts.length)}</p>
      {only && others.length === 0 ? (
        <One shown={only} />
      ) : (
        verdicts.map((shown, index) => (
          <details key={index} open={shown.code !== 0 && shown.code === worst}>
            <summary>
              <Badge tone={tones[shown.code]}>{`${index + 1}. ${t.outcome[shown.code]}`}</Badge>
            </summary>
            <One shown={shown} />
          </details>
        ))
      )}
    </section>
  );
}

const One = ({ shown: { claim, links, text, code } }: { shown: Shown }) => (
  <>
    {claim && (
      <p class="answer">
        {t.fileSays} <Sentence pieces={claim} />
      </p>
    )}
    {code === 2 && <p>{line(text)}</p>}
    {links.length > 0 && <Chain name={t.chain} links={links} />}
    <details>
      <summary>{t.technical}</summary>
      <pre>{text}</pre>
    </details>
  </>
);

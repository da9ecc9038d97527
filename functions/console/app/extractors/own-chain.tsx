import { useLayoutEffect, useState } from "preact/hooks";
import { LONGEST_CHAIN } from "#shared/domain/extractors/limits.ts";
import { Live } from "../parts/basics.tsx";
import { faultOf } from "../parts/form.tsx";
import { useSending } from "../parts/sending.ts";
import { Pending, Trouble } from "../parts/trouble.tsx";
import { type Answer, call, may } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { asBody, ChainEntry, type Entry, providers } from "./chain-entry.tsx";
import { t } from "./texts.ts";

let keys = 0;

type Stored = Answer<"getTenantSettings">["extractor"]["chain"][number];

/** An editable entry: a stored one, or a new one of a provider. */
const entryOf = (stored: Partial<Stored> & Pick<Stored, "provider">): Entry => ({
  key: ++keys,
  provider: stored.provider,
  endpoint: stored.endpoint ?? "",
  model: stored.model ?? "",
  auth: "",
  hasCredential: stored.has_credential ?? false,
});

/** The tenant's own chain. Users reorder it with buttons and test it before they save it. */
export function OwnChain() {
  const settings = useCall("getTenantSettings", {});
  const [chain, setChain] = useState<readonly Entry[] | null>(null);
  const [said, setSaid] = useState("");
  const { failure, isBusy, submit } = useSending();
  const canEdit = may("patchTenantExtractor");
  useLayoutEffect(() => {
    if (settings.data === null) return;
    setChain(settings.data.extractor.chain.map((stored) => entryOf(stored)));
  }, [settings.data]);
  if (settings.data === null || chain === null) return <Pending of={settings} />;
  const unused = providers.find((provider) => chain.every((one) => one.provider !== provider));
  const save = () => {
    if (!isBusy) setSaid("");
    return submit(
      () => call("patchTenantExtractor", { body: { chain: chain.map(asBody) } }),
      () => {
        setSaid(t.saved);
        settings.reload();
      },
    );
  };
  return (
    <section>
      <h2>{t.chain}</h2>
      <p class="hint">{canEdit ? t.chainHint : t.readOnly}</p>
      <Live>{said}</Live>
      {said && <p class="note">{said}</p>}
      {failure && <Trouble failure={failure} isWrite />}
      {chain.length === 0 && <p>{t.empty}</p>}
      <ol class="steps">
        {chain.map((entry, index) => (
          <ChainEntry
            key={entry.key}
            entry={entry}
            index={index}
            last={chain.length - 1}
            canEdit={canEdit}
            faultOf={(field) => faultOf(failure, `chain.${index}.${field}`)}
            onChange={(part) => setChain(chain.with(index, { ...entry, ...part }))}
            onMove={(by) => setChain(chain.toSpliced(index, 1).toSpliced(index + by, 0, entry))}
            onRemove={() => setChain(chain.toSpliced(index, 1))}
          />
        ))}
      </ol>
      {canEdit && (
        <div class="actions">
          {chain.length < LONGEST_CHAIN && unused && (
            <button
              type="button"
              onClick={() => setChain([...chain, entryOf({ provider: unused })])}
            >
              {t.add}
            </button>
          )}
          <button type="button" class="primary" aria-disabled={isBusy} onClick={save}>
            {t.save}
            {isBusy && " …"}
          </button>
        </div>
      )}
    </section>
  );
}

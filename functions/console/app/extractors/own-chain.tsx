import { useEffect, useState } from "preact/hooks";
import { Live } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { fieldId, Pending, Trouble } from "../parts/trouble.tsx";
import { call, type Failure, may, type Request } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { Probe } from "./probe.tsx";
import { t } from "./texts.ts";

type Provider = Request<"testExtractorConnection">["body"]["provider"];
interface Entry {
  key: number;
  provider: Provider;
  endpoint: string;
  model: string;
  auth: string;
  hasCredential: boolean;
}

const MOST = 4;
const providers = Object.keys(t.providers) as Provider[];
let keys = 0;

const asBody = ({
  provider,
  endpoint,
  model,
  auth,
}: Entry): Request<"testExtractorConnection">["body"] => ({
  provider,
  ...(endpoint === "" ? {} : { endpoint }),
  ...(model === "" ? {} : { model }),
  ...(auth === "" ? {} : { auth }),
});

/** The tenant's own chain: ordered with buttons, tested before it is saved. */
export function OwnChain() {
  const settings = useLoad("tenant settings", () => call("getTenantSettings"));
  const [chain, setChain] = useState<readonly Entry[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [said, setSaid] = useState("");
  const canEdit = may("patchTenantExtractor");
  useEffect(() => {
    if (settings.data === null) return;
    setChain(
      settings.data.extractor.chain.map(({ provider, endpoint, model, has_credential }) => ({
        key: ++keys,
        provider,
        endpoint: endpoint ?? "",
        model: model ?? "",
        auth: "",
        hasCredential: has_credential,
      })),
    );
  }, [settings.data]);
  if (settings.data === null || chain === null) return <Pending of={settings} />;
  const change = (key: number, part: Partial<Entry>) =>
    setChain(chain.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const move = (index: number, by: number) => {
    const moved = chain.filter((_, i) => i !== index);
    moved.splice(index + by, 0, chain[index] as Entry);
    setChain(moved);
  };
  const unused = providers.find((provider) => chain.every((one) => one.provider !== provider));
  const save = async () => {
    const outcome = await call("patchTenantExtractor", { body: { chain: chain.map(asBody) } });
    setFailure(outcome.kind === "done" ? null : outcome);
    if (outcome.kind !== "done") return;
    setSaid(t.saved);
    settings.reload();
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
            faultOf={(field) =>
              (failure?.kind === "problem" ? failure.errors : []).find(
                ({ path }) => path === `chain.${index}.${field}`,
              )?.message ?? null
            }
            onChange={(part) => change(entry.key, part)}
            onMove={(by) => move(index, by)}
            onRemove={() => setChain(chain.filter(({ key }) => key !== entry.key))}
          />
        ))}
      </ol>
      {canEdit && (
        <div class="actions">
          {chain.length < MOST && unused && (
            <button
              type="button"
              onClick={() =>
                setChain([
                  ...chain,
                  {
                    key: ++keys,
                    provider: unused,
                    endpoint: "",
                    model: "",
                    auth: "",
                    hasCredential: false,
                  },
                ])
              }
            >
              {t.add}
            </button>
          )}
          <button type="button" class="primary" onClick={save}>
            {t.save}
          </button>
        </div>
      )}
    </section>
  );
}

function ChainEntry(props: {
  entry: Entry;
  index: number;
  last: number;
  canEdit: boolean;
  faultOf: (field: string) => string | null;
  onChange: (part: Partial<Entry>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const { entry, index, canEdit, onChange } = props;
  const name = t.providers[entry.provider];
  if (!canEdit) {
    return (
      <li>
        <h3>{name}</h3>
        <p class="soft">
          {line(entry.endpoint)} {line(entry.model)} {entry.hasCredential && t.stored}
        </p>
      </li>
    );
  }
  const id = (field: string) => fieldId(`chain.${index}.${field}`);
  const fault = (field: string) => {
    const words = props.faultOf(field);
    return words && <p class="fault">{line(words)}</p>;
  };
  const text = (field: "endpoint" | "model") => (
    <div class="field">
      <label for={id(field)}>{t[field]}</label>
      {fault(field)}
      <input
        id={id(field)}
        value={entry[field]}
        autoComplete="off"
        onInput={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
      />
    </div>
  );
  return (
    <li>
      <div class="field">
        <label for={id("provider")}>{t.provider}</label>
        <select
          id={id("provider")}
          value={entry.provider}
          onChange={({ currentTarget }) => onChange({ provider: currentTarget.value as Provider })}
        >
          {providers.map((provider) => (
            <option key={provider} value={provider}>
              {t.providers[provider]}
            </option>
          ))}
        </select>
      </div>
      {text("endpoint")}
      {text("model")}
      <div class="field">
        <label for={id("auth")}>
          {t.auth} {entry.hasCredential && <span class="soft">({t.stored})</span>}
        </label>
        {fault("auth")}
        <p class="hint" id={`${id("auth")}-hint`}>
          {t.authHint}
        </p>
        <input
          id={id("auth")}
          type="password"
          autoComplete="off"
          aria-describedby={`${id("auth")}-hint`}
          value={entry.auth}
          onInput={({ currentTarget }) => onChange({ auth: currentTarget.value })}
        />
      </div>
      <div class="row">
        <Probe
          label={`${t.test}: ${name}`}
          send={() => call("testExtractorConnection", { body: asBody(entry) })}
        />
        {index > 0 && (
          <button type="button" onClick={() => props.onMove(-1)} aria-label={`${t.up}: ${name}`}>
            {t.up}
          </button>
        )}
        {index < props.last && (
          <button type="button" onClick={() => props.onMove(1)} aria-label={`${t.down}: ${name}`}>
            {t.down}
          </button>
        )}
        <button type="button" onClick={props.onRemove} aria-label={`${t.remove}: ${name}`}>
          {t.remove}
        </button>
      </div>
    </li>
  );
}

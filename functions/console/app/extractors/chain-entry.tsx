import { SelectInput, TextInput } from "../parts/field.tsx";
import { line } from "../parts/format.ts";
import { call, type Request } from "../shell/client.ts";
import { ExtractorProbe } from "./probe.tsx";
import { t } from "./texts.ts";

type Provider = Request<"testExtractorConnection">["body"]["provider"];

/** One extractor of a chain that is being edited. */
export interface Entry {
  key: number;
  provider: Provider;
  endpoint: string;
  model: string;
  auth: string;
  hasCredential: boolean;
}

export const providers = Object.keys(t.providers) as Provider[];

/** The entry as the API expects it; empty fields are left out. */
export const asBody = ({
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

/** One extractor of the chain; read-only for users who may not change it. */
export function ChainEntry(props: {
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
  const named = (field: "provider" | "endpoint" | "model" | "auth") => ({
    name: `chain.${index}.${field}`,
    label: t[field],
    fault: props.faultOf(field),
  });
  return (
    <li>
      <SelectInput
        {...named("provider")}
        value={entry.provider}
        options={providers.map((provider) => [provider, t.providers[provider]])}
        onChoose={(provider) => onChange({ provider: provider as Provider })}
      />
      {(["endpoint", "model"] as const).map((field) => (
        <TextInput
          key={field}
          {...named(field)}
          value={entry[field]}
          onInput={(value) => onChange({ [field]: value })}
        />
      ))}
      <TextInput
        {...named("auth")}
        label={
          <>
            {t.auth} {entry.hasCredential && <span class="soft">({t.stored})</span>}
          </>
        }
        hint={t.authHint}
        type="password"
        value={entry.auth}
        onInput={(auth) => onChange({ auth })}
      />
      <div class="row">
        <ExtractorProbe
          label={`${t.test}: ${name}`}
          send={() => call("testExtractorConnection", { body: asBody(entry) })}
        />
        {index > 0 && <Press label={t.up} of={name} onPress={() => props.onMove(-1)} />}
        {index < props.last && <Press label={t.down} of={name} onPress={() => props.onMove(1)} />}
        <Press label={t.remove} of={name} onPress={props.onRemove} />
      </div>
    </li>
  );
}

/** A button of one entry, with a name that tells screen-reader users which entry it belongs to. */
const Press = (props: { label: string; of: string; onPress: () => void }) => (
  <button type="button" onClick={props.onPress} aria-label={`${props.label}: ${props.of}`}>
    {props.label}
  </button>
);

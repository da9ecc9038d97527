import { useState } from "preact/hooks";
import { useLocation, useSearchParams } from "wouter-preact";
import { Copy } from "../parts/basics.tsx";
import { Confirm, Dialog, FormOpener } from "../parts/confirm.tsx";
import type { Connection } from "../parts/connections.tsx";
import { TextInput } from "../parts/field.tsx";
import { TextField } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { SendButton } from "../parts/send-button.tsx";
import { type Answer, call, may } from "../shell/client.ts";
import { t as shell } from "../shell/texts.ts";
import { t } from "./texts.ts";

/** Offers the actions that the user may take on a connection; the API refuses all others anyway. */
export function ConnectionActions({
  connection,
  onChanged,
}: {
  connection: Connection;
  onChanged: (said: string) => void;
}) {
  const { id } = connection;
  const [, go] = useLocation();
  const isBus = connection.subtype === "eventbus";
  return (
    <>
      {may("startDiscoveryRun") && <StartRun id={id} />}
      {may("reauthorizeConnection") && !isBus && (
        <Reauthorize connection={connection} onDone={() => onChanged(t.statuses.active)} />
      )}
      {may("updateConnection") && (
        <FormOpener
          label={t.rename}
          act={shell.save}
          initial={{ display_name: connection.display_name }}
          send={(body) => call("updateConnection", { params: { id }, body })}
          done={() => onChanged("")}
        >
          {(form) => <TextField form={form} name="display_name" label={t.fields.display_name[0]} />}
        </FormOpener>
      )}
      {may("provisionEventbus") && isBus && <Bus connection={connection} onChanged={onChanged} />}
      {may("deleteConnection") && (
        <Confirm
          does={t.remove}
          to={line(connection.display_name)}
          isDangerous
          send={() => call("deleteConnection", { params: { id } })}
          done={() => go("/connections")}
        />
      )}
    </>
  );
}

function StartRun({ id }: { id: string }) {
  const [, go] = useLocation();
  return (
    <SendButton
      label={t.run}
      class="primary"
      isWrite
      send={() => call("startDiscoveryRun", { params: { id }, body: undefined })}
      done={(run) => go(`/connections/runs/${run.id}`)}
    />
  );
}

function Reauthorize({ connection, onDone }: { connection: Connection; onDone: () => void }) {
  const [value, setValue] = useState("");
  const [search] = useSearchParams();
  const { id, subtype } = connection;
  const field =
    subtype === "oauth_refresh" ? "refresh_token" : subtype === "assume_role" ? "role_arn" : null;
  const body = field !== null && value !== "" ? { [field]: value } : {};
  return (
    <Confirm
      does={t.reauthorize}
      to={line(connection.display_name)}
      isAsked={search.get("do") === "authorise"}
      send={() => call("reauthorizeConnection", { params: { id }, body })}
      done={() => {
        setValue("");
        onDone();
      }}
    >
      {(fault) =>
        field && (
          <TextInput
            name={field}
            label={t.fields[field][0]}
            fault={fault(field)}
            type={field === "refresh_token" ? "password" : "text"}
            value={value}
            onInput={setValue}
          />
        )
      }
    </Confirm>
  );
}

/** Provisions and removes a connection's event bus, and shows what the customer has to apply. */
function Bus({
  connection,
  onChanged,
}: {
  connection: Connection;
  onChanged: (said: string) => void;
}) {
  const [made, setMade] = useState<Answer<"provisionEventbus"> | null>(null);
  const params = { connection_id: connection.id };
  const name = line(connection.display_name);
  return (
    <>
      <Confirm
        does={t.provision}
        to={name}
        isPrimary
        send={() => call("provisionEventbus", { params })}
        done={setMade}
      />
      {connection.eventbus_bus_id && (
        <Confirm
          does={t.deprovision}
          to={name}
          isDangerous
          send={() => call("deprovisionEventbus", { params })}
          done={() => onChanged("")}
        />
      )}
      {made && (
        <Dialog
          title={t.provision.label}
          onClose={() => {
            setMade(null);
            onChanged("");
          }}
        >
          <p>{t.templatesHint}</p>
          {(["infrastructure_template", "access_policy_template"] as const).map((which) => {
            const text = JSON.stringify(made[which], null, 2);
            return (
              <details key={which}>
                <summary>{t.templates[which]}</summary>
                <Copy text={text} of={t.templates[which]} />
                <pre>{text}</pre>
              </details>
            );
          })}
          <form method="dialog" class="actions">
            <button type="submit">{shell.close}</button>
          </form>
        </Dialog>
      )}
    </>
  );
}

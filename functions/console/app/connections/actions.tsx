import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Copy } from "../parts/basics.tsx";
import { Confirm, Dialog, NameDialog } from "../parts/confirm.tsx";
import type { Connection } from "../parts/connections.tsx";
import { TextInput } from "../parts/field.tsx";
import { line } from "../parts/format.ts";
import { useSending } from "../parts/sending.ts";
import { Trouble } from "../parts/trouble.tsx";
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
  const name = line(connection.display_name);
  const [, go] = useLocation();
  const [isRenaming, setRenaming] = useState(false);
  const isBus = connection.subtype === "eventbus";
  return (
    <>
      {may("startDiscoveryRun") && <StartRun id={id} />}
      {may("reauthorizeConnection") && !isBus && (
        <Reauthorize connection={connection} onDone={() => onChanged(t.statuses.active)} />
      )}
      {may("updateConnection") && (
        <button type="button" onClick={() => setRenaming(true)}>
          {t.rename}
        </button>
      )}
      {may("provisionEventbus") && isBus && <Bus connection={connection} onChanged={onChanged} />}
      {may("deleteConnection") && (
        <Confirm
          label={t.remove}
          question={t.removeQuestion(name)}
          act={t.remove}
          isDangerous
          send={() => call("deleteConnection", { params: { id } })}
          done={() => go("/connections")}
        >
          <p>{t.removeWords}</p>
        </Confirm>
      )}
      {isRenaming && (
        <NameDialog
          title={t.rename}
          act={t.save}
          name="display_name"
          label={t.fields.display_name}
          value={connection.display_name}
          send={(body) => call("updateConnection", { params: { id }, body })}
          onClose={() => setRenaming(false)}
          onDone={() => {
            setRenaming(false);
            onChanged("");
          }}
        />
      )}
    </>
  );
}

function StartRun({ id }: { id: string }) {
  const [, go] = useLocation();
  const { failure, submit } = useSending();
  const start = () =>
    submit(
      () => call("startDiscoveryRun", { params: { id } }),
      (run) => go(`/connections/runs/${run.id}`),
    );
  return (
    <>
      {failure && <Trouble failure={failure} isWrite />}
      <button type="button" class="primary" onClick={start}>
        {t.run}
      </button>
    </>
  );
}

function Reauthorize({ connection, onDone }: { connection: Connection; onDone: () => void }) {
  const [value, setValue] = useState("");
  const { id, subtype } = connection;
  const field =
    subtype === "oauth_refresh" ? "refresh_token" : subtype === "assume_role" ? "role_arn" : null;
  const body = field !== null && value !== "" ? { [field]: value } : {};
  return (
    <Confirm
      label={t.reauthorize}
      question={t.reauthorizeQuestion(line(connection.display_name))}
      act={t.reauthorize}
      send={() => call("reauthorizeConnection", { params: { id }, body })}
      done={() => {
        setValue("");
        onDone();
      }}
    >
      {(fault) => (
        <>
          <p>{t.reauthorizeWords}</p>
          {field && (
            <TextInput
              name={field}
              label={t.fields[field]}
              fault={fault(field)}
              type={field === "refresh_token" ? "password" : "text"}
              value={value}
              onInput={setValue}
            />
          )}
        </>
      )}
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
        label={t.provision}
        question={t.provisionQuestion(name)}
        act={t.provision}
        isPrimary
        send={() => call("provisionEventbus", { params })}
        done={setMade}
      >
        <p>{t.provisionWords}</p>
      </Confirm>
      {connection.eventbus_bus_id && (
        <Confirm
          label={t.deprovision}
          question={t.deprovisionQuestion(name)}
          act={t.deprovision}
          isDangerous
          send={() => call("deprovisionEventbus", { params })}
          done={() => onChanged("")}
        >
          <p>{t.deprovisionWords}</p>
        </Confirm>
      )}
      {made && (
        <Dialog
          title={t.provision}
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

import { useState } from "preact/hooks";
import { Live, Value } from "../parts/basics.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Pending } from "../parts/trouble.tsx";
import { call, may } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { t } from "./texts.ts";

/** Whether the organisation's agents may use the read-only tools, and the switch for it. */
export function AgentTools() {
  const settings = useCall("getTenantMcp", {});
  const [said, setSaid] = useState("");
  const isOn = settings.data?.enabled === true;
  const send = () => call("patchTenantMcp", { body: { enabled: !isOn } });
  const done = ({ enabled }: { enabled: boolean }) => {
    setSaid(enabled ? t.toolsNowOn : t.toolsNowOff);
    settings.reload();
  };
  return (
    <section>
      <h2>{t.tools}</h2>
      <p>{t.toolsLead}</p>
      <Live>{said}</Live>
      {said && <p class="note">{said}</p>}
      <Pending of={settings} />
      {settings.data && (
        <>
          <p>
            <strong>{isOn ? t.toolsAreOn : t.toolsAreOff}</strong>
          </p>
          {isOn && (
            <p>
              <Value text={`${location.origin}/mcp`} of={t.toolsAddress} />
            </p>
          )}
          {may("patchTenantMcp") && (
            <div class="actions">
              <Confirm does={isOn ? t.toolsOff : t.toolsOn} send={send} done={done} />
            </div>
          )}
        </>
      )}
    </section>
  );
}

import type { ComponentProps } from "preact";
import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Screen } from "../parts/basics.tsx";
import { Fields, FormBox, Submit, useForm } from "../parts/form.tsx";
import { Radios } from "../parts/tick.tsx";
import { call, type Request, refused } from "../shell/client.ts";
import { t } from "./texts.ts";
import { faultOfAudience, WifFirst } from "./wif-first.tsx";

type Kind = keyof typeof t.kinds;
type Name = keyof typeof t.fields;
type Values = Record<Name, string>;

/** The form fields of each kind, in order. The other fields stay empty. */
const asks: Readonly<Record<Kind, ComponentProps<typeof Fields<Values, Name>>["of"]>> = {
  wif: { wif_audience: {}, service_account_email: {}, project_ids: { rows: 3 } },
  sourcehost: { display_name: {}, installation_id: {} },
  eventbus: { display_name: {}, remote_tenant_id: {} },
  assume_role: {
    display_name: {},
    remote_tenant_id: {},
    regions: { rows: 3 },
    role_arn: { isOptional: true },
  },
  oauth_refresh: { display_name: {}, refresh_token: { type: "password" } },
};

const nothing = Object.fromEntries(Object.keys(t.fields).map((name) => [name, ""])) as Values;

const linesOf = (text: string): string[] => text.split(/\s+/).filter((part) => part !== "");

function bodyOf(kind: Kind, values: Values): Request<"createConnection">["body"] {
  const { display_name, remote_tenant_id, installation_id, refresh_token, regions, role_arn } =
    values;
  if (kind === "sourcehost")
    return { provider: "sourcehost", subtype: null, display_name, installation_id };
  if (kind === "eventbus")
    return { provider: "cloudb", subtype: "eventbus", display_name, remote_tenant_id };
  if (kind === "oauth_refresh")
    return { provider: "cloudc", subtype: "oauth_refresh", display_name, refresh_token };
  const role = role_arn === "" ? {} : { role_arn };
  return {
    provider: "cloudb",
    subtype: "assume_role",
    display_name,
    remote_tenant_id,
    regions: linesOf(regions),
    ...role,
  };
}

/** Connects an environment: first its kind, then the fields of that kind; then onboarding. */
export function Connect() {
  const [kind, setKind] = useState<Kind>("wif");
  const [, go] = useLocation();
  const form = useForm<Values>(nothing);
  const { wif_audience, service_account_email, project_ids } = form.values;
  const send = () =>
    form.submit(
      () => {
        if (kind !== "wif") return call("createConnection", { body: bodyOf(kind, form.values) });
        const fault = faultOfAudience(wif_audience);
        if (fault !== null) return Promise.resolve(refused("wif_audience", fault));
        const body = { wif_audience, service_account_email, project_ids };
        return call("connectCloudcWif", { body });
      },
      ({ id }) => go(`/connections/${id}?tab=onboarding`),
    );
  return (
    <Screen title={t.newTitle}>
      <FormBox form={form} onSubmit={send}>
        <Radios
          name="kind"
          legend={t.kindLegend}
          value={kind}
          choices={(Object.keys(t.kinds) as Kind[]).map((one) => [
            one,
            <>
              {t.kinds[one][0]}
              <br />
              <span class="soft fine">{t.kinds[one][1]}</span>
            </>,
          ])}
          onChoose={(one) => {
            setKind(one);
            form.forget();
          }}
        />
        <Fields key={kind} form={form} words={t.fields} of={asks[kind]} />
        {kind === "wif" && (
          <WifFirst
            audience={wif_audience}
            email={service_account_email.trim()}
            projects={linesOf(project_ids)}
          />
        )}
        <Submit isBusy={form.isBusy}>{t.send}</Submit>
      </FormBox>
    </Screen>
  );
}

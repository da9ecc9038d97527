import { useLocation } from "wouter-preact";
import { Screen } from "../parts/basics.tsx";
import { FormBox, useForm } from "../parts/form.tsx";
import { Pending } from "../parts/trouble.tsx";
import { call } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { bodyOf, EndpointFields } from "./fields.tsx";
import { type Endpoint, operations } from "./operations.ts";
import { t } from "./texts.ts";

/** Another address, another purpose, other events. */
export function EditEndpoint({ id }: { id: string }) {
  const endpoint = useCall(operations().get, { params: { id } });
  return (
    <Screen title={t.editTitle}>
      <Pending of={endpoint} />
      {endpoint.data && <Change endpoint={endpoint.data} />}
    </Screen>
  );
}

function Change({ endpoint: { id, url, description, events } }: { endpoint: Endpoint }) {
  const [, go] = useLocation();
  const form = useForm({
    url: url ?? "",
    description: description ?? "",
    events: events as readonly string[],
  });
  const send = () =>
    form.submit(
      () => call(operations().update, { params: { id }, body: bodyOf(form.values) }),
      () => go(`/webhooks/${id}`),
    );
  return (
    <FormBox form={form} onSubmit={send} act={t.save}>
      <EndpointFields form={form} />
    </FormBox>
  );
}

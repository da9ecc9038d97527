import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Screen } from "../parts/basics.tsx";
import { FormBox, useForm } from "../parts/form.tsx";
import { type Answer, call } from "../shell/client.ts";
import { bodyOf, EndpointFields, newEndpoint } from "./fields.tsx";
import { operations } from "./operations.ts";
import { SecretOnce } from "./secret.tsx";
import { t } from "./texts.ts";

/** A new endpoint; then its secret, once. */
export function NewEndpoint() {
  const [, go] = useLocation();
  const [made, setMade] = useState<Answer<"createWebhookEndpoint"> | null>(null);
  const form = useForm(newEndpoint);
  if (made !== null) {
    return (
      <Screen title={t.secretTitle} lead={t.secretLead}>
        <SecretOnce secret={made.secret} onDone={() => go(`/webhooks/${made.id}`)} />
      </Screen>
    );
  }
  const send = () =>
    form.submit(() => call(operations().create, { body: bodyOf(form.values) }), setMade);
  return (
    <Screen title={t.newTitle}>
      <FormBox form={form} onSubmit={send} act={t.add}>
        <EndpointFields form={form} />
      </FormBox>
    </Screen>
  );
}

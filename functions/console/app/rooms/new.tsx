import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Screen } from "../parts/basics.tsx";
import { FormBox, useForm } from "../parts/form.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { type Answer, call } from "../shell/client.ts";
import { bodyOf, newRoom, RoomFields } from "./fields.tsx";
import { RoomPreview } from "./preview.tsx";
import { t } from "./texts.ts";

type Opened = Extract<Answer<"createRoom">, { room_url: string }>;

/** A new room, with what its visitor will see beside the form; then its link, once. */
export function NewRoom() {
  const [, go] = useLocation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const form = useForm(newRoom);
  if (opened !== null) {
    return (
      <Screen title={t.linkTitle} lead={t.linkLead}>
        <ShownOnce
          id="room-link"
          label={t.link}
          value={opened.room_url}
          question={t.passedOnQuestion}
          copy={t.copyLink}
          done={t.passedOn}
          onDone={() => go(`/rooms/${opened.room.id}`)}
        >
          <a class="button small" href={opened.room_url} target="_blank" rel="noreferrer noopener">
            {t.openIt}
          </a>
        </ShownOnce>
      </Screen>
    );
  }
  const send = () =>
    form.submit(
      () => call("createRoom", { body: bodyOf(form.values) }),
      (body) => setOpened(body as Opened),
    );
  return (
    <Screen title={t.newTitle} lead={t.newLead}>
      <FormBox form={form} onSubmit={send} act={t.open}>
        <RoomFields form={form} />
        <section aria-labelledby="preview">
          <h2 id="preview">{t.previewTitle}</h2>
          <RoomPreview values={form.values} />
        </section>
      </FormBox>
    </Screen>
  );
}

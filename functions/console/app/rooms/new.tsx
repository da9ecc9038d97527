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
        <LinkOnce url={opened.room_url} onDone={() => go(`/rooms/${opened.room.id}`)} />
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

/** A link that is shown this once; leaving asks whether it was passed on. */
const LinkOnce = ({ url, onDone }: { url: string; onDone: () => void }) => (
  <ShownOnce
    id="room-link"
    label={t.link}
    value={url}
    question={t.passedOnQuestion}
    copy={t.copyLink}
    done={t.passedOn}
    onDone={onDone}
  >
    <a class="button small" href={url} target="_blank" rel="noreferrer noopener">
      {t.openIt}
    </a>
  </ShownOnce>
);

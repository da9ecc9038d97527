import operations from "virtual:operations";
import { useState } from "preact/hooks";
import { Confirm } from "../parts/confirm.tsx";
import { Field } from "../parts/form.tsx";
import { line, titled, words } from "../parts/format.ts";
import { call, type Operation, type Outcome, type Request } from "../shell/client.ts";
import { t } from "./texts.ts";

type Known = keyof typeof t.actions;

/** The operation that the route table has at a path; the checklist names calls only by path. */
const operationAt = (path: string): Operation | undefined =>
  Object.entries(operations).find(
    ([, [method, known]]) => method === "POST" && known === path,
  )?.[0] as Operation | undefined;

/** A call from the checklist: says what it will do, asks for confirmation, and shows the result. */
export function SetupAction({
  path,
  title,
  onDone,
}: {
  path: string;
  title: string;
  onDone: (said: string) => void;
}) {
  const [isEmergency, setEmergency] = useState(false);
  const [overlap, setOverlap] = useState("0");
  const [pem, setPem] = useState("");
  const name = path.split("/").at(-1) ?? "";
  const known = t.actions[name as Known] ?? {
    label: titled(words(name)),
    question: title,
    words: "",
  };
  const id = operationAt(path);
  if (id === undefined) return null;
  const hasOverlap = id === "rotateSourcehostWebhookSecret";
  const body =
    name === "rotate-keypair"
      ? { emergency: isEmergency }
      : hasOverlap
        ? { overlap_seconds: Number(overlap) }
        : name === "private-key"
          ? { private_key_pem: pem }
          : undefined;
  const send = (): Promise<Outcome<unknown>> =>
    call(id, (body === undefined ? {} : { body }) as Request<typeof id>) as Promise<
      Outcome<unknown>
    >;
  return (
    <Confirm
      label={known.label}
      question={`${known.question} ${title}`}
      act={known.label}
      send={send}
      done={(answer) => {
        setPem("");
        onDone(said(answer, title));
      }}
    >
      {(fault) => (
        <>
          <p>{known.words}</p>
          {name === "rotate-keypair" && (
            <p class="check">
              <input
                id="emergency"
                type="checkbox"
                checked={isEmergency}
                onChange={({ currentTarget }) => setEmergency(currentTarget.checked)}
              />
              <label for="emergency">{t.emergency}</label>
            </p>
          )}
          {hasOverlap && (
            <Field name="overlap_seconds" label={t.overlap} fault={fault("overlap_seconds")}>
              {(attributes) => (
                <input
                  {...(attributes as object)}
                  type="number"
                  min={0}
                  max={3600}
                  value={overlap}
                  onInput={({ currentTarget }) => setOverlap(currentTarget.value)}
                />
              )}
            </Field>
          )}
          {name === "private-key" && (
            <Field name="private_key_pem" label={t.pem} fault={fault("private_key_pem")}>
              {(attributes) => (
                <textarea
                  {...(attributes as object)}
                  rows={6}
                  autoComplete="off"
                  spellcheck={false}
                  value={pem}
                  onInput={({ currentTarget }) => setPem(currentTarget.value)}
                />
              )}
            </Field>
          )}
        </>
      )}
    </Confirm>
  );
}

function said(answer: unknown, title: string): string {
  const { ok, path, code, hint, revision } = (answer ?? {}) as Record<string, unknown>;
  if (ok === true) return t.exchangeOk(words(String(path)));
  if (ok === false) return `${t.exchangeFailed(words(String(code)))} ${line(String(hint ?? ""))}`;
  return typeof revision === "number" ? `${t.done(title)} ${t.revision(revision)}` : t.done(title);
}

import operations from "virtual:operations";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Confirm } from "../parts/confirm.tsx";
import { TextInput } from "../parts/field.tsx";
import { line, titled, words } from "../parts/format.ts";
import { call, type Operation, type Outcome, type Request } from "../shell/client.ts";
import { t } from "./texts.ts";

type Known = keyof typeof t.actions;

/** The operation that the route table has at a path; the checklist names calls only by path. */
const operationAt = (path: string): Operation | undefined =>
  Object.entries(operations).find(
    ([, [method, known]]) => method === "POST" && known === path,
  )?.[0] as Operation | undefined;

interface Input {
  /** The value as typed. */
  initial: string;
  body: (value: string) => object;
  Entry: (props: EntryProps) => JSX.Element;
}

interface EntryProps {
  value: string;
  set: (value: string) => void;
  fault: (name: string) => string | null;
}

/** What actions ask for before they are confirmed; all others ask for nothing. */
const inputs: Partial<Record<Operation, Input>> = {
  rotateKeypair: {
    initial: "",
    body: (value) => ({ emergency: value === "yes" }),
    Entry: ({ value, set }) => (
      <p class="check">
        <input
          id="emergency"
          type="checkbox"
          checked={value === "yes"}
          onChange={({ currentTarget }) => set(currentTarget.checked ? "yes" : "")}
        />
        <label for="emergency">{t.emergency}</label>
      </p>
    ),
  },
  rotateSourcehostWebhookSecret: {
    initial: "0",
    body: (value) => ({ overlap_seconds: Number(value) }),
    Entry: ({ value, set, fault }) => (
      <TextInput
        name="overlap_seconds"
        label={t.overlap}
        fault={fault("overlap_seconds")}
        type="number"
        min={0}
        max={3600}
        value={value}
        onInput={set}
      />
    ),
  },
  setSourcehostAppKey: {
    initial: "",
    body: (value) => ({ private_key_pem: value }),
    Entry: ({ value, set, fault }) => (
      <TextInput
        name="private_key_pem"
        label={t.pem}
        fault={fault("private_key_pem")}
        rows={6}
        autoComplete="off"
        value={value}
        onInput={set}
      />
    ),
  },
};

interface Props {
  path: string;
  title: string;
  onDone: (said: string) => void;
}

/** A call from the checklist; nothing is shown for a path that the route table does not have. */
export function SetupAction({ path, ...rest }: Props) {
  const id = operationAt(path);
  return id === undefined ? null : <KnownAction id={id} path={path} {...rest} />;
}

/** Says what the call will do, asks for confirmation, and shows the result. */
function KnownAction({ id, path, title, onDone }: Props & { id: Operation }) {
  const input = inputs[id];
  const [value, setValue] = useState(input?.initial ?? "");
  const name = path.split("/").at(-1) ?? "";
  const known = t.actions[name as Known] ?? {
    label: titled(words(name)),
    question: title,
    words: "",
  };
  const send = (): Promise<Outcome<unknown>> =>
    call(
      id,
      (input === undefined ? {} : { body: input.body(value) }) as Request<typeof id>,
    ) as Promise<Outcome<unknown>>;
  return (
    <Confirm
      label={known.label}
      question={`${known.question} ${title}`}
      act={known.label}
      send={send}
      done={(answer) => {
        if (id === "setSourcehostAppKey") setValue("");
        onDone(said(answer, title));
      }}
    >
      {(fault) => (
        <>
          <p>{known.words}</p>
          {input !== undefined && <input.Entry value={value} set={setValue} fault={fault} />}
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

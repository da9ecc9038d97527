import operations from "virtual:operations";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Confirm } from "../parts/confirm.tsx";
import { TextInput } from "../parts/field.tsx";
import { line, localTime, titled, words } from "../parts/format.ts";
import { Radios, Tick } from "../parts/tick.tsx";
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

/** The inputs that actions need before the user confirms them. All others need none. */
const inputs: Partial<Record<Operation, Input>> = {
  rotateKeypair: {
    initial: "",
    body: (value) => ({ emergency: value === "yes" }),
    Entry: ({ value, set }) => (
      <p class="check">
        <Tick id="emergency" isOn={value === "yes"} onTick={(isOn) => set(isOn ? "yes" : "")}>
          {t.emergency}
        </Tick>
      </p>
    ),
  },
  rotateSourcehostWebhookSecret: {
    // Both are accepted for as long as the API allows, so that nothing is refused meanwhile.
    initial: "3600",
    body: (value) => ({ overlap_seconds: Number(value) }),
    Entry: ({ value, set }) => (
      <Radios
        name="overlap"
        legend={t.overlap}
        value={value}
        choices={["3600", "900", "0"].map((seconds) => [seconds, t.overlaps[seconds as "0"]])}
        onChoose={set}
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
  onDone: (said: Said) => void;
}

/** The message after a call. */
export interface Said {
  text: string;
  /** The entry of the secret store with the value to hand over; null: there is none. */
  entry: string | null;
  /** The next step; null: none. */
  next: string | null;
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
  const [entry = "", name = ""] = path.split("/").slice(-2);
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
      does={{
        label: known.label,
        question: `${known.question} ${title}`,
        words: wordsOf(entry, name) ?? known.words,
      }}
      send={send}
      done={(answer) => {
        if (id === "setSourcehostAppKey") setValue("");
        onDone(said(answer, { title, entry, act: name, overlap: Number(value) }));
      }}
    >
      {(fault) => input !== undefined && <input.Entry value={value} set={setValue} fault={fault} />}
    </Confirm>
  );
}

interface Acted {
  title: string;
  /** The entry of the secret store that the call's path names. */
  entry: string;
  act: string;
  /** Seconds for which the previous value is still accepted. */
  overlap: number;
}

function said(answer: unknown, acted: Acted): Said {
  const { ok, path, code, hint, revision } = (answer ?? {}) as Record<string, unknown>;
  const plain = (text: string): Said => ({ text, entry: null, next: null });
  if (ok === true) return plain(t.exchangeOk(words(String(path))));
  if (ok === false) {
    return plain(`${t.exchangeFailed(words(String(code)))} ${line(String(hint ?? ""))}`);
  }
  const done = t.done(acted.title);
  const text = typeof revision === "number" ? `${done} ${t.revision(revision)}` : done;
  return { text, ...handedOver(acted) };
}

/** Where the new value is stored, and who needs it. */
function handedOver({ entry, act, overlap }: Acted): Pick<Said, "entry" | "next"> {
  const isNew = act.startsWith("provision") || act.startsWith("rotate");
  if (!isNew) return { entry: null, next: null };
  if (entry !== "sourcehost-webhook-secret") {
    const known = Object.hasOwn(t.staysInside, entry);
    return { entry: null, next: known ? t.staysInside[entry as keyof typeof t.staysInside] : null };
  }
  if (act.startsWith("provision")) return { entry, next: t.enterAtHost };
  const until = new Date(Date.now() + overlap * 1000).toISOString();
  return { entry, next: overlap > 0 ? t.enterUntil(localTime(until)) : t.enterNow };
}

/** The effect of a rotation, for secrets with an effect of their own. */
const wordsOf = (entry: string, act: string): string | null =>
  act.startsWith("rotate") && Object.hasOwn(t.rotations, entry)
    ? t.rotations[entry as keyof typeof t.rotations]
    : null;

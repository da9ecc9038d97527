import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { mayChange, type Outcome } from "../shell/client.ts";
import { t } from "../shell/texts.ts";
import { type Form, FormBox, faultOf, useForm } from "./form.tsx";
import { useSending } from "./sending.ts";
import { Trouble } from "./trouble.tsx";

/** A native dialog, open as long as it is rendered. */
export function Dialog({
  title,
  class: look,
  onClose,
  children,
}: {
  title: string;
  class?: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const own = dialog.current;
    own?.showModal();
    return () => {
      // Nothing behind an open dialog can take the focus.
      own?.close();
      // Chromium gives a field the focus back without its caret: typing would do nothing.
      before?.blur();
      before?.focus();
    };
  }, []);
  // Close on the key press itself: `close` comes later, when the next question may be open.
  const cancel = (event: Event) => {
    event.preventDefault();
    onClose();
  };
  const closed = ({ currentTarget }: Event) => {
    if ((currentTarget as HTMLElement).isConnected) onClose();
  };
  return (
    <dialog
      ref={dialog}
      class={look ?? ""}
      onCancel={cancel}
      onClose={closed}
      aria-labelledby="dialog-title"
    >
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}

interface Opened<V extends object, T> {
  /** The text of the button that opens the dialog. */
  label: string;
  isPrimary?: boolean;
  /** The dialog's title, if it differs from that text. */
  title?: string;
  /** The text of the button that sends the form. */
  act: string;
  initial: V;
  send: (values: V) => Promise<Outcome<T>>;
  done: (body: T) => void;
  children: (form: Form<V>) => ComponentChildren;
}

/** A button that opens a dialog with a form. Only users who may make changes see it. */
export function FormOpener<V extends object, T>(props: Opened<V, T>) {
  const [isOpen, setOpen] = useState(false);
  if (!mayChange()) return null;
  return (
    <>
      <button type="button" class={props.isPrimary ? "primary" : ""} onClick={() => setOpen(true)}>
        {props.label}
      </button>
      {isOpen && <FormDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function FormDialog<V extends object, T>(props: Opened<V, T> & { onClose: () => void }) {
  const { label, title = label, onClose } = props;
  const form = useForm(props.initial);
  const done = (body: T) => {
    onClose();
    props.done(body);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <FormBox
        form={form}
        act={props.act}
        onSubmit={() => form.submit(() => props.send(form.values), done)}
        beside={
          <button type="button" onClick={onClose}>
            {t.cancel}
          </button>
        }
      >
        {props.children(form)}
      </FormBox>
    </Dialog>
  );
}

/** An action that the user must confirm: its name, the question, and its consequences. */
export interface Deed {
  /** The text of the button that opens the dialog. */
  label: string;
  question: string | ((name: string) => string);
  words: string;
  /** The text of the button that carries it out, if it differs. */
  act?: string;
}

interface Asked<T> {
  does: Deed;
  /** The name of the object, for the question. */
  to?: string;
  /** Content before the words. */
  lead?: ComponentChildren;
  /** Content after the words. With fields, it is a function that is given each field's fault. */
  children?: ComponentChildren | ((fault: (name: string) => string | null) => ComponentChildren);
  send: () => Promise<Outcome<T>>;
  done: (body: T) => void;
  isDangerous?: boolean;
  isPrimary?: boolean;
  /** Open at first, because the address names this question. */
  isAsked?: boolean;
}

/**
 * A button for an irreversible action, for users who may make changes. It asks for confirmation and
 * reports success only once the action is done.
 */
export function Confirm<T>(props: Asked<T>) {
  const { label, question, words, act = label } = props.does;
  const [isOpen, setOpen] = useState(props.isAsked === true);
  const { failure, isBusy, submit, forget } = useSending();
  if (!mayChange()) return null;
  const open = () => {
    forget();
    setOpen(true);
  };
  const carryOut = () =>
    submit(props.send, (body) => {
      setOpen(false);
      props.done(body);
    });
  return (
    <>
      <button type="button" class={props.isPrimary ? "primary" : ""} onClick={open}>
        {label}
      </button>
      {isOpen && (
        <Dialog
          title={typeof question === "string" ? question : question(props.to ?? "")}
          onClose={() => setOpen(false)}
        >
          {failure && <Trouble failure={failure} isWrite />}
          {props.lead}
          <p>{words}</p>
          {typeof props.children === "function"
            ? props.children((name) => faultOf(failure, name))
            : props.children}
          <div class="actions">
            <button
              type="button"
              class={props.isDangerous ? "primary danger" : "primary"}
              aria-disabled={isBusy}
              onClick={carryOut}
            >
              {act}
              {isBusy && " …"}
            </button>
            <button type="button" onClick={() => setOpen(false)}>
              {t.keep}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

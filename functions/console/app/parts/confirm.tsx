import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Outcome } from "../shell/client.ts";
import { t } from "../shell/texts.ts";
import { type Form, FormBox, faultOf, Submit, TextField, useForm } from "./form.tsx";
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
    dialog.current?.showModal();
    return () => {
      // Chromium gives a field the focus back without its caret: typing would do nothing.
      before?.blur();
      before?.focus();
    };
  }, []);
  // Closed with the key press itself: `close` follows later, when the next question may be open.
  const cancel = (event: Event) => {
    event.preventDefault();
    // What is behind an open dialog takes no focus.
    dialog.current?.close();
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

/** A dialog with a form. */
export const FormDialog = <V,>(props: {
  title: string;
  form: Form<V>;
  /** Label of the button that sends it. */
  act: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ComponentChildren;
}) => (
  <Dialog title={props.title} onClose={props.onClose}>
    <FormBox form={props.form} onSubmit={props.onSubmit}>
      {props.children}
      <div class="actions">
        <Submit isBusy={props.form.isBusy}>{props.act}</Submit>
        <button type="button" onClick={props.onClose}>
          {t.cancel}
        </button>
      </div>
    </FormBox>
  </Dialog>
);

/** A dialog that asks for a name. */
export function NameDialog<N extends "name" | "display_name", T>(props: {
  title: string;
  act: string;
  /** The field, as the API calls it. */
  name: N;
  label: string;
  value: string;
  send: (body: Record<N, string>) => Promise<Outcome<T>>;
  onDone: (body: T) => void;
  onClose: () => void;
}) {
  const { name, label } = props;
  const form = useForm({ [name]: props.value } as Record<N, string>);
  const submit = () => form.submit(() => props.send(form.values), props.onDone);
  return (
    <FormDialog {...props} form={form} onSubmit={submit}>
      <TextField form={form} name={name} label={label} />
    </FormDialog>
  );
}

interface Asked<T> {
  /** Label of the button that opens the dialog. */
  label: string;
  /** The question, naming the object. */
  question: string;
  /** What will happen; a dialog with fields gets a function that returns each field's fault. */
  children: ComponentChildren | ((fault: (name: string) => string | null) => ComponentChildren);
  /** Label of the button that carries it out. */
  act: string;
  send: () => Promise<Outcome<T>>;
  done: (body: T) => void;
  isDangerous?: boolean;
  isPrimary?: boolean;
}

/** A button for an irreversible action: asks for confirmation; reports success only once done. */
export function Confirm<T>(props: Asked<T>) {
  const [isOpen, setOpen] = useState(false);
  const { failure, isBusy, submit, forget } = useSending();
  const open = () => {
    forget();
    setOpen(true);
  };
  const act = () =>
    submit(props.send, (body) => {
      setOpen(false);
      props.done(body);
    });
  return (
    <>
      <button type="button" class={props.isPrimary ? "primary" : ""} onClick={open}>
        {props.label}
      </button>
      {isOpen && (
        <Dialog title={props.question} onClose={() => setOpen(false)}>
          {failure && <Trouble failure={failure} isWrite />}
          {typeof props.children === "function"
            ? props.children((name) => faultOf(failure, name))
            : props.children}
          <div class="actions">
            <button
              type="button"
              class={props.isDangerous ? "primary danger" : "primary"}
              aria-disabled={isBusy}
              onClick={act}
            >
              {props.act}
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

import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { leaving } from "../shell/navigation.ts";
import { Copy, Screen } from "./basics.tsx";

/** While the component is shown, leaving the screen asks this question first; null: it does not. */
export function useLeaving(question: string | null): void {
  useLayoutEffect(() => {
    leaving.value = question === null ? null : { question };
    return () => {
      leaving.value = null;
    };
  }, []);
}

/** A value for the user to copy: it cannot be edited, and focus selects all of it. */
export const ToTake = (props: { id: string; label: string; value: string }) => (
  <div class="field">
    <label for={props.id}>{props.label}</label>
    <input
      id={props.id}
      readOnly
      value={props.value}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  </div>
);

/** The screen of a value that is shown only once. Leaving first asks whether the user kept it. */
export function ShownOnce(props: {
  id: string;
  title: string;
  lead: string;
  label: string;
  value: string;
  /** The question on leaving. */
  question: string;
  copy?: string;
  /** The button by which the user confirms having kept the value. */
  done: string;
  onDone: () => void;
  /** Further actions, before that button. */
  children?: ComponentChildren;
}) {
  const { id, label, value, copy } = props;
  useLeaving(props.question);
  const done = () => {
    leaving.value = null;
    props.onDone();
  };
  return (
    <Screen title={props.title} lead={props.lead}>
      <section class="narrow">
        <ToTake id={id} label={label} value={value} />
        <div class="actions">
          <Copy text={value} of={label} {...(copy === undefined ? {} : { label: copy })} />
          {props.children}
          <button type="button" class="primary" onClick={done}>
            {props.done}
          </button>
        </div>
      </section>
    </Screen>
  );
}

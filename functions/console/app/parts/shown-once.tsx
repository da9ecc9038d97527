import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { leaving } from "../shell/navigation.ts";
import { Copy } from "./basics.tsx";

/** A value that is shown this once; leaving asks first whether it was taken along. */
export function ShownOnce(props: {
  id: string;
  label: string;
  value: string;
  /** What leaving asks. */
  question: string;
  copy?: string;
  /** The button that says that it was taken along. */
  done: string;
  onDone: () => void;
  /** Further actions, before that button. */
  children?: ComponentChildren;
}) {
  const { id, label, value, question, copy } = props;
  useLayoutEffect(() => {
    leaving.value = { question };
    return () => {
      leaving.value = null;
    };
  }, []);
  const done = () => {
    leaving.value = null;
    props.onDone();
  };
  return (
    <section class="narrow">
      <div class="field">
        <label for={id}>{label}</label>
        <input
          id={id}
          readOnly
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      <div class="actions">
        <Copy text={value} of={label} {...(copy === undefined ? {} : { label: copy })} />
        {props.children}
        <button type="button" class="primary" onClick={done}>
          {props.done}
        </button>
      </div>
    </section>
  );
}

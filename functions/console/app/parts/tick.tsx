import type { ComponentChildren } from "preact";

/** A box to tick and its label, inside what holds both (class `check`). */
export const Tick = (props: {
  id: string;
  isOn: boolean;
  isDisabled?: boolean;
  onTick: (isOn: boolean) => void;
  children: ComponentChildren;
}) => (
  <>
    <input
      id={props.id}
      type="checkbox"
      checked={props.isOn}
      disabled={props.isDisabled ?? false}
      onChange={({ currentTarget }) => props.onTick(currentTarget.checked)}
    />
    <label for={props.id}>{props.children}</label>
  </>
);

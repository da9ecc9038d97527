import type { ComponentChildren } from "preact";

/** A box to tick and its label, for use inside an element that holds both (class `check`). */
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

/** A choice of one value, with all values shown. */
export const Radios = <C extends string>(props: {
  name: string;
  legend: string;
  value: C;
  choices: readonly (readonly [C, ComponentChildren])[];
  onChoose: (value: C) => void;
}) => (
  <fieldset>
    <legend>{props.legend}</legend>
    {props.choices.map(([one, words]) => (
      <div class="check" key={one}>
        <input
          id={`${props.name}-${one}`}
          type="radio"
          name={props.name}
          checked={props.value === one}
          onChange={() => props.onChoose(one)}
        />
        <label for={`${props.name}-${one}`}>{words}</label>
      </div>
    ))}
  </fieldset>
);

import type { ComponentChildren, ComponentProps } from "preact";
import { useState } from "preact/hooks";
import { type Failure, mayChange } from "../shell/client.ts";
import { faultSentence, fieldId } from "./faults.ts";
import { type Options, SelectInput, TextInput } from "./field.tsx";
import { type Sending, useSending } from "./sending.ts";
import { Tick } from "./tick.tsx";
import { Trouble } from "./trouble.tsx";

/** A form keeps the typed values, whatever the result of sending it. */
export interface Form<V> extends Sending {
  values: V;
  set: <K extends keyof V>(name: K, value: V[K]) => void;
  fault: (name: string) => string | null;
}

/** What a failure says about one field; null if nothing. */
export function faultOf(failure: Failure | null, name: string): string | null {
  const errors = failure?.kind === "problem" ? failure.errors : [];
  return errors.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message ?? null;
}

/** The values of a form, and the outcome of sending them. */
export function useForm<V extends object>(initial: V): Form<V> {
  const [values, setValues] = useState(initial);
  const sending = useSending();
  return {
    ...sending,
    values,
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    fault: (name) => faultOf(sending.failure, name),
  };
}

/** A form with its failure above the fields. Users who may not make changes see only questions. */
export function FormBox(props: {
  form: Pick<Sending, "failure" | "isBusy">;
  onSubmit: () => unknown;
  /** The text of the button that sends it; absent: the form has its own. */
  act?: string;
  /** Content beside the button. */
  beside?: ComponentChildren;
  label?: string;
  /** The form only reads: it cannot have changed anything. */
  isQuestion?: boolean;
  children: ComponentChildren;
}) {
  if (props.isQuestion !== true && !mayChange()) return null;
  const submit = (event: Event) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-busy={props.form.isBusy}
      {...(props.label ? { "aria-label": props.label } : {})}
    >
      {props.form.failure && (
        <Trouble failure={props.form.failure} isWrite={props.isQuestion !== true} />
      )}
      {props.children}
      {props.act && (
        <div class="actions">
          <Submit isBusy={props.form.isBusy}>{props.act}</Submit>
          {props.beside}
        </div>
      )}
    </form>
  );
}

type Texts<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;

/** A field of text of a form. */
export function TextField<V>({
  form,
  name,
  ...rest
}: Omit<ComponentProps<typeof TextInput>, Bound> & { form: Form<V>; name: Texts<V> }) {
  return (
    <TextInput
      {...rest}
      name={name}
      inForm={name}
      fault={form.fault(name)}
      value={form.values[name] as string}
      onInput={(value) => form.set(name, value as V[Texts<V>])}
    />
  );
}

/** The field properties that the form itself provides. */
type Bound = "name" | "inForm" | "fault" | "value" | "onInput" | "onChoose";

/** A field of a form with fixed choices. */
export function SelectField<V>({
  form,
  name,
  onChange,
  ...rest
}: Omit<ComponentProps<typeof SelectInput>, Bound> & {
  form: Form<V>;
  name: Texts<V>;
  onChange?: (value: string) => void;
}) {
  return (
    <SelectInput
      {...rest}
      name={name}
      inForm={name}
      fault={form.fault(name)}
      value={form.values[name] as string}
      onChoose={(value) => {
        form.set(name, value as V[Texts<V>]);
        onChange?.(value);
      }}
    />
  );
}

type Lists<V> = { [K in keyof V]: V[K] extends readonly string[] ? K : never }[keyof V] & string;

/** A field of a form with boxes, any number of which can be ticked. */
export function SeveralField<V>(props: {
  form: Form<V>;
  name: Lists<V>;
  label: string;
  hint?: string;
  choices: readonly (readonly [id: string, label: ComponentChildren])[];
  /** The most boxes that can be ticked; absent: all of them. */
  most?: number;
}) {
  const { form, name, label, hint, most = props.choices.length } = props;
  const chosen = form.values[name] as readonly string[];
  const fault = form.fault(name);
  const toggle = (id: string, isOn: boolean) =>
    form.set(name, (isOn ? [...chosen, id] : chosen.filter((one) => one !== id)) as V[Lists<V>]);
  return (
    <fieldset id={fieldId(name)} tabIndex={-1}>
      <legend>{label}</legend>
      {hint && <p class="hint">{hint}</p>}
      {fault && <p class="fault">{faultSentence(label, fault)}</p>}
      {props.choices.map(([id, words]) => (
        <div class="check" key={id}>
          <Tick
            id={`${name}-${id}`}
            isOn={chosen.includes(id)}
            isDisabled={chosen.length >= most && !chosen.includes(id)}
            onTick={(isOn) => toggle(id, isOn)}
          >
            {words}
          </Tick>
        </div>
      ))}
    </fieldset>
  );
}

/** Codes of ours as boxes to tick, each with its meaning. */
export const codedChoices = <C extends string>(
  codes: readonly C[],
  words: Readonly<Record<C, string>>,
) =>
  codes.map((code): [C, ComponentChildren] => [
    code,
    <>
      <code>{code}</code> <span class="soft">{words[code]}</span>
    </>,
  ]);

/** The look of a field: fixed choices, boxes to tick, or a text with these attributes. */
type Look =
  | { options: Options }
  | Pick<ComponentProps<typeof SeveralField>, "choices" | "most">
  | Partial<Omit<ComponentProps<typeof TextInput>, Bound>>;

/** The fields of a form in their order. A field set to false is left out; a yes/no field is a box. */
export function Fields<V extends object, N extends keyof V & string>(props: {
  form: Form<V>;
  /** The label of each, and its hint if it has one. */
  words: Readonly<Record<N, readonly [label: string, hint?: string]>>;
  of: { readonly [K in N]?: Look | false };
}) {
  const form = props.form as unknown as Form<Record<string, never>>;
  return (Object.entries(props.of) as [N, Look | false][]).map(([name, look]) => {
    const [label, hint] = props.words[name];
    const shared = { key: name, form, name, label, ...(hint === undefined ? {} : { hint }) };
    if (look === false) return null;
    if ("options" in look) return <SelectField {...shared} {...look} />;
    if ("choices" in look) return <SeveralField {...shared} {...look} />;
    if (typeof form.values[name] !== "boolean") return <TextField {...shared} {...look} />;
    const toggle = (isOn: boolean) => form.set(name, isOn as never);
    return (
      <div class="check" key={name}>
        <Tick id={fieldId(name)} isOn={form.values[name]} onTick={toggle}>
          {label}
        </Tick>
      </div>
    );
  });
}

/** A form's submit button. While the form is being sent, it says so and ignores further presses. */
export const Submit = ({ isBusy, children }: { isBusy: boolean; children: ComponentChildren }) => (
  <button class="primary" type="submit" aria-disabled={isBusy}>
    {children}
    {isBusy && " …"}
  </button>
);

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { Failure, Outcome } from "../shell/client.ts";
import { line } from "./format.ts";
import { fieldId, Trouble } from "./trouble.tsx";

export interface Form<V> {
  values: V;
  set: <K extends keyof V>(name: K, value: V[K]) => void;
  failure: Failure | null;
  isBusy: boolean;
  /**
   * Sends once at a time, and stays busy until `done` is over; whatever the outcome, the typed
   * values are kept.
   */
  submit: <T>(
    send: () => Promise<Outcome<T>>,
    done: (body: T) => void | Promise<void>,
  ) => Promise<void>;
  fault: (name: string) => string | null;
  forget: () => void;
}

/** What a failure says about one field; null if nothing. */
export function faultOf(failure: Failure | null, name: string): string | null {
  const errors = failure?.kind === "problem" ? failure.errors : [];
  return errors.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message ?? null;
}

/** The values of a form, and the outcome of sending them. */
export function useForm<V extends object>(initial: V): Form<V> {
  const [values, setValues] = useState(initial);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  return {
    values,
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    failure,
    isBusy,
    submit: async (send, done) => {
      if (isBusy) return;
      setBusy(true);
      setFailure(null);
      try {
        const outcome = await send();
        if (outcome.kind === "done") await done(outcome.body);
        else setFailure(outcome);
      } finally {
        setBusy(false);
      }
    },
    fault: (name) => faultOf(failure, name),
    forget: () => setFailure(null),
  };
}

/** A form, with its failure above the fields. */
export function FormBox<V>(props: {
  form: Form<V>;
  onSubmit: () => void;
  label?: string;
  /** The form only reads: it cannot have changed anything. */
  isQuestion?: boolean;
  children: ComponentChildren;
}) {
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
    </form>
  );
}

interface FieldProps<V> {
  form: Form<V>;
  name: keyof V & string;
  label: string;
  hint?: ComponentChildren;
  isOptional?: boolean;
}

/** The attributes that a field passes to its input. */
export type FieldAttributes = JSX.HTMLAttributes & { id: string };

/** A label with its hint and fault, associated with the input that `children` renders. */
export function Field(props: {
  /** The field's path in the API. */
  name: string;
  label: ComponentChildren;
  fault: string | null;
  hint?: ComponentChildren;
  isOptional?: boolean;
  children: (attributes: FieldAttributes) => ComponentChildren;
}) {
  const { label, fault, hint } = props;
  const id = fieldId(props.name);
  const described = [hint ? `${id}-hint` : "", fault ? `${id}-fault` : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div class="field">
      <label for={id}>
        {label}
        {props.isOptional && <span class="soft"> (optional)</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p class="fault" id={`${id}-fault`}>
          {line(fault)}
        </p>
      )}
      {props.children({
        id,
        ...(described === "" ? {} : { "aria-describedby": described }),
        ...(fault ? { "aria-invalid": true } : {}),
      })}
    </div>
  );
}

type Texts<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;

export function TextField<V>(
  props: Omit<FieldProps<V>, "name"> & {
    name: Texts<V>;
    type?: string;
    rows?: number;
    autoComplete?: string;
    spellcheck?: boolean;
    /** Values and their meanings, suggested while the user types. */
    proposals?: readonly (readonly [string, string])[];
  },
) {
  const { form, name, type = "text", rows, proposals } = props;
  const value = form.values[name] as string;
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
    form.set(name, currentTarget.value as V[Texts<V>]);
  return (
    <Field {...props} fault={form.fault(name)}>
      {(attributes) =>
        rows === undefined ? (
          <>
            <input
              {...(attributes as object)}
              id={attributes.id}
              name={name}
              type={type}
              value={value}
              onInput={onInput}
              autoComplete={props.autoComplete ?? "off"}
              spellcheck={props.spellcheck ?? false}
              {...(proposals ? { list: `${attributes.id}-proposals` } : {})}
            />
            {proposals && <Proposals id={`${attributes.id}-proposals`} all={proposals} />}
          </>
        ) : (
          <textarea
            {...(attributes as object)}
            id={attributes.id}
            name={name}
            rows={rows}
            value={value}
            onInput={onInput}
            spellcheck={props.spellcheck ?? false}
          />
        )
      }
    </Field>
  );
}

const Proposals = (props: { id: string; all: readonly (readonly [string, string])[] }) => (
  <datalist id={props.id}>
    {props.all.map(([value, meaning]) => (
      <option key={value} value={value} label={meaning} />
    ))}
  </datalist>
);

export function SelectField<V>(
  props: Omit<FieldProps<V>, "name"> & {
    name: Texts<V>;
    options: readonly (readonly [string, string])[];
    onChange?: (value: string) => void;
  },
) {
  const { form, name, options } = props;
  const onChange = ({ currentTarget }: { currentTarget: HTMLSelectElement }) => {
    form.set(name, currentTarget.value as V[Texts<V>]);
    props.onChange?.(currentTarget.value);
  };
  return (
    <Field {...props} fault={form.fault(name)}>
      {(attributes) => (
        <select
          {...(attributes as object)}
          id={attributes.id}
          name={name}
          value={form.values[name] as string}
          onChange={onChange}
        >
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A form's submit button; while sending, it shows so and ignores further presses. */
export const Submit = ({ isBusy, children }: { isBusy: boolean; children: ComponentChildren }) => (
  <button class="primary" type="submit" aria-disabled={isBusy}>
    {children}
    {isBusy && " …"}
  </button>
);

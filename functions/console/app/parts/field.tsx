import type { ComponentChildren, JSX } from "preact";
import { faultSentence, fieldId } from "./faults.ts";
import { line } from "./format.ts";

type Attributes = JSX.HTMLAttributes & { id: string };

interface FieldProps {
  /** The field's path in the API. */
  name: string;
  label: ComponentChildren;
  /** Absent: its fault is shown elsewhere. */
  fault?: string | null | undefined;
  hint?: ComponentChildren;
  isOptional?: boolean;
}

/** A label with its hint and fault, associated with the input that `children` renders. */
function Field(
  props: FieldProps & {
    /** One of several is chosen. */
    isChoice?: boolean;
    children: (attributes: Attributes) => ComponentChildren;
  },
) {
  const { label, hint } = props;
  const said = props.fault;
  const fault =
    said && typeof label === "string" ? faultSentence(label, said, props.isChoice) : said;
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

/** Values and their meanings. */
export type Options = readonly (readonly [string, string])[];

interface InputProps extends FieldProps {
  value: string;
  onInput: (value: string) => void;
  type?: string;
  /** The number of lines; absent: an input of one line. */
  rows?: number;
  autoComplete?: string;
  spellcheck?: boolean;
  min?: number;
  max?: number;
  /** Its name in the form. */
  inForm?: string;
  /** Suggested while the user types. */
  proposals?: Options;
}

/** A field of text. */
export function TextInput(props: InputProps) {
  const { value, rows, type = "text", proposals, min, max, inForm } = props;
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
    props.onInput(currentTarget.value);
  const shared = {
    value,
    onInput,
    spellcheck: props.spellcheck ?? false,
    ...(inForm === undefined ? {} : { name: inForm }),
  };
  return (
    <Field {...props}>
      {(attributes) =>
        rows !== undefined ? (
          <textarea
            {...(attributes as object)}
            id={attributes.id}
            rows={rows}
            {...shared}
            {...(props.autoComplete ? { autoComplete: props.autoComplete } : {})}
          />
        ) : (
          <>
            <input
              {...(attributes as object)}
              id={attributes.id}
              type={type}
              autoComplete={props.autoComplete ?? "off"}
              {...shared}
              {...(min === undefined ? {} : { min })}
              {...(max === undefined ? {} : { max })}
              {...(proposals ? { list: `${attributes.id}-proposals` } : {})}
            />
            {proposals && <Proposals id={`${attributes.id}-proposals`} all={proposals} />}
          </>
        )
      }
    </Field>
  );
}

const Proposals = ({ id, all }: { id: string; all: Options }) => (
  <datalist id={id}>
    {all.map(([value, meaning]) => (
      <option key={value} value={value} label={meaning} />
    ))}
  </datalist>
);

/** A field with fixed choices. */
export function SelectInput(
  props: FieldProps & {
    value: string;
    options: Options;
    onChoose: (value: string) => void;
    inForm?: string;
  },
) {
  const { value, options, onChoose, inForm } = props;
  return (
    <Field {...props} isChoice>
      {(attributes) => (
        <select
          {...(attributes as object)}
          id={attributes.id}
          value={value}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
          {...(inForm === undefined ? {} : { name: inForm })}
        >
          {options.map(([one, label]) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

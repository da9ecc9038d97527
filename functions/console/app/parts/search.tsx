import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../shell/texts.ts";
import { bookOptions, type Framework } from "./books.ts";
import { SelectInput } from "./field.tsx";
import { line } from "./format.ts";
import type { Filters } from "./table.tsx";

const PAUSE_MS = 250;

interface Filter<K extends string> {
  of: Filters<K>;
  /** Its name in the address. */
  name: NoInfer<K>;
  label: string;
}

const put = <K extends string>({ of, name }: Filter<K>, value: string, isReplacing = false) =>
  of.set({ [name]: value } as Partial<Record<K | "cursor", string>>, isReplacing);

/** The search field of a screen: the text goes into the address after a short pause. */
export function Search<K extends string>(props: Filter<K>) {
  const value = props.of.values[props.name];
  const [text, setText] = useState<string>(value);
  const sent = useRef<string>(value);
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      put(props, text.trim(), true);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class="field">
      <label for="search">{props.label}</label>
      <input
        id="search"
        type="search"
        data-search
        value={text}
        placeholder={t.search}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
    </div>
  );
}

/** A field's suggestions while the user types, without duplicates. */
export const Proposals = ({ id, texts }: { id: string; texts: readonly string[] }) => (
  <datalist id={id}>
    {[...new Set(texts)].sort().map((text) => (
      <option key={text} value={line(text)} />
    ))}
  </datalist>
);

/** Values and their meanings. */
type Choices = Iterable<readonly [string, string]> | Readonly<Record<string, string>>;

/** A filter with fixed choices, and a choice for no filter. */
export function ChoiceFilter<K extends string>(props: Filter<K> & { choices: Choices }) {
  const { choices } = props;
  return (
    <SelectInput
      name={props.name}
      label={props.label}
      value={props.of.values[props.name]}
      options={[["", t.all], ...(Symbol.iterator in choices ? choices : Object.entries(choices))]}
      onChoose={(value) => put(props, value)}
    />
  );
}

/** The filter by rule book. */
export const BookFilter = (props: {
  of: Filters<"framework_id">;
  label: string;
  books: readonly Framework[] | null;
}) => <ChoiceFilter {...props} name="framework_id" choices={bookOptions(props.books)} />;

/** The filter by tenant. */
export const TenantFilter = (props: {
  of: Filters<"tenant_id">;
  label: string;
  names: ReadonlyMap<string, string>;
}) => <ChoiceFilter {...props} name="tenant_id" choices={props.names} />;

/** A filter whose value the user types or picks from a calendar. */
export function TypedFilter<K extends string>(
  props: Filter<K> & {
    type: "text" | "date" | "datetime-local";
    list?: string;
    /** Turns the value in the address into the text shown. */
    show?: (value: string) => string;
    /** Turns the typed text into the value in the address. */
    read?: (text: string) => string;
  },
) {
  const { show = (value) => value, read = (text) => text } = props;
  /** The text being typed, which survives redrawing the screen; null once it is in the address. */
  const [typed, setTyped] = useState<string | null>(null);
  const isGone = useRef(false);
  useLayoutEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  return (
    <div class="field">
      <label for={props.name}>{props.label}</label>
      <input
        id={props.name}
        type={props.type}
        autoComplete="off"
        spellcheck={false}
        {...(props.list ? { list: props.list } : {})}
        value={typed ?? show(props.of.values[props.name])}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={({ currentTarget }) => {
          // A field removed with its screen fires this, too, but then the address has changed.
          if (isGone.current) return;
          setTyped(null);
          put(props, read(currentTarget.value.trim()), true);
        }}
      />
    </div>
  );
}

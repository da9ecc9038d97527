import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../shell/texts.ts";
import { bookOptions, type Framework } from "./books.ts";
import { line } from "./format.ts";

const PAUSE_MS = 250;

/** The search field of a screen (`/`): the text goes into the address after a short pause. */
export function Search({
  label,
  value,
  proposals,
  say,
  onSearch,
}: {
  label: string;
  value: string;
  /** Suggested while the user types. */
  proposals?: readonly string[];
  /** A suggestion in words, shown beside it. */
  say?: (text: string) => string;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onSearch(text.trim());
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class="field">
      <label for="search">{label}</label>
      <input
        id="search"
        type="search"
        data-search
        value={text}
        placeholder={t.search}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        {...(proposals ? { list: "proposals" } : {})}
      />
      {proposals && <Proposals id="proposals" texts={proposals} say={say} />}
    </div>
  );
}

/** A field's suggestions while the user types, without duplicates. */
export const Proposals = ({
  id,
  texts,
  say,
}: {
  id: string;
  texts: readonly string[];
  /** A text in words, shown beside it. */
  say?: ((text: string) => string) | undefined;
}) => (
  <datalist id={id}>
    {[...new Set(texts)].sort().map((text) => (
      <option key={text} value={line(text)} {...(say ? { label: say(line(text)) } : {})} />
    ))}
  </datalist>
);

/** A filter with fixed choices. */
export function Choice(props: {
  id: string;
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
}) {
  return (
    <div class="field">
      <label for={props.id}>{props.label}</label>
      <select
        id={props.id}
        value={props.value}
        onChange={({ currentTarget }) => props.onChoose(currentTarget.value)}
      >
        {props.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The filter by rule book. */
export const BookChoice = (props: {
  label: string;
  books: readonly Framework[] | null;
  value: string;
  onChoose: (id: string) => void;
}) => (
  <Choice
    id="book"
    label={props.label}
    value={props.value}
    options={bookOptions(props.books, t.all)}
    onChoose={props.onChoose}
  />
);

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { instantText } from "#shared/domain/standing/day-text.ts";
import { isOffLimits } from "../shell/client.ts";
import { t } from "../shell/texts.ts";
import { fromNow, line, localDate, localTime } from "./format.ts";

/** The last path whose heading got the focus; re-rendering a screen does not take it again. */
let focused: string | null = null;

/**
 * A screen: sets the page's title and renders its only h1, which gets the focus after navigation.
 * @param aside actions that apply to the whole screen
 */
export function Screen(props: {
  title: string;
  lead?: ComponentChildren;
  aside?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    document.title = `${props.title} · ${t.brand}`;
  }, [props.title]);
  useLayoutEffect(() => {
    const isNew = !isShown.current || focused !== location.pathname;
    if (isNew) heading.current?.focus();
    if (isNew && focused !== null) scrollTo(0, 0);
    isShown.current = true;
    focused = location.pathname;
  });
  return (
    <>
      <Printed />
      <div class="head">
        <h1 ref={heading} tabIndex={-1}>
          {props.title}
        </h1>
        {props.aside && <div class="actions">{props.aside}</div>}
      </div>
      {props.lead && <p class="lead">{props.lead}</p>}
      {props.children}
    </>
  );
}

/** On paper: the time of printing. */
function Printed() {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Updated at once, because anything drawn a moment later is not on paper.
    const now = () => said.current?.replaceChildren(t.printed(localTime(new Date().toISOString())));
    addEventListener("beforeprint", now);
    return () => removeEventListener("beforeprint", now);
  }, []);
  return <p class="printed" aria-hidden="true" ref={said} />;
}

/** An instant, or its day only, in the reader's time zone; its tooltip is in UTC. */
export function Time(props: { iso: string | null; isRelative?: boolean; isDay?: boolean }) {
  const { iso, isRelative, isDay } = props;
  if (iso === null) return <span class="soft">{t.never}</span>;
  const shown = isDay ? localDate : localTime;
  return (
    <time dateTime={iso} title={instantText(iso)}>
      {isRelative ? fromNow(iso) : shown(iso)}
    </time>
  );
}

export function Copy({ text, label = t.copy, of }: { text: string; label?: string; of: string }) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t.copied);
    } catch {
      // The browser may refuse. Without a note, the user would paste something else and not notice.
      setSaid(t.notCopied);
    }
    setTimeout(() => setSaid(null), 4000);
  };
  return (
    <button
      type="button"
      class={said === t.copied ? "small copied" : "small"}
      onClick={copy}
      aria-label={`${said ?? label}: ${line(of)}`}
    >
      {said ?? label}
    </button>
  );
}

/** A long value: hidden characters are made visible on screen, but copied unchanged. */
export function Value({ text, of }: { text: string | null; of: string }) {
  if (text === null || text === "") return <span class="soft">{t.none}</span>;
  return (
    <span class="value">
      <code>{line(text)}</code> <Copy text={text} of={of} />
    </span>
  );
}

/** A long text in its own box, which users can scroll by keyboard. */
export const Scrolled = ({ name, children }: { name: string; children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached
  <section class="scrolled" aria-label={name} tabIndex={0}>
    <pre>{children}</pre>
  </section>
);

/** `good`: approved by counsel, and nothing else; `sound`: anything else that is in order. */
export type Tone = "good" | "sound" | "wait" | "warn" | "bad" | "quiet";
const shapes: Readonly<Record<Tone, string>> = {
  sound: "M5 0l5 5l-5 5l-5-5z",
  good: "M5 0a5 5 0 1 0 0 10a5 5 0 1 0 0-10z",
  wait: "M5 0a5 5 0 1 0 0 10a5 5 0 1 0 0-10zM5 1.5a3.5 3.5 0 0 1 0 7z",
  warn: "M5 0l5 9.5h-10z",
  bad: "M0.5 0.5h9v9h-9z",
  quiet: "M5 0a5 5 0 1 0 0 10a5 5 0 1 0 0-10zM5 1.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7z",
};

/** A state's shape: each tone has its own, so that colour is not the only cue. */
export const Mark = ({ tone }: { tone: Tone }) => (
  <svg class={`mark ${tone}`} viewBox="0 0 10 10" aria-hidden="true">
    <path d={shapes[tone]} fill-rule="evenodd" />
  </svg>
);

/** A state in words, with a coloured shape. */
export const Badge = ({ tone, children }: { tone: Tone; children: ComponentChildren }) => (
  <span class="badge">
    <Mark tone={tone} />
    <span>{children}</span>
  </span>
);

/** A link that looks like a button, if the screen that it leads to is for this user. */
export const LinkButton = (props: {
  to: string;
  label: string;
  isPrimary?: boolean;
  isSmall?: boolean;
}) =>
  isOffLimits(props.to) ? null : (
    <Link
      href={props.to}
      class={`button${props.isSmall ? " small" : ""}${props.isPrimary ? " primary" : ""}`}
    >
      {props.label}
    </Link>
  );

export function Empty({
  children,
  action,
}: {
  children: ComponentChildren;
  action?: { to: string; label: string };
}) {
  return (
    <div class="empty">
      <p>{children}</p>
      {action && !isOffLimits(action.to) && (
        <p>
          <LinkButton to={action.to} label={action.label} />
        </p>
      )}
    </div>
  );
}

/** A name and its value; null or false: the fact does not exist. */
export type Fact =
  | readonly [name: ComponentChildren, value: ComponentChildren]
  | null
  | undefined
  | false;

/** A list of names and values. */
export const Facts = ({ rows }: { rows: readonly Fact[] }) => (
  <dl class="facts">
    {rows.map(
      (row, index) =>
        row && (
          <div key={index}>
            <dt>{row[0]}</dt>
            <dd>{row[1]}</dd>
          </div>
        ),
    )}
  </dl>
);

/** Announces a text to screen readers and clears it after a while. */
export function Live({ children }: { children: string }) {
  const [text, setText] = useState("");
  useEffect(() => {
    setText(children);
    const timer = setTimeout(() => setText(""), 6000);
    return () => clearTimeout(timer);
  }, [children]);
  return (
    <p class="vh" role="status">
      {text}
    </p>
  );
}

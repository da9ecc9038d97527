import { useRef, useState } from "preact/hooks";
import { Ask } from "./ask.tsx";
import { CoverageOfDay } from "./coverage/coverage.tsx";
import { FileCheck } from "./file-check.tsx";
import { line, timeOf } from "./format.ts";
import { Questions } from "./questions.tsx";
import type { Room } from "./room.ts";
import { t } from "./texts.ts";

type Tab = keyof typeof t.tabs;

/** What the room is for, how long it is open, and what it covers. */
function About({ room: { about, frameworks } }: { room: Room }) {
  if (about === null) return null;
  const { title, expires_at, decided_from, decided_to, counsel, words } = about;
  const books = frameworks.map(({ display_name }) => line(display_name)).join(", ");
  const period = t.period(decided_from && timeOf(decided_from), decided_to && timeOf(decided_to));
  return (
    <p class="about">
      <strong>{line(title)}.</strong> {t.openUntil}{" "}
      <time dateTime={expires_at}>{timeOf(expires_at)}</time>. {t.covers(books, period, counsel)}
      {words === "withheld" && ` ${t.keptBack}`}
    </p>
  );
}

/** The open room. Each of its tabs keeps what the visitor did in it. */
export function RoomView({ room }: { room: Room }) {
  const [tab, setTab] = useState<Tab>("ask");
  const list = useRef<HTMLDivElement>(null);
  const tabs = (Object.keys(t.tabs) as Tab[]).filter(
    (name) => name !== "questions" || room.questions !== null,
  );
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = tabs[(tabs.indexOf(tab) + (step ?? 0) + tabs.length) % tabs.length];
    if (step === undefined || next === undefined) return;
    event.preventDefault();
    setTab(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  const panels: Readonly<Record<Tab, () => preact.JSX.Element>> = {
    ask: () => <Ask room={room} />,
    coverage: () => <CoverageOfDay room={room} />,
    questions: () => <Questions room={room} />,
    file: () => <FileCheck />,
  };
  return (
    <>
      <About room={room} />
      <div class="tabs" role="tablist" aria-label={t.tabsName} ref={list} onKeyDown={onKey}>
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={tab === name}
            aria-controls={`panel-${name}`}
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
          >
            {t.tabs[name]}
          </button>
        ))}
      </div>
      {tabs.map((name) => (
        <div
          key={name}
          role="tabpanel"
          id={`panel-${name}`}
          aria-labelledby={`tab-${name}`}
          hidden={tab !== name}
        >
          {panels[name]()}
        </div>
      ))}
    </>
  );
}

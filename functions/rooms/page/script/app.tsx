import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Failure } from "./api.ts";
import { Frame, mayTryAgain, wordsOf } from "./basics.tsx";
import { FileCheck } from "./file-check.tsx";
import { enterRoom, type Room } from "./room.ts";
import { RoomView } from "./room-view.tsx";
import { t } from "./texts.ts";
import { loadLog } from "./verify.ts";

type State =
  | { is: "landing" }
  | { is: "entering" }
  | { is: "open"; room: Room }
  | { is: "stopped"; failure: Failure };

/** The whole page, from the landing, which reads nothing, to the open room. */
export function App() {
  const [state, setState] = useState<State>({ is: "landing" });
  const heading = useRef<HTMLHeadingElement>(null);
  const enter = () => {
    setState({ is: "entering" });
    enterRoom().then(
      (outcome) =>
        setState(
          outcome.kind === "done"
            ? { is: "open", room: outcome.body }
            : { is: "stopped", failure: outcome },
        ),
      () => setState({ is: "stopped", failure: { kind: "unreachable" } }),
    );
  };
  const title = headingOf(state);
  useLayoutEffect(() => {
    document.title = title;
    if (state.is !== "landing") heading.current?.focus();
    // After the first result, so that it does not wait. From here on the page needs no network.
    if (state.is === "open") loadLog().catch(() => {});
  }, [state.is]);
  return (
    <Frame>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {state.is === "landing" && <Landing onEnter={enter} />}
      {state.is === "open" && <RoomView room={state.room} />}
      {state.is === "stopped" && <Stopped failure={state.failure} onAgain={enter} />}
      {(state.is === "landing" || state.is === "stopped") && <FileCheck />}
    </Frame>
  );
}

function headingOf(state: State): string {
  if (state.is === "entering") return t.entering;
  if (state.is === "open") return t.roomTitle;
  return state.is === "stopped" ? wordsOf(state.failure).heading : t.title;
}

const Landing = ({ onEnter }: { onEnter: () => void }) => (
  <>
    <p class="lead">{t.lead}</p>
    <ul class="outline">
      {t.outline.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
    <p>
      <button type="button" id="enter" class="primary" onClick={onEnter}>
        {t.enter}
      </button>
    </p>
    <p class="hint">{t.enterHint}</p>
  </>
);

function Stopped({ failure, onAgain }: { failure: Failure; onAgain: () => void }) {
  const { text, more } = wordsOf(failure);
  return (
    <>
      <p>{text}</p>
      {more !== "" && <p class="hint">{more}</p>}
      {mayTryAgain(failure) && (
        <p>
          <button type="button" class="primary" onClick={onAgain}>
            {t.again}
          </button>
        </p>
      )}
    </>
  );
}

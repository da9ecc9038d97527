import { useState } from "preact/hooks";
import { visibleLine } from "#shared/domain/text/text.ts";
import { useDrop } from "#shared/html/browser/drop.ts";
import { evidenceBytes } from "#shared/html/browser/evidence-bytes.ts";
import { Findings, verdictText } from "./evidence/checks.tsx";
import { loadedBundles } from "./evidence/load.ts";
import { t } from "./texts.ts";
import { type Verified, verify } from "./verify.ts";

type State =
  | { is: "none" }
  | { is: "checking"; name: string }
  | { is: "unreadable"; name: string }
  | { is: "done"; name: string; verified: Verified };

/** Checks a file of the reader's own, which stays on the machine. Needs no room and no network. */
export function FileCheck() {
  const [state, setState] = useState<State>({ is: "none" });
  const check = (file: File | null | undefined) => {
    if (!file) return;
    const { name } = file;
    const checking: State = { is: "checking", name };
    setState(checking);
    // Another file, perhaps of the same name, may have been chosen in the meantime.
    const put = (next: State) => setState((now) => (now === checking ? next : now));
    evidenceBytes(file)
      .then((bytes) => verify(bytes, loadedBundles()))
      .then(
        (verified) => put({ is: "done", name, verified }),
        () => put({ is: "unreadable", name }),
      );
  };
  return (
    <section aria-labelledby="check-heading" {...useDrop(check)}>
      <h2 id="check-heading">{t.file.title}</h2>
      <p>{t.file.lead}</p>
      <p>
        <label for="file">{t.file.label}</label>
        <input
          id="file"
          type="file"
          accept=".json,.pdf,application/json,application/pdf"
          onChange={({ currentTarget }) => {
            check(currentTarget.files?.[0]);
            // So that the same file can be chosen again.
            currentTarget.value = "";
          }}
        />{" "}
        <span class="soft">{t.file.drop}</span>
      </p>
      <p
        role="status"
        id="file-verdict"
        class={`verdict ${codeOf(state) === undefined ? "" : `code-${codeOf(state)}`}`}
        data-exit={codeOf(state)}
      >
        {textOf(state)}
      </p>
      {state.is === "done" && state.verified.is === "judged" && (
        <Findings judged={state.verified.judged} log={state.verified.log} heading="h3" />
      )}
    </section>
  );
}

const codeOf = (state: State): number | undefined =>
  state.is === "done" && state.verified.is === "judged" ? state.verified.judged.code : undefined;

function textOf(state: State): string {
  if (state.is === "none") return t.file.waiting;
  if (state.is === "checking") return t.file.checking(visibleLine(state.name));
  if (state.is === "unreadable") return t.file.unreadable(visibleLine(state.name));
  return state.verified.is === "judged"
    ? verdictText(state.name, state.verified.judged)
    : t.evidence.unavailable;
}

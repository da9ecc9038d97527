import { signal } from "@preact/signals";
import { download } from "../parts/download.ts";
import { Trouble } from "../parts/trouble.tsx";
import { callAll, callForText, type Failure } from "../shell/client.ts";
import { t } from "./texts.ts";

const MOST = 500;

type State =
  | { is: "idle" }
  | { is: "running"; done: number; all: number }
  | { is: "done"; bundles: number }
  | { is: "failed"; failure: Failure };

/** The page's only export. It continues, and keeps its progress, while other screens are shown. */
const exporting = signal<State>({ is: "idle" });

/** Numbers the exports, so that a stopped one does not continue as part of the next. */
let turn = 0;

/** Fetches the bundle of every matching review and downloads them as one file. */
async function run(query: object): Promise<void> {
  turn += 1;
  const mine = turn;
  exporting.value = { is: "running", done: 0, all: 0 };
  const found = await callAll("searchEvidence", { query } as never, MOST);
  if (found.kind !== "done") return fail(found);
  const bundles: string[] = [];
  for (const { id } of found.body) {
    if (mine !== turn || exporting.value.is !== "running") return;
    exporting.value = { is: "running", done: bundles.length, all: found.body.length };
    const outcome = await callForText("getBundle", { params: { id } });
    if (outcome.kind !== "done") return fail(outcome);
    bundles.push(outcome.body);
  }
  exporting.value = { is: "done", bundles: bundles.length };
  download(
    `countersign-evidence-${new Date().toISOString().slice(0, 10)}.json`,
    "application/json",
    `{"bundles":[\n${bundles.join(",\n")}\n]}\n`,
  );
}

function fail(failure: Failure): void {
  exporting.value = { is: "failed", failure };
}

/** Exports all matching bundles as one file, with progress; it can be stopped. */
export function Export({ query }: { query: object }) {
  const state = exporting.value;
  if (state.is === "running") {
    const { done, all } = state;
    return (
      <div class="row">
        <progress
          {...(all === 0 ? {} : { value: done, max: all })}
          aria-label={t.exporting(done, all)}
        />
        <span role="status">{t.exporting(done, all)}</span>
        <button
          type="button"
          onClick={() => {
            exporting.value = { is: "idle" };
          }}
        >
          {t.stop}
        </button>
      </div>
    );
  }
  return (
    <div class="row">
      {state.is === "failed" && <Trouble failure={state.failure} />}
      <button type="button" onClick={() => void run(query)}>
        {t.exportAll}
      </button>
      {state.is === "done" && <span role="status">{t.exported(state.bundles)}</span>}
    </div>
  );
}

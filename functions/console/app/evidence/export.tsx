import { signal } from "@preact/signals";
import { download } from "../parts/download.ts";
import { Trouble } from "../parts/trouble.tsx";
import { callAll, callForText, type Failure } from "../shell/client.ts";
import { latestWins } from "../shell/latest-wins.ts";
import { unawaited } from "../shell/unawaited.ts";
import { t } from "./texts.ts";

/** The page of the list that reaches this many decisions is the last one in a file. */
const MOST = 500;

type State =
  | { is: "idle" }
  | { is: "running"; done: number; all: number }
  | { is: "done"; bundles: number; isMore: boolean }
  | { is: "failed"; failure: Failure };

/** The page's only export. It continues, and keeps its progress, while other screens are shown. */
const exporting = signal<State>({ is: "idle" });

/** Called by every start and every stop. A stopped export changes and downloads nothing more. */
const begin = latestWins();

/** Fetches the bundles of the matching reviews, oldest first, and downloads them as one file. */
async function run(query: object): Promise<void> {
  const isCurrent = begin();
  exporting.value = { is: "running", done: 0, all: 0 };
  const found = await callAll("searchEvidence", { query } as never, MOST);
  if (!isCurrent()) return;
  if (found.kind !== "done") return fail(found);
  const bundles: string[] = [];
  for (const { id } of found.body) {
    exporting.value = { is: "running", done: bundles.length, all: found.body.length };
    const outcome = await callForText("getBundle", { params: { id } });
    if (!isCurrent()) return;
    if (outcome.kind !== "done") return fail(outcome);
    bundles.push(outcome.body);
  }
  exporting.value = { is: "done", bundles: bundles.length, isMore: found.isMore };
  download(
    `countersign-evidence-${new Date().toISOString().slice(0, 10)}.json`,
    `{"bundles":[\n${bundles.join(",\n")}\n]}\n`,
  );
}

function fail(failure: Failure): void {
  exporting.value = { is: "failed", failure };
}

function stop(): void {
  begin();
  exporting.value = { is: "idle" };
}

/** Exports all matching bundles as one file and shows the progress. The user can stop it. */
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
        <button type="button" onClick={stop}>
          {t.stop}
        </button>
      </div>
    );
  }
  return (
    <div class="row">
      {state.is === "failed" && <Trouble failure={state.failure} />}
      <button type="button" onClick={() => unawaited(run(query))}>
        {t.exportAll}
      </button>
      {state.is === "done" && (
        <span role="status">{(state.isMore ? t.exportedFirst : t.exported)(state.bundles)}</span>
      )}
    </div>
  );
}

import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../parts/confirm.tsx";
import { searchShown } from "./keys.ts";
import { t } from "./texts.ts";

type Search = ComponentType<{ onClose: () => void; typed: string }>;

/** After this time the screen itself has everything it needs. */
const AHEAD_MS = 2000;

let known: Search | null = null;

async function load(): Promise<Search> {
  known ??= (await import("../search/search.tsx")).SearchEverything;
  return known;
}

/** Loads the search some time after the console, so that it takes the first key when it opens. */
export function prepareSearch(): () => void {
  const timer = setTimeout(() => {
    // A failure is reported when the user opens the search.
    load().catch(() => {});
  }, AHEAD_MS);
  return () => clearTimeout(timer);
}

/** Keeps the keys typed before there is a field for them. Returns a function that stops it. */
function keepKeys(typed: { current: string }): () => void {
  const keep = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || key.length !== 1) return;
    event.preventDefault();
    event.stopPropagation();
    typed.current += key;
  };
  addEventListener("keydown", keep, true);
  return () => removeEventListener("keydown", keep, true);
}

/** The search over everything, whose script is not part of the console's first load. */
export function LazySearch() {
  const [Shown, setShown] = useState<Search | null>(() => known);
  const [isFailed, setFailed] = useState(false);
  const close = () => {
    searchShown.value = false;
  };
  const typed = useRef("");
  useEffect(() => {
    const stopKeeping = keepKeys(typed);
    load()
      .then(
        (search) => setShown(() => search),
        () => setFailed(true),
      )
      .finally(stopKeeping);
    return stopKeeping;
  }, []);
  if (Shown !== null) return <Shown onClose={close} typed={typed.current} />;
  if (!isFailed) return null;
  return (
    <Dialog title={t.loadFailed} onClose={close}>
      <p>{t.unreachableRead}</p>
      <div class="actions">
        <button type="button" onClick={close}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}

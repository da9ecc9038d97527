import type { ComponentType } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { Trouble } from "../parts/trouble.tsx";
import { t } from "./texts.ts";

/** An area whose script is loaded when one of its screens is first opened. */
export interface LazyArea {
  Screens: ComponentType;
  /** Loads the script now, so that screens render immediately when they are opened. */
  prepare(): void;
  /** Sends the first requests of this path's screen, as soon as its script is loaded. */
  ahead(path: string): void;
}

interface Loaded {
  Area: ComponentType;
  ahead?: (path: string) => void;
}

export function lazyArea(load: () => Promise<Loaded>): LazyArea {
  let known: Loaded | null = null;
  /** The path whose first requests wait for the script. */
  let waiting: string | null = null;
  const ahead = (path: string): void => {
    if (known === null) waiting = path;
    else known.ahead?.(path);
  };
  const fetchArea = async (): Promise<ComponentType> => {
    known ??= await load();
    if (waiting !== null) ahead(waiting);
    waiting = null;
    return known.Area;
  };
  function Screens() {
    const [Area, setArea] = useState<ComponentType | null>(() => known?.Area ?? null);
    const [isFailed, setFailed] = useState(false);
    useLayoutEffect(() => {
      if (Area !== null) return;
      fetchArea().then(
        (found) => setArea(() => found),
        () => setFailed(true),
      );
    }, []);
    if (Area !== null) return <Area />;
    // A new version may have replaced the file: only a reloaded page knows the new names.
    if (isFailed)
      return <Trouble failure={{ kind: "unreachable" }} again={() => location.reload()} />;
    return <p class="soft loading">{t.loading} …</p>;
  }
  // `prepare` ignores failures: they are reported when the screen is opened.
  return {
    Screens,
    prepare: () => {
      fetchArea().catch(() => {});
    },
    ahead,
  };
}

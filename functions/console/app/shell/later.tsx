import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Trouble } from "../parts/trouble.tsx";
import { t } from "./texts.ts";

/** An area whose script is loaded when one of its screens is first opened. */
export function later(load: () => Promise<{ Area: ComponentType }>): ComponentType {
  let known: ComponentType | null = null;
  return function Later() {
    const [Area, setArea] = useState<ComponentType | null>(() => known);
    const [isFailed, setFailed] = useState(false);
    const fetchArea = () => {
      setFailed(false);
      load().then(
        (module) => {
          known = module.Area;
          setArea(() => module.Area);
        },
        () => setFailed(true),
      );
    };
    useEffect(() => {
      if (known === null) fetchArea();
    }, []);
    if (Area !== null) return <Area />;
    // A new version may have replaced the file: only the page knows the new names.
    if (isFailed)
      return <Trouble failure={{ kind: "unreachable" }} again={() => location.reload()} />;
    return <p class="soft loading">{t.loading} …</p>;
  };
}

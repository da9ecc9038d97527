import { artifactLife, isShownAs, type Shown } from "#shared/domain/inventory/classed.ts";
import type { ChainedRow } from "./evidence-file.ts";
import { told } from "./finding.ts";
import { replay } from "./replay/replay.ts";

/** The result of replaying rows about artifacts. */
interface Classified {
  /** Whether every row is about one of these artifacts. */
  isAbout(ids: ReadonlySet<string>): boolean;
  /** Why an artifact is not shown as its rows say; null: it is shown correctly. */
  faultOf(id: string, shown: Shown): string | null;
}

/** Replays rows about artifacts. */
export async function classifiedBy(rows: readonly ChainedRow[]): Promise<Classified> {
  const placed = rows.map((row) => ({ row, leaf: null, writerFault: null }));
  const { world, found } = await replay(placed, { artifact: artifactLife });
  return {
    isAbout: (ids) => world.all.every(({ type, id }) => type === "artifact" && ids.has(id)),
    faultOf: (id, shown) => {
      const wrong = found.find((one) => one.id === id);
      if (wrong !== undefined) return told(wrong);
      const state = world.find("artifact", id)?.state ?? null;
      return isShownAs(state, shown) ? null : "state_differs: its rows say otherwise.";
    },
  };
}

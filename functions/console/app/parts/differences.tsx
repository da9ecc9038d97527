import type { Piece } from "#shared/domain/text/differences.ts";
import { visible } from "#shared/domain/text/text.ts";

/** One side of a comparison: the old text with deletions, or the new text with insertions. */
export const Side = ({ pieces, side }: { pieces: readonly Piece[]; side: "before" | "after" }) => (
  <div class="text">
    {pieces
      .filter(({ kind }) => kind === "same" || (kind === "gone") === (side === "before"))
      .map(({ kind, text }, index) => {
        const shown = visible(text);
        if (kind === "same") return shown;
        return side === "before" ? <del key={index}>{shown}</del> : <ins key={index}>{shown}</ins>;
      })}
  </div>
);

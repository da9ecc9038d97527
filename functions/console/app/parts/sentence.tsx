import { type Piece, pieceText } from "#shared/domain/evidence/question/sentence.ts";
import { utcTime } from "./format.ts";

/** The answer of evidence: instants in the reader's time zone, with UTC in their tooltips. */
export const Sentence = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map((piece, index) => {
    const text = pieceText(piece);
    if (piece.is === "words") return text;
    return piece.is === "day" ? (
      <time key={index} dateTime={piece.day}>
        {text}
      </time>
    ) : (
      <time key={index} dateTime={piece.iso} title={utcTime(piece.iso)}>
        {text}
      </time>
    );
  });

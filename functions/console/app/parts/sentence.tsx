import { instantText } from "#shared/domain/standing/day-text.ts";
import { type Piece, pieceText } from "#shared/domain/standing/pieces.ts";

/** A sentence with its days marked up. The day of an instant shows the instant as its tooltip. */
export const Sentence = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map((piece, index) => {
    if (piece.is === "words") return piece.text;
    const { iso } = piece;
    return (
      <time key={index} dateTime={iso} {...(iso.length > 10 ? { title: instantText(iso) } : {})}>
        {pieceText(piece)}
      </time>
    );
  });

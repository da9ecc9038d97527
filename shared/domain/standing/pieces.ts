import { dayText } from "./day-text.ts";

/*
 * Sentences are made of pieces, so that a page can mark up the days in them.
 */

/** Words, or a day: YYYY-MM-DD, or an instant (ISO 8601 UTC) of which only the day is told. */
export type Piece = { is: "words"; text: string } | { is: "day"; iso: string };

export const words = (text: string): Piece => ({ is: "words", text });

export const day = (iso: string): Piece => ({ is: "day", iso });

/** " on 19 October 2026"; empty if no day is given. */
export const onDay = (iso: string | null): Piece[] =>
  iso === null ? [] : [words(" on "), day(iso)];

export const pieceText = (piece: Piece): string =>
  piece.is === "words" ? piece.text : dayText(piece.iso);

/** The whole sentence as text. */
export const sentenceText = (pieces: readonly Piece[]): string => pieces.map(pieceText).join("");

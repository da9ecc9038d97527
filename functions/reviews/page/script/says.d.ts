/** The texts of `texts.ts` that the build substitutes for their names. */
declare const says: typeof import("#functions/reviews/page/texts.ts").scriptTexts;

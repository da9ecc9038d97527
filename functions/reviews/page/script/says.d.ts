/** The texts of `texts.ts` that the build puts in the place of their names. */
declare const says: typeof import("#functions/reviews/page/texts.ts").scriptTexts;

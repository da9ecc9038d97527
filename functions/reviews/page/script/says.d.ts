/** The texts in `texts.ts`, which the build inlines where they are used. */
declare const says: typeof import("#functions/reviews/page/texts.ts").scriptTexts;

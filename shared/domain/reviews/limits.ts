/** How large a decision may be (contract, "Counsel-facing"); the page and the service share them. */
export const maxCommentCharacters = 20_000;
/** Bytes of the supplementary document: 4 MiB. */
export const maxPdfBytes = 4_194_304;
export const maxFilenameCharacters = 1000;

/** Size limits of a decision (contract, "Counsel-facing"), shared by the page and the service. */
export const maxCommentCharacters = 20_000;
/** Most bytes in the supplementary document: 4 MiB. */
export const maxPdfBytes = 4_194_304;
export const maxFilenameCharacters = 1000;

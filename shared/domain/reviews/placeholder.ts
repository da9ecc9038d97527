const PLACEHOLDER = "placeholder:sha256:";

/** What v1 stores in place of the supplementary file. */
export const placeholderOf = (document: string | null): string | null =>
  document === null ? null : `${PLACEHOLDER}${document}`;

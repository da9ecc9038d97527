/** The ids of the repositories that a payload lists, as text; what has no id is left out. */
export const repositoryIdsIn = (listed: unknown): string[] =>
  (Array.isArray(listed) ? listed : []).flatMap((one: unknown) => {
    const id = (one as { id?: unknown } | null | undefined)?.id;
    return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? [String(id)] : [];
  });

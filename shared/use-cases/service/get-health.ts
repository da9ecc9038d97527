/** @param commit the full hash, followed by `-changed` if files differed from it */
export const getHealth = ({ version, commit }: { version: string; commit: string }) =>
  ({ status: "ok", version, commit }) as const;

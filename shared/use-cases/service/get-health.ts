/** @param commit in full; `-changed` follows where files differed from it */
export const getHealth = ({ version, commit }: { version: string; commit: string }) =>
  ({ status: "ok", version, commit }) as const;

type Program = typeof import("./program.ts");

/**
 * Returns what loads the offline verifier, as it is served at an address, for a page. It loads it once.
 * A browser remembers an address that failed to import, so the next attempt uses another one.
 */
export function programAt(address: string): () => Promise<Program> {
  let loading: Promise<Program> | null = null;
  let failures = 0;
  return () => {
    const attempt = failures === 0 ? address : `${address}#${failures}`;
    loading ??= (import(attempt) as Promise<Program>).catch((error) => {
      failures += 1;
      loading = null;
      throw error;
    });
    return loading;
  };
}

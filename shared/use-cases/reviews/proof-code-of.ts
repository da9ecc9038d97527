/** The code that draws it is loaded only if there is a receipt. */
export const proofCodeOf = async (rowHash: string): Promise<string[]> =>
  (await import("#shared/platform/proof-code.ts")).proofCode(rowHash);

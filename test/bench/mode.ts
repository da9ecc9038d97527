/** `--quick`: fewer rounds and smaller tables, for a rough result during development. */
export const isQuick = process.argv.includes("--quick");

export const pick = <T>(full: T, quick: T): T => (isQuick ? quick : full);

/**
 * Runs code that needs the browser's storage. With storage off or full, what is kept there lasts as
 * long as the page.
 */
export function stored<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}

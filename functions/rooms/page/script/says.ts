/** What the page's document tells its script, as data. */
interface Says {
  /** Where the verifier is loaded from. */
  verifier: string;
}

export const says: Says = JSON.parse(document.getElementById("says")?.textContent ?? "{}");

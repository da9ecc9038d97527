/** The data that the page's document passes to its script. */
interface Says {
  /** Where the verifier is loaded from. */
  verifier: string;
}

export const says: Says = JSON.parse(document.getElementById("says")?.textContent ?? "{}");

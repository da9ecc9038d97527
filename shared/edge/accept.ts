/** Whether a caller would rather have a page than JSON; browsers say so, scripts do not. */
export function prefersHtml(accept: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const part of (accept ?? "").toLowerCase().split(",")) {
    const [type = "", ...parameters] = part.split(";").map((text) => text.trim());
    const q = parameters.find((text) => text.startsWith("q="))?.slice(2);
    const weight = q === undefined ? 1 : Number(q);
    weights.set(type, Number.isNaN(weight) ? 0 : weight);
  }
  const weigh = (type: string, family: string): number =>
    weights.get(type) ?? weights.get(family) ?? weights.get("*/*") ?? 0;
  return weigh("text/html", "text/*") > weigh("application/json", "application/*");
}

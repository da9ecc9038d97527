import { fill, slot } from "./dom.ts";
import { says } from "./says.ts";

const SVG = "http://www.w3.org/2000/svg";

/**
 * For paper: the address of the log's proof of an entry, as text and as a QR code.
 * @param lines of the code: `1` is a dark module
 */
export function showProofCode(rowHash: string, lines: readonly string[]): void {
  fill("proof-address", `${says.proofs}${rowHash}`);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute(
    "d",
    lines
      .flatMap((line, y) => [...line].map((one, x) => (one === "1" ? `M${x} ${y}h1v1h-1z` : "")))
      .join(""),
  );
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${lines.length} ${lines.length}`);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", says.qr);
  picture.setAttribute("shape-rendering", "crispEdges");
  picture.append(path);
  slot(document, "qr").replaceChildren(picture);
}

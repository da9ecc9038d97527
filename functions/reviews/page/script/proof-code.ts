import { encode } from "uqr";
import { fill, slot } from "./dom.ts";
import { says } from "./says.ts";

const SVG = "http://www.w3.org/2000/svg";
/** The light margin of a QR code, in modules. */
const QUIET = 4;

/** For paper: the address of the log's proof of an entry, as text and as a QR code. */
export function showProofCode(rowHash: string): void {
  const address = `${says.proofs}${rowHash}`;
  fill("proof-address", address);
  const { data, size } = encode(address, { ecc: "M", border: QUIET });
  const path = document.createElementNS(SVG, "path");
  path.setAttribute(
    "d",
    data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join(""),
  );
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${size} ${size}`);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", says.qr);
  picture.setAttribute("shape-rendering", "crispEdges");
  picture.append(path);
  slot(document, "qr").replaceChildren(picture);
}

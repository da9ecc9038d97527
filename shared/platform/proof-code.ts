import { encode } from "uqr";
import { baseUrl } from "./settings.ts";

/** The light margin of a QR code, in modules. */
const QUIET = 4;

/**
 * The QR code of the address where the log proves a row, for paper: lines of `0` (light) and `1`. The
 * page that prints it does not include the code that draws it.
 */
export const proofCode = (rowHash: string): string[] =>
  encode(`${baseUrl()}/evidence/log/proof/${rowHash}`, { ecc: "M", border: QUIET }).data.map(
    (line) => line.map(Number).join(""),
  );

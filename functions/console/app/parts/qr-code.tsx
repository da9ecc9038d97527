import { encode } from "uqr";
import { t } from "../reviews/texts.ts";

/** The light margin of a QR code, and how many bytes one of level M can hold. */
const QUIET = 4;
const MAX_BYTES = 2331;

/** A text to scan. If it is too long for a code, the page says so. */
export function QrCode({ text, name }: { text: string; name: string }) {
  if (text.length > MAX_BYTES) return <p class="soft">{t.qrTooLong}</p>;
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={name}
      shape-rendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

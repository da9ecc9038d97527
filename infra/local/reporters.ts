import type { Denial } from "./aws/iam/access.ts";
import type { PartEnds } from "./watch-part.ts";

interface Told {
  onLine: (line: string) => void;
  onDenied?: ((denial: Denial) => void) | undefined;
  onLost?: ((error: Error) => void) | undefined;
}

/** The reporters of faults and of denied access. */
export function reportersOf({ onLine, onDenied, onLost }: Told) {
  const error = (event: string, fields: object) =>
    onLine(JSON.stringify({ level: "error", event, ...fields }));
  const report = (fault: unknown) => error("local_run", { message: (fault as Error).message });
  const denied = (denial: Denial) => {
    onDenied?.(denial);
    error("access_denied", denial);
  };
  const ends: PartEnds = { onFault: report, onLost: onLost ?? report };
  return { report, denied, ends };
}

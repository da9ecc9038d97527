import type { LogEntry } from "#shared/domain/log/entry.ts";
import { readEntries, readHeader } from "#shared/domain/log/read-log.ts";
import type { TlogPolicy } from "#shared/domain/log/tlog-policy.ts";
import type { Observed } from "#shared/domain/log/watch.ts";
import type { Deployment } from "./deployment.ts";
import type { Mirror } from "./mirror.ts";

/** What was read, with the files that a mirror lacks. */
interface Reading {
  observed: Observed;
  fetched: ReadonlyMap<string, Uint8Array>;
}

/**
 * Reads the whole log and, with an admin's token, the audit trail.
 * @throws Error if the log or the trail cannot be read
 */
export async function observe(
  deployment: Deployment,
  mirror: Mirror | null,
  policy: TlogPolicy | null,
  token: string | undefined,
): Promise<Reading> {
  // The log first: by the time the trail is read, everything in the log has its row there.
  const header = await readHeader(deployment.readLogFile);
  if ("fault" in header) throw new Error(header.fault);
  const entries: LogEntry[] = [];
  const fetched = new Map<string, Uint8Array>();
  const kept = mirror?.kept ?? null;
  const isSame = kept?.checkpoint.origin === header.checkpoint.origin;
  const read = await readEntries(
    async (path) => {
      // Full bundles never change: those of the mirror need not be fetched again.
      const known = isSame && !path.includes(".p/") ? await mirror?.read(path) : null;
      if (known) return known;
      const bytes = await deployment.readLogFile(path);
      if (mirror !== null && bytes !== null) fetched.set(path, bytes);
      return bytes;
    },
    {
      size: header.checkpoint.size,
      visit: (entry) => entries.push(entry),
    },
  );
  if ("fault" in read) throw new Error(read.fault);
  const trail = token === undefined ? null : await deployment.readTrail(token);
  const forkedSince = deployment.forkedSince();
  const now = new Date(deployment.latest()).toISOString();
  return { fetched, observed: { header, entries, ...read, forkedSince, kept, policy, trail, now } };
}

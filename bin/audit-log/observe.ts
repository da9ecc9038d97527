import { textOf } from "#shared/domain/bytes.ts";
import type { LogEntry } from "#shared/domain/log/entry.ts";
import { isFullBundle, readEntries, readHeader } from "#shared/domain/log/read-log.ts";
import { parseNote } from "#shared/domain/log/signed-note.ts";
import type { TlogPolicy } from "#shared/domain/log/tlog-policy.ts";
import type { Finding, Observed } from "#shared/domain/log/watch.ts";
import type { Deployment } from "./deployment.ts";
import type { Mirror } from "./mirror.ts";

/** What was read, and the files that the mirror lacks. */
interface Reading {
  observed: Observed;
  fetched: ReadonlyMap<string, Uint8Array>;
}

/** Something answers, but it is not a log. */
export class NoLogError extends Error {
  readonly finding: Finding;
  constructor(name: Finding["name"], detail: string) {
    super(detail);
    this.finding = { of: "log", name, detail };
  }
}

/**
 * Reads the whole log and, with an admin's or a reader's token, the audit trail.
 * @throws NoLogError if the answer is not a log, Error if nothing answers
 */
export async function observe(
  deployment: Deployment,
  mirror: Mirror | null,
  policy: TlogPolicy | null,
  token: string | undefined,
): Promise<Reading> {
  const { log } = deployment;
  // Read the log first. Then everything in the log has its row in the trail when we read that.
  const header = await readHeader(log.read);
  if ("fault" in header) {
    if (header.finding === undefined) throw new Error(header.fault);
    throw new NoLogError(header.finding, header.fault);
  }
  const latest = () => new Date(deployment.latest()).toISOString();
  const begun = latest();
  const entries: LogEntry[] = [];
  const fetched = new Map<string, Uint8Array>();
  const kept = mirror?.kept ?? null;
  const isSame = kept?.checkpoint.origin === header.checkpoint.origin;
  const read = await readEntries(
    async (path) => {
      // Full bundles never change, so we need not fetch those in the mirror again.
      const known = isSame && !path.includes(".p/") ? await mirror?.read(path) : null;
      if (known && isFullBundle(known)) return known;
      const bytes = await log.read(path);
      if (mirror !== null && bytes !== null) fetched.set(path, bytes);
      return bytes;
    },
    { size: header.checkpoint.size, visit: (entry) => entries.push(entry) },
  );
  if ("fault" in read) {
    const detail = `The entries under its checkpoint cannot be read: ${read.fault}`;
    throw new NoLogError("log_forked", detail);
  }
  const reader = token === undefined ? null : deployment.as(token);
  const trail = reader && (await reader.withOwnTrails(await reader.readRows()));
  const forkedSince = log.forkedSince();
  const noteAgain = async () => {
    const bytes = await log.read("checkpoint");
    return bytes && parseNote(textOf(bytes));
  };
  const of = { header, entries, ...read, noteAgain };
  return { fetched, observed: { ...of, forkedSince, kept, policy, trail, begun, now: latest() } };
}

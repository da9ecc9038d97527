import type { FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import { redacted } from "#shared/domain/discovery/redaction.ts";
import type { CoverageItem } from "#shared/domain/discovery/run.ts";
import {
  faultOf,
  type HttpAnswer,
  mayPass,
  type Pace,
  parseJson,
  record,
  type UpstreamFault,
  waitBefore,
} from "#shared/domain/discovery/upstream.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { cut } from "#shared/domain/text/text.ts";
import { cutWritten } from "#shared/domain/text/written.ts";
import { cloudbKinds, type KindRow } from "./kinds.ts";

/** Progress of an account's listing; a list's key is `<region>/<kind>`. Plain data. */
export interface AccountState {
  /** Lists read to their end. */
  done: string[];
  faults: CoverageItem[];
  firstFault: UpstreamFault | null;
}

export const newAccount = (): AccountState => ({ done: [], faults: [], firstFault: null });

export interface AccountPorts extends Pace {
  /** Makes one call signed with the role's credentials, or says why there are no credentials. */
  call: (row: KindRow, region: string, nextToken: string | null) => Promise<ListReply>;
  record: (artifacts: readonly FoundArtifact[]) => Promise<void>;
  save: (state: AccountState) => Promise<void>;
  stopping: () => boolean;
}

export type ListReply =
  /** `secrets`: credentials in the request, to be redacted from any stored text. */
  | { ok: true; answer: HttpAnswer; secrets: readonly string[] }
  /** The role cannot be assumed, so nothing more can be listed. */
  | { ok: false; fault: UpstreamFault; answer: HttpAnswer };

export type AccountEnd = { end: "done" | "stopped" } | { end: "fatal"; fault: UpstreamFault };

const AT_ONCE = 6;
const ATTEMPTS = 6;
const MAX_PAGES = 1000;

export const unitKey = (region: string, kind: string): string => `${region}/${kind}`;

/** Lists every kind in every region, several lists at a time; resumes from `state`. */
export async function walkAccount(
  state: AccountState,
  account: string,
  regions: readonly string[],
  ports: AccountPorts,
): Promise<AccountEnd> {
  const closed = new Set([
    ...state.done,
    ...state.faults.map(({ location, kind }) => unitKey(location, kind)),
  ]);
  const units = regions.flatMap((region) => cloudbKinds.map((row) => ({ region, row })));
  const open = units.filter(({ region, row }) => !closed.has(unitKey(region, row.kind)));
  const ends: AccountEnd[] = [];
  await eachBounded(open, AT_ONCE, async ({ region, row }) => {
    if (ends.length > 0) return;
    const end = await readList(state, account, region, row, ports);
    if (end.end !== "done") ends.push(end);
    await ports.save(state);
  });
  return ends.find(({ end }) => end === "fatal") ?? ends[0] ?? { end: "done" };
}

async function readList(
  state: AccountState,
  account: string,
  region: string,
  row: KindRow,
  ports: AccountPorts,
): Promise<AccountEnd> {
  let nextToken: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const reply: ListReply | null = await insistently(row, region, nextToken, ports);
    if (reply === null) return { end: "stopped" };
    if (!reply.ok) return { end: "fatal", fault: reply.fault };
    const { answer } = reply;
    const isGood = answer.reached && answer.status === 200;
    const body = record(isGood ? parseJson(answer.text) : undefined);
    if (!isGood || !Array.isArray(body[row.list])) {
      const fault = isGood ? malformed : faultOfCall(answer, reply.secrets);
      const status = page === 0 ? "failed" : "partial";
      noteFault(state, faultItem(account, region, row, status, fault), fault);
      return { end: "done" };
    }
    const listed = body[row.list] as readonly unknown[];
    const artifacts = listed.flatMap((entry) => artifactOf(account, region, row, record(entry)));
    if (artifacts.length > 0) await ports.record(artifacts);
    const token: unknown = body.NextToken ?? body.nextToken;
    if (typeof token !== "string" || token === "") {
      state.done.push(unitKey(region, row.kind));
      return { end: "done" };
    }
    if (token === nextToken) break;
    nextToken = token;
  }
  // The list was not read to its end, so nothing may count as gone.
  noteFault(state, faultItem(account, region, row, "partial", endless), endless);
  return { end: "done" };
}

function noteFault(state: AccountState, item: CoverageItem, fault: UpstreamFault): void {
  state.firstFault ??= fault;
  state.faults.push(item);
}

/**
 * Retries throttled and transient failures with backoff.
 * @returns null when the work has to stop
 */
async function insistently(
  row: KindRow,
  region: string,
  nextToken: string | null,
  ports: AccountPorts,
): Promise<ListReply | null> {
  for (let attempt = 0; ; attempt += 1) {
    if (ports.stopping()) return null;
    const reply = await ports.call(row, region, nextToken);
    const { answer } = reply;
    if (!answer.reached && answer.code === "aborted") return null;
    const { code } = reply.ok ? faultOfCall(answer, reply.secrets) : reply.fault;
    if (!throttling.has(code) && !mayPass(answer)) return reply;
    if (attempt + 1 >= ATTEMPTS) return reply;
    if (!(await ports.sleep(waitBefore(attempt, answer, ports)))) return null;
  }
}

/** The services' names for "too many requests", which some send with a 400. */
const throttling = new Set(["Throttling", "ThrottlingException", "RequestLimitExceeded"]);

const malformed: UpstreamFault = {
  stage: "enumerate",
  http_status: 200,
  code: "malformed_response",
  description: "The 200 response had no list.",
};

const endless: UpstreamFault = {
  stage: "enumerate",
  http_status: 200,
  code: "malformed_response",
  description: "The list did not end: the same page was offered again, or more than 1000 pages.",
};

/**
 * SageMaker gives the error code in the body's `__type` (after a `#`), the REST services in the
 * header `x-amzn-errortype` (before a `:`); the description is `message` or `Message`.
 */
function faultOfCall(answer: HttpAnswer, secrets: readonly string[]): UpstreamFault {
  const fault = faultOf("enumerate", answer, secrets);
  if (!answer.reached) return fault;
  const body = record(parseJson(answer.text));
  const named = answer.errorType ?? textAt(body, "__type") ?? textAt(body, "code");
  const words = textAt(body, "message") ?? textAt(body, "Message");
  const code = named?.split("#").at(-1)?.split(":")[0];
  return {
    ...fault,
    ...(code ? { code: cutWritten(redacted(code, secrets), 100) } : {}),
    ...(words === null ? {} : { description: cut(redacted(words, secrets), 1000) }),
  };
}

const faultItem = (
  account: string,
  location: string,
  { kind }: KindRow,
  status: "failed" | "partial",
  { http_status, code }: UpstreamFault,
): CoverageItem => ({
  project: `account/${account}`,
  location,
  kind,
  status,
  ...(http_status === null ? {} : { http_status }),
  code,
});

const textAt = (entry: Record<string, unknown>, field: string): string | null => {
  const value = entry[field];
  return typeof value === "string" && value !== "" ? value : null;
};

function artifactOf(
  account: string,
  region: string,
  row: KindRow,
  entry: Record<string, unknown>,
): FoundArtifact[] {
  const id = textAt(entry, row.id);
  const given = row.arn === null ? null : textAt(entry, row.arn);
  if ((id === null && given === null) || isBeingDeleted(row, entry)) return [];
  const made = `arn:aws:bedrock:${region}:${account}:${row.kind.replaceAll("_", "-")}/${id}`;
  const details = row.details.flatMap((field) => {
    const value = entry[field];
    const isPlain = typeof value === "string" || typeof value === "number";
    return isPlain ? [[field, typeof value === "string" ? cut(value, 500) : value] as const] : [];
  });
  return [
    {
      kind: row.kind,
      name: cut(textAt(entry, row.name) ?? id ?? made, 300),
      provider_ref: cut(given ?? made, 1024),
      location: region,
      details: Object.fromEntries(details),
    },
  ];
}

/** Such a resource counts as gone: the event of its deletion, from before the run, would come too late. */
const isBeingDeleted = ({ details }: KindRow, entry: Record<string, unknown>): boolean =>
  details.some((name) => /status$/i.test(name) && /^deleting$/i.test(String(entry[name])));

export const coverageOf = (
  state: AccountState,
  account: string,
  regions: readonly string[],
): CoverageItem[] => {
  const done = new Set(state.done);
  const complete = regions.flatMap((region) =>
    cloudbKinds
      .filter(({ kind }) => done.has(unitKey(region, kind)))
      .map(({ kind }) => ({
        project: `account/${account}`,
        location: region,
        kind,
        status: "complete" as const,
      })),
  );
  return [...complete, ...state.faults];
};

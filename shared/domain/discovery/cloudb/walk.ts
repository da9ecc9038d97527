import type { FoundArtifact } from "#shared/domain/discovery/artifact.ts";
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
import { eachBounded } from "#shared/domain/each-bounded.ts";
import { cut } from "#shared/domain/text.ts";
import { cloudbKinds, type KindRow } from "./kinds.ts";

/** How far the listing of an account has come; a list is `<region>/<kind>`. Plain data. */
export interface AccountState {
  /** Lists read to their end. */
  done: string[];
  faults: CoverageItem[];
  firstFault: UpstreamFault | null;
}

export const newAccount = (): AccountState => ({ done: [], faults: [], firstFault: null });

export interface AccountPorts extends Pace {
  /** One call, signed with the role's credentials; or why there are none. */
  call: (row: KindRow, region: string, nextToken: string | null) => Promise<Called>;
  found: (artifacts: readonly FoundArtifact[]) => Promise<void>;
  save: (state: AccountState) => Promise<void>;
  stopping: () => boolean;
}

export type Called =
  | { ok: true; answer: HttpAnswer }
  /** The role cannot be assumed: nothing further can be listed. */
  | { ok: false; fault: UpstreamFault };

export type AccountEnd = { end: "done" | "stopped" } | { end: "fatal"; fault: UpstreamFault };

const AT_ONCE = 6;
const ATTEMPTS = 6;
const MOST_PAGES = 1000;

export const unitKey = (region: string, kind: string): string => `${region}/${kind}`;

/** Lists every kind in every region, several lists side by side; goes on from `state`. */
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
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const called: Called | null = await insistently(row, region, nextToken, ports);
    if (called === null) return { end: "stopped" };
    if (!called.ok) return { end: "fatal", fault: called.fault };
    const { answer } = called;
    const isGood = answer.reached && answer.status === 200;
    const body = record(isGood ? parseJson(answer.text) : undefined);
    if (!isGood || !Array.isArray(body[row.list])) {
      const fault = isGood ? malformed : faultOfCall(answer);
      state.firstFault ??= fault;
      const status = page === 0 ? "failed" : "partial";
      state.faults.push(faultItem(account, region, row, status, fault));
      return { end: "done" };
    }
    const listed = body[row.list] as readonly unknown[];
    const artifacts = listed.flatMap((entry) => artifactOf(account, region, row, record(entry)));
    if (artifacts.length > 0) await ports.found(artifacts);
    const token: unknown = body.NextToken ?? body.nextToken;
    if (typeof token !== "string" || token === "" || token === nextToken) break;
    nextToken = token;
  }
  state.done.push(unitKey(region, row.kind));
  return { end: "done" };
}

/** @returns null when the work has to stop */
async function insistently(
  row: KindRow,
  region: string,
  nextToken: string | null,
  ports: AccountPorts,
): Promise<Called | null> {
  for (let attempt = 0; ; attempt += 1) {
    if (ports.stopping()) return null;
    const called = await ports.call(row, region, nextToken);
    if (!called.ok) return called;
    if (!called.answer.reached && called.answer.code === "aborted") return null;
    const isThrottled =
      called.answer.reached &&
      called.answer.status === 400 &&
      called.answer.text.includes("ThrottlingException");
    if (!isThrottled && !mayPass(called.answer)) return called;
    if (attempt + 1 >= ATTEMPTS) return called;
    if (!(await ports.sleep(waitBefore(attempt, called.answer, ports)))) return null;
  }
}

const malformed: UpstreamFault = {
  stage: "enumerate",
  http_status: 200,
  code: "malformed_response",
  description: "The answer 200 held no list.",
};

/** The services name the error in `__type` (after a `#`), its words in `message` or `Message`. */
function faultOfCall(answer: HttpAnswer): UpstreamFault {
  const fault = faultOf("enumerate", answer);
  if (!answer.reached) return fault;
  const { __type, code, message, Message } = record(parseJson(answer.text));
  const named = [__type, code].find((text) => typeof text === "string");
  const words = [message, Message].find((text) => typeof text === "string");
  return {
    ...fault,
    ...(typeof named === "string" ? { code: cut(named.split("#").at(-1) ?? named, 100) } : {}),
    ...(typeof words === "string" ? { description: cut(words, 1000) } : {}),
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

const agentTypes = new Map([["knowledge_base", "knowledge-base"]]);

function artifactOf(
  account: string,
  region: string,
  row: KindRow,
  entry: Record<string, unknown>,
): FoundArtifact[] {
  const name = entry[row.name];
  if (typeof name !== "string" || name === "") return [];
  const given = row.arn === null ? undefined : entry[row.arn];
  const type = agentTypes.get(row.kind) ?? row.kind;
  const made = `arn:aws:bedrock:${region}:${account}:${type}/${name}`;
  const details = row.details.flatMap((field) => {
    const value = entry[field];
    const isPlain = typeof value === "string" || typeof value === "number";
    return isPlain ? [[field, typeof value === "string" ? cut(value, 500) : value] as const] : [];
  });
  return [
    {
      kind: row.kind,
      name: cut(name, 300),
      provider_ref: cut(typeof given === "string" && given !== "" ? given : made, 1024),
      location: region,
      details: Object.fromEntries(details),
    },
  ];
}

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

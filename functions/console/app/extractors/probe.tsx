import { line, words } from "../parts/format.ts";
import { Probe } from "../parts/probe.tsx";
import type { Answer, Outcome } from "../shell/client.ts";
import { t } from "./texts.ts";

type Result = Answer<"testPreset">;

/** Code, duration, and the upstream's own message. */
const told = ({ ok, code, latency_ms, detail }: Result): string =>
  `${ok ? t.probeOk(latency_ms) : t.probeFailed(words(code ?? ""), latency_ms)} ${line(detail)}`;

const fields: Readonly<Record<string, string>> = {
  endpoint: t.endpoint,
  model: t.model,
  auth: t.auth,
};

const nameOf = (path: string): string | null => fields[path] ?? null;

/** Tests an extractor and shows the result. */
export const ExtractorProbe = (given: { label: string; send: () => Promise<Outcome<Result>> }) => (
  <Probe {...given} say={told} nameOf={nameOf} />
);

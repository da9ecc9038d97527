import { fieldsOf } from "./answer.ts";
import { type AttemptPorts, tryEntry } from "./attempt.ts";
import type { Entry, Task } from "./call.ts";
import { type FailureCode, failureTable } from "./failure.ts";
import { BudgetExhausted } from "./meter.ts";

/** The most that the call of a probe may take. */
export const PROBE_BUDGET_MS = 18_000;
/** The API responds to a probe within this time, waiting for the meter included. */
const RESPONDS_WITHIN_MS = 20_000;

/** The result of a probe; a bad upstream credential is a result, not an API error. */
export interface ProbeResult {
  ok: boolean;
  code?: FailureCode;
  latency_ms: number;
  upstream_status?: number;
  detail: string;
}

/** The smallest task that shows whether an endpoint returns JSON. */
const probeTask = (requestId: string): Task<true> => ({
  kind: "probe",
  requestId,
  instructions: "This is a connection test. Answer with the JSON object that the schema describes.",
  input: 'Answer {"ok": true}.',
  schema: {
    type: "object",
    properties: { ok: { type: "boolean" } },
    required: ["ok"],
    additionalProperties: false,
  },
  schemaName: "connection_test",
  schemaVersion: "1",
  maxOutputTokens: 64,
  // Any JSON object will do: it shows that address, credential, model and format are right.
  check: (value) =>
    fieldsOf(value) === null
      ? { ok: false, faults: ["The answer is not a JSON object."] }
      : { ok: true, value: true },
  sample: { ok: true },
});

/**
 * Calls one entry once, without cache, cooldown, repair or health; nothing of the answer is stored.
 * @throws BudgetExhausted
 */
export async function probe(
  entry: Entry,
  requestId: string,
  ports: AttemptPorts,
): Promise<ProbeResult> {
  const allowed = { budgetMs: PROBE_BUDGET_MS, deadlineAt: ports.now() + RESPONDS_WITHIN_MS };
  const attempt = await tryEntry(entry, probeTask(requestId), ports, allowed);
  if (attempt === null) throw new BudgetExhausted();
  const { result, latencyMs, status } = attempt;
  const seen = {
    latency_ms: latencyMs,
    ...(status === null ? {} : { upstream_status: status }),
  };
  if (result.ok) return { ok: true, ...seen, detail: "The endpoint answered as expected." };
  return { ok: false, code: result.code, ...seen, detail: detailOf(result.code, status) };
}

/** The text an admin reads. A refused request is not an answer in the wrong form. */
function detailOf(code: FailureCode, status: number | null): string {
  const isRefusal = code === "contract_violation" && status !== null && status >= 400;
  if (!isRefusal) return failureTable[code].detail;
  return status === 404
    ? "The endpoint answered 404: check its address, and that it has the model."
    : `The endpoint refused the request with status ${status}: check the model and the form that it takes.`;
}

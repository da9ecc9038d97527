import { Badge, type Tone } from "../parts/basics.tsx";
import { line, titled, words } from "../parts/format.ts";
import { type Columns, Table } from "../parts/table.tsx";
import type { Answer } from "../shell/client.ts";
import { t } from "./texts.ts";

type Evidence = Answer<"getEvidence">;
type Check = Evidence["checks"][number];

const tones: Readonly<Record<string, Tone>> = {
  pass: "good",
  fail: "bad",
  unverifiable: "quiet",
  pending: "wait",
};
const results: Readonly<Record<string, string>> = t.results;

const Result = ({ result }: { result: string }) => (
  <Badge tone={tones[result] ?? "quiet"}>{results[result] ?? result}</Badge>
);

/** The signature and every check with its result, in words. */
export function Checks({ found }: { found: Pick<Evidence, "request" | "checks" | "signature"> }) {
  const columns: Columns<Check> = [
    [t.checkColumns.check, (check) => titled(words(check.id))],
    [t.checkColumns.result, (check) => <Result result={check.result} />],
    [t.checkColumns.detail, (check) => line(check.detail)],
  ];
  return (
    <>
      {found.request.decision_signature && (
        <p>
          {t.signature}: {t.signatureStates[found.signature.status]}
        </p>
      )}
      <Table name={t.checks} columns={columns} rows={found.checks} keyOf={({ id }) => id} />
    </>
  );
}

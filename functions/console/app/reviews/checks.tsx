import { Badge } from "../parts/basics.tsx";
import { checkText, checkTones } from "../parts/chain.tsx";
import { titled, words } from "../parts/format.ts";
import { type Columns, Table } from "../parts/table.tsx";
import type { Answer } from "../shell/client.ts";
import { t } from "./texts.ts";

type Evidence = Answer<"getEvidence">;
type Check = Evidence["checks"][number];

/** The signature and every check with its result, in words. */
export function Checks({ found }: { found: Pick<Evidence, "request" | "checks" | "signature"> }) {
  const columns: Columns<Check> = [
    [t.checkColumns.check, (check) => titled(words(check.id))],
    [
      t.checkColumns.result,
      (check) => <Badge tone={checkTones[check.result]}>{t.results[check.result]}</Badge>,
    ],
    [t.checkColumns.detail, checkText],
  ];
  return (
    <>
      {found.request.decision_signature && (
        <p>
          {t.signature}: {t.signatureStates[found.signature.status]}
        </p>
      )}
      <Table name={t.checks} columns={columns} rows={found.checks} />
    </>
  );
}

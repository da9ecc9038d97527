import { Link } from "wouter-preact";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { requestAt, ruleAt } from "../parts/addresses.ts";
import { AnswerSentence, NEWEST } from "../parts/answer.tsx";
import { Facts, LinkButton } from "../parts/basics.tsx";
import { Dialog } from "../parts/confirm.tsx";
import { fieldName } from "../parts/field-names.ts";
import { line } from "../parts/format.ts";
import { LawState } from "../parts/law-state.tsx";
import { OpenBeside } from "../parts/open-beside.tsx";
import { RuleText } from "../parts/rule-text.tsx";
import type { Answer } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { t as shell } from "../shell/texts.ts";
import type { Row } from "./coverage-marks.tsx";
import { OpenRemarks, ReviewState } from "./objections.tsx";
import { t } from "./texts.ts";

/** One rule at the instant of the report: who approved it and when, its wording, its evidence. */
export function Drawer(props: {
  id: string;
  row: Row;
  /** The event that decides whether its law applies; null: its dates alone decide. */
  event: Answer<"getEnforcement">["events"][number] | null;
  asOf: string;
  onClose: () => void;
}) {
  const { id, row, asOf } = props;
  const wording = useCall("getWording", {
    params: { framework_id: id },
    query: { use_case_id: row.use_case_id, on: asOf, limit: String(NEWEST) },
  });
  return (
    <Dialog title={line(row.title)} class="drawer" onClose={props.onClose}>
      <div class="actions">
        <button type="button" onClick={props.onClose}>
          {shell.close}
        </button>
        <LinkButton to={ruleAt(id, row.use_case_id)} label={t.toRule} />
        <LinkButton
          to={requestAt({ framework_id: id, rules: row.use_case_id })}
          label={t.requestReview}
        />
      </div>
      <Facts
        rows={[
          [t.provision, row.citation === null ? "–" : provisionOf(line(row.citation))],
          [t.columns.status, <ReviewState status={row.status} objection={row.objection} />],
          [t.columns.law, <LawState in_force={row.in_force} enforcement={props.event} />],
        ]}
      />
      <h3>{t.whoDecided}</h3>
      <AnswerSentence of={wording} on={asOf.slice(0, 10)} />
      <ToEvidence row={row} />
      {row.changed.length > 0 && (
        <p>
          {t.changedSince} {row.changed.map((field) => fieldName(field)).join(", ")}.
        </p>
      )}
      {row.objection && <OpenRemarks id={id} rule={row.use_case_id} />}
      <h3>{t.wordingThen}</h3>
      {wording.data && <RuleText rule={wording.data.content} />}
    </Dialog>
  );
}

/** Links to the decision that counts and to open requests. */
const ToEvidence = ({ row }: { row: Row }) => (
  <>
    {row.panel_id !== null && (
      <p>
        <Link href={`/reviews/panels/${row.panel_id}`}>{t.byPanel}</Link>
      </p>
    )}
    {row.review_id !== null && (
      <p>
        <Link href={`/reviews/${row.review_id}`}>{t.evidenceOf}</Link>
      </p>
    )}
    <OpenBeside row={row} />
  </>
);

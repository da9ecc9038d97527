import { Link } from "wouter-preact";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { requestAt, ruleAt } from "../parts/addresses.ts";
import { Facts, LinkButton, Time } from "../parts/basics.tsx";
import { Dialog } from "../parts/confirm.tsx";
import { line, words } from "../parts/format.ts";
import { LawState } from "../parts/law-state.tsx";
import { fieldName, RuleText } from "../parts/rule-text.tsx";
import { Pending } from "../parts/trouble.tsx";
import type { Answer, Item } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { t as shell } from "../shell/texts.ts";
import type { Row } from "./coverage-marks.tsx";
import { OpenRemarks, ReviewState } from "./objections.tsx";
import { t } from "./texts.ts";

/** One rule at the instant of the report: who approved it and when, its wording, its evidence. */
export function Drawer(props: {
  id: string;
  row: Row;
  /** What decides whether its law applies, if not its dates alone. */
  event: Answer<"getEnforcement">["events"][number] | null;
  asOf: string;
  onClose: () => void;
}) {
  const { id, row, asOf } = props;
  const wording = useCall("getWording", {
    params: { framework_id: id },
    query: { use_case_id: row.use_case_id, on: asOf, limit: "1" },
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
      <Decider row={row} />
      {row.changed.length > 0 && (
        <p>
          {t.changedSince} {row.changed.map((field) => fieldName(field)).join(", ")}.
        </p>
      )}
      {row.objection && <OpenRemarks id={id} rule={row.use_case_id} />}
      <h3>{t.wordingThen}</h3>
      <Pending of={wording} />
      {wording.data && <RuleText rule={wording.data.content} />}
    </Dialog>
  );
}

/** Who decided the rule's review, or has it before them, with the way to its evidence. */
function Decider({ row }: { row: Row }) {
  const panel = row.panel_id ?? (row.review_id === null ? row.open_panel_id : null);
  const review = row.review_id ?? row.open_review_id;
  if (panel !== null) {
    return (
      <p>
        <Link href={`/reviews/panels/${panel}`}>{t.byPanel}</Link>
        {row.decided_at && (
          <>
            , <Time iso={row.decided_at} />
          </>
        )}
      </p>
    );
  }
  return review === null ? <p class="soft">{t.nobody}</p> : <OfReview id={review} />;
}

function OfReview({ id }: { id: string }) {
  const found = useCall("listReviews", { query: { search: id } });
  const review = found.data?.items.find((one) => one.id === id);
  return (
    <>
      <Pending of={found} />
      {review && (
        <p>
          {t.decidedBy(whoOf(review), words(review.status))}{" "}
          <Time iso={review.decided_at ?? review.created_at} />.{" "}
          <Link href={`/reviews/${id}`}>{t.evidenceOf}</Link>
        </p>
      )}
    </>
  );
}

const whoOf = ({ counsel_display_name, counsel_firm }: Item<"listReviews">): string =>
  line([counsel_display_name, counsel_firm].filter(Boolean).join(", "));

import { Link } from "wouter-preact";
import { visible } from "#shared/domain/text/text.ts";
import { editAt, requestAt } from "../parts/addresses.ts";
import { Badge, LinkButton, Time } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { isUnderReview, OpenBeside } from "../parts/open-beside.tsx";
import { type RuleStatus, ruleTones } from "../parts/rule-states.ts";
import { Pending } from "../parts/trouble.tsx";
import type { Item } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { t } from "./texts.ts";

type Remark = Item<"listObjections">;

/** Counsel's objection: its kind, who raised it when, and whether the words have changed since. */
const ObjectionBadge = ({
  objection,
}: {
  objection: NonNullable<Item<"listRules">["objection"]>;
}) => (
  <p class="fine">
    <Badge tone="bad">
      <Link href={`/reviews/${objection.review_id}`}>{t.objection(objection.verdict)}</Link>,{" "}
      {line(objection.counsel.display_name)}, <Time iso={objection.decided_at} isDay />
      {objection.wording_changed_since && ` · ${t.otherWording}`}
    </Badge>
  </p>
);

/** The status of a rule's review, with counsel's objection to it. */
export const ReviewState = (props: {
  status: RuleStatus;
  objection: Item<"listRules">["objection"];
}) => (
  <>
    <Badge tone={ruleTones[props.status]}>{t.statuses[props.status]}</Badge>
    {props.objection && <ObjectionBadge objection={props.objection} />}
  </>
);

/** Counsel's remarks on one rule that are still to be resolved, and where to act on them. */
export function OpenRemarks(props: {
  id: string;
  rule: string;
  /** Shown beside the text that is being amended. */
  isInEditor?: boolean;
}) {
  const { id, rule, isInEditor = false } = props;
  const remarks = useCall("listObjections", { query: { framework_id: id, use_case_id: rule } });
  return (
    <>
      <Pending of={remarks} />
      {(remarks.data?.items ?? []).map((remark) => (
        <OpenRemark
          key={`${remark.review_id} ${remark.kind}`}
          remark={remark}
          isInEditor={isInEditor}
        />
      ))}
    </>
  );
}

function OpenRemark({ remark, isInEditor }: { remark: Remark; isInEditor: boolean }) {
  const { framework_id, use_case_id, counsel, review_id } = remark;
  const again = { framework_id, rules: use_case_id, counsel_id: counsel.id };
  return (
    <section class={remark.kind === "objection" ? "trouble" : "note"}>
      <h2>{remark.kind === "objection" ? t.objectionOpen : t.wishOpen}</h2>
      <p>
        {t.remarkOf(
          line([counsel.display_name, counsel.firm].filter(Boolean).join(", ")),
          remark.verdict,
        )}{" "}
        <Link href={`/reviews/${review_id}`}>
          <Time iso={remark.decided_at} />
        </Link>
      </p>
      {remark.text && <div class="text narrow">{visible(remark.text)}</div>}
      <p>{remark.amended ? t.remarkAmended : t.remarkNotAmended}</p>
      <OpenBeside row={remark} />
      {!isInEditor && (
        <p class="row">
          <LinkButton
            to={editAt(framework_id, use_case_id, { rules: [use_case_id], counsel_id: counsel.id })}
            label={t.amend}
          />
          {!isUnderReview(remark) && <LinkButton to={requestAt(again)} label={t.requestAgain} />}
        </p>
      )}
    </section>
  );
}

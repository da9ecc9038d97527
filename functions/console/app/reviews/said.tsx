import { Link } from "wouter-preact";
import { ruleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import { wordsText } from "#shared/domain/reviews/words-text.ts";
import { visible } from "#shared/domain/text/text.ts";
import { editAt, requestAt } from "../parts/addresses.ts";
import { Badge, LinkButton } from "../parts/basics.tsx";
import { statusTones } from "../parts/states.tsx";
import { type Answer, mayChange } from "../shell/client.ts";
import { t } from "./detail-texts.ts";
import type { Texts } from "./reviewed-texts.ts";
import { RuleName } from "./rule-name.tsx";
import { Suggested } from "./suggested.tsx";
import { t as words } from "./texts.ts";

type Evidence = Answer<"getEvidence">;
type Verdict = NonNullable<Evidence["request"]["rule_verdicts"]>[number];

const isDenial = (status: string): boolean =>
  status === "changes_requested" || status === "rejected";

/** The form for a review of some of the same rules, by the same counsel. */
export const requestAddress = (
  { framework_id, counsel_id }: Pick<Evidence["request"], "framework_id" | "counsel_id">,
  rules: readonly string[],
): string => requestAt({ framework_id, rules: rules.join(","), counsel_id });

/** Counsel's comment, and counsel's remarks on single rules as work to do, not approved ones first. */
export function Said({ found, texts }: { found: Evidence; texts: Texts | null }) {
  const { request, content } = found;
  const { decision_comment, rule_verdicts, rule_use_case_ids: ids, status } = request;
  const remarks = (rule_verdicts ?? []).filter(
    ({ verdict, text }) => verdict !== "approved" || text,
  );
  const work = remarks.filter(({ verdict }) => verdict !== "approved");
  const ordered = [...work, ...remarks.filter(({ verdict }) => verdict === "approved")];
  const isDenied = isDenial(status);
  const changed = new Set(content.changed.map(({ use_case_id }) => use_case_id));
  return (
    <section>
      <h2>{t.said}</h2>
      {decision_comment ? (
        <blockquote class="text narrow">{visible(wordsText(decision_comment))}</blockquote>
      ) : (
        remarks.length === 0 && <p class="soft">{t.saidNothing}</p>
      )}
      {isDenied && mayChange() && (
        <p>
          {t.noneApproved(ids.length)}{" "}
          <Link href={requestAddress(request, ids)}>{t.againAll(ids.length)}</Link>
        </p>
      )}
      {work.length > 0 && <h3>{t.work(work.length)}</h3>}
      {ordered.length > 0 && (
        <ul class="plain">
          {ordered.map((one) => (
            <Remark
              key={one.use_case_id}
              request={request}
              one={one}
              texts={texts}
              isAmended={changed.has(one.use_case_id)}
            />
          ))}
        </ul>
      )}
      {!isDenied && work.length > 0 && ids.length > work.length && (
        <p class="soft">{t.rest(ids.length - work.length)}</p>
      )}
    </section>
  );
}

/** One rule's verdict, its remark, and where to act on it. */
function Remark(props: {
  request: Evidence["request"];
  one: Verdict;
  texts: Texts | null;
  isAmended: boolean;
}) {
  const { request, one, texts, isAmended } = props;
  const { use_case_id, text } = one;
  // If the whole request was refused, an approving verdict counts as a refusal.
  const outcome = ruleOutcome(request, use_case_id) ?? one.verdict;
  return (
    <li>
      <p class="row">
        <RuleName id={use_case_id} texts={texts} />
        <Badge tone={statusTones[outcome]}>{words.statuses[outcome]}</Badge>
      </p>
      {text && <div class="text narrow">{visible(wordsText(text))}</div>}
      <Suggested of={one} request={request} use_case_id={use_case_id} texts={texts} />
      {outcome !== "approved" && (
        <p class="row">
          {isAmended && <span class="soft">{t.amended}</span>}
          <LinkButton
            to={editAt(request.framework_id, use_case_id, {
              rules: [use_case_id],
              counsel_id: request.counsel_id,
            })}
            label={t.amend}
            isSmall
          />
          <LinkButton to={requestAddress(request, [use_case_id])} label={t.again} isSmall />
        </p>
      )}
    </li>
  );
}

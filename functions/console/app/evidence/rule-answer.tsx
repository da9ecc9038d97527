import { Link } from "wouter-preact";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { isApproval } from "#shared/domain/reviews/review.ts";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { ruleAt } from "../parts/addresses.ts";
import { AnswerSentence, type Asked, useWording } from "../parts/answer.tsx";
import { bookName, type Framework } from "../parts/books.ts";
import { line } from "../parts/format.ts";
import { Compared, changedFields, type Rule, RuleText } from "../parts/rule-text.tsx";
import { Trouble } from "../parts/trouble.tsx";
import type { Answer } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { decisionsAt } from "./address.ts";
import { Proof } from "./proof.tsx";
import { t } from "./texts.ts";

type Versions = Answer<"getRule">["versions"];

/** One rule on a day: the sentence, the wording, its changes, and the proof of each decision on it. */
export function RuleAnswer({
  books,
  framework_id,
  use_case_id,
  on,
}: Asked & { books: readonly Framework[] | null }) {
  const asked = { framework_id, use_case_id, on };
  const wording = useWording(asked);
  const rule = useCall("getRule", { params: { framework_id, use_case_id } });
  const again = () => {
    wording.reload();
    rule.reload();
  };
  const data = wording.data;
  const [citation] = data?.content.citations ?? rule.data?.citations ?? [];
  const title = line(data?.content.title ?? rule.data?.title ?? use_case_id);
  const versions = rule.data?.versions ?? [];
  const opinions = [...(data?.approvals ?? []), ...(data?.refusals ?? [])].sort((a, b) =>
    a.decided_at < b.decided_at ? 1 : -1,
  );
  const isMore = data?.more_approvals === true || data?.more_refusals === true;
  return (
    <section class="asked" aria-labelledby="asked-rule">
      <h2 id="asked-rule">
        <Link href={ruleAt(framework_id, use_case_id)}>
          {citation && `${line(provisionOf(citation.label))} · `}
          {title}
        </Link>{" "}
        <span class="soft fine">{bookName(books, framework_id)}</span>
      </h2>
      <AnswerSentence of={{ ...wording, reload: again }} on={on} />
      {rule.failure && !wording.failure && <Trouble failure={rule.failure} again={again} />}
      {data && <SinceThen version={data.version} versions={versions} />}
      {data && <Texts version={data.version} content={data.content} versions={versions} />}
      {data && opinions.length === 0 && data.standing.decision && (
        <Proof
          id={data.standing.decision.review_id}
          title={t.proofOfOther}
          decidedAt={data.standing.decision.decided_at}
          isOpen={false}
        />
      )}
      {opinions.map(({ review_id, counsel, decision, decided_at }, index) => (
        <Proof
          key={review_id}
          id={review_id}
          title={t.proofOf[isApproval(decision) ? "approval" : "refusal"](
            line(counsel.display_name),
          )}
          decidedAt={decided_at}
          isOpen={index === 0}
        />
      ))}
      {isMore && (
        <p class="older">
          <Link href={decisionsAt({ framework_id })}>{t.olderOpinions(opinions.length)}</Link>
        </p>
      )}
    </section>
  );
}

/** Whether the wording of that day is still the live one. */
function SinceThen({ version, versions }: { version: number; versions: Versions }) {
  const next = versions.find((one) => one.version > version);
  if (versions.length === 0) return null;
  return <p>{next ? t.changedOn(dayText(next.created_at.slice(0, 10))) : t.stillLive}</p>;
}

/** The wording, and its differences from the one before and from the live one. */
function Texts(props: { version: number; content: Rule; versions: Versions }) {
  const { version, content, versions } = props;
  const before = versions.findLast((one) => one.version < version)?.content;
  const live = versions.at(-1);
  return (
    <>
      <details>
        <summary>{t.wording}</summary>
        <RuleText rule={content} />
      </details>
      {live && live.version !== version && (
        <Difference title={t.sinceThen} names={t.thenNow} from={content} to={live.content} />
      )}
      {before && (
        <Difference title={t.beforeThen} names={t.beforeNames} from={before} to={content} />
      )}
    </>
  );
}

const Difference = (props: {
  title: string;
  names: readonly [string, string];
  from: Rule;
  to: Rule;
}) => (
  <details>
    <summary>{props.title}</summary>
    <Compared
      fields={changedFields(props.from, props.to)}
      beforeName={props.names[0]}
      afterName={props.names[1]}
    />
  </details>
);

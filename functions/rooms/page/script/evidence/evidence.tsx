import { toldRequest } from "#shared/domain/evidence/told.ts";
import { wordsText } from "#shared/domain/reviews/words-text.ts";
import { visible } from "#shared/domain/text/text.ts";
import { printPage } from "#shared/html/browser/print-without-link.ts";
import { Trouble } from "../basics.tsx";
import { dayOf } from "../format.ts";
import type { Review, Rule, RuleText } from "../room.ts";
import { t } from "../texts.ts";
import { useVerified } from "../verify.ts";
import { Findings, Verdict } from "./checks.tsx";
import { Files } from "./files.tsx";
import { useEvidence } from "./load.ts";
import { Trail } from "./trail.tsx";
import { Compared, changedNames } from "./wording.tsx";

interface Props {
  review: Review;
  rule: Rule;
}

/** The evidence behind one sentence: wording, changes, trail, checks, and files to keep. */
export function Evidence({ review, rule }: Props) {
  const { bundle, detail, again } = useEvidence(review.id, rule);
  const file = bundle?.kind === "done" ? bundle.body : null;
  const verified = useVerified(file?.bytes ?? null);
  const then = pinnedIn(file?.file.rules ?? [], rule);
  if (bundle === null) return <p role="status">{t.evidence.running}</p>;
  if (bundle.kind !== "done") return <Trouble failure={bundle} onAgain={again} />;
  const { decision_comment: comment, rule_verdicts = [] } = toldRequest(bundle.body.file);
  const remark = rule_verdicts.find(({ use_case_id }) => use_case_id === rule.use_case_id)?.text;
  return (
    <>
      <Verdict verified={verified} name={t.evidence.bundleName} />
      <section>
        <h3>{t.evidence.wording}</h3>
        {then !== null && <Compared pinned={then} live={rule} decidedAt={review.decided_at} />}
        {detail?.kind === "done" && (
          <Changes versions={detail.body.versions} since={review.created_at} />
        )}
        {detail !== null && detail.kind !== "done" && <Trouble failure={detail} onAgain={again} />}
      </section>
      {comment !== null && (
        <section>
          <h3>{t.evidence.comment}</h3>
          <blockquote class="text">{visible(wordsText(comment))}</blockquote>
        </section>
      )}
      {remark && (
        <section>
          <h3>{t.evidence.remark}</h3>
          <blockquote class="text">{visible(wordsText(remark))}</blockquote>
        </section>
      )}
      <section>
        <h3>{t.evidence.trail}</h3>
        <Trail file={bundle.body.file} verified={verified} />
      </section>
      <section>
        <h3>{t.evidence.checks}</h3>
        {verified?.is === "judged" && (
          <Findings judged={verified.judged} log={verified.log} heading="h4" />
        )}
      </section>
      <section class="unprinted">
        <h3>{t.evidence.files}</h3>
        <Files
          review={review}
          bundle={bundle.body}
          log={verified?.is === "judged" ? verified.log : null}
        />
        <p>
          <button type="button" onClick={printPage}>
            {t.evidence.print}
          </button>
        </p>
      </section>
    </>
  );
}

/** The wording as it is in the bundle. */
const pinnedIn = (
  rules: readonly { framework_id: string; use_case_id: string }[],
  rule: Rule,
): RuleText | null =>
  (rules.find(
    (one) => one.use_case_id === rule.use_case_id && one.framework_id === rule.framework_id,
  ) as RuleText | undefined) ?? null;

/** Every version that came after the one that counsel decided on. */
function Changes({
  versions,
  since,
}: {
  versions: readonly { version: number; created_at: string; content: RuleText }[];
  since: string;
}) {
  const inOrder = versions.toSorted((a, b) => a.version - b.version);
  const later = inOrder.flatMap((one, i) => {
    const before = inOrder[i - 1];
    if (one.created_at <= since || before === undefined) return [];
    const fields = changedNames(before.content, one.content).map((name) => t.fields[name]);
    return [t.evidence.version(one.version, dayOf(one.created_at), fields.join(", "))];
  });
  if (later.length === 0) return null;
  return (
    <>
      <h4>{t.evidence.changes}</h4>
      <ul>
        {later.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

import { inDays } from "#shared/domain/frameworks/days.ts";
import { isStaleSource } from "#shared/domain/frameworks/source-age.ts";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { requestAt, ruleAt } from "../parts/addresses.ts";
import { AnswerToday, today } from "../parts/answer.tsx";
import { Facts, LinkButton, Screen, Time, Value } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { Compared, changedFields, type Rule, RuleText } from "../parts/rule-text.tsx";
import { Pending } from "../parts/trouble.tsx";
import type { Answer } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { OpenRemarks, ReviewState } from "./objections.tsx";
import { t } from "./texts.ts";

/** When its source was read; nothing if that is not recorded. */
const sourceReadOf = (readOn: string | undefined): [string, string][] =>
  readOn === undefined
    ? []
    : [
        [
          t.sourceReadOn,
          isStaleSource(readOn, Date.now()) ? t.sourceStale(dayText(readOn)) : dayText(readOn),
        ],
      ];

/** One rule: its live text, and each version compared with the previous one. */
export function RuleDetail({ id, rule: encoded }: { id: string; rule: string }) {
  const rule = decodeURIComponent(encoded);
  const found = useCall("getRule", { params: { framework_id: id, use_case_id: rule } });
  const data = found.data;
  const versions = data?.versions ?? [];
  return (
    <Screen
      title={line(data?.title ?? rule)}
      aside={
        <>
          <LinkButton to={`${ruleAt(id, rule)}/edit`} label={t.edit} />
          <LinkButton
            to={requestAt({ framework_id: id, rules: rule })}
            label={t.requestReview}
            isPrimary
          />
        </>
      }
    >
      <Pending of={found} />
      {data && (
        <>
          <AnswerToday framework_id={id} use_case_id={rule} />
          <Facts
            rows={[
              [
                t.ruleColumns.status,
                <ReviewState status={data.review_status} objection={data.objection} />,
              ],
              [t.ruleColumns.law, lawOf(data)],
              [t.sourceStatus, t.sources[data.source_status ?? "none"]],
              ...sourceReadOf(data.source_read_on),
              [t.ruleColumns.version, data.version],
              [t.hash, <Value text={data.content_hash} of={t.hash} />],
            ]}
          />
          <OpenRemarks id={id} rule={rule} />
          <h2>{t.liveText}</h2>
          <RuleText rule={data} />
          <h2>{t.versions}</h2>
          {versions.toReversed().map(({ version, created_at, content }) => (
            <details key={version}>
              <summary>
                {t.version(version)}, <Time iso={created_at} />
              </summary>
              <Change
                before={versions.find((one) => one.version === version - 1)?.content}
                after={content}
              />
            </details>
          ))}
        </>
      )}
    </Screen>
  );
}

/** Whether its law applies and, if it does not but will, from when. */
function lawOf({ in_force, starts_on }: Answer<"getRule">): string {
  const state = t.inForce[in_force];
  if (starts_on === null) return state;
  return `${state}: ${t.starts(dayText(starts_on), inDays(today(), starts_on))}`;
}

function Change({ before, after }: { before: Rule | undefined; after: Rule }) {
  if (before === undefined) return <p class="soft">{t.onlyVersion}</p>;
  return (
    <Compared fields={changedFields(before, after)} beforeName={t.before} afterName={t.after} />
  );
}

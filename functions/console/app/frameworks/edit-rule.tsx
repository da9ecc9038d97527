import { useState } from "preact/hooks";
import { Link, useLocation, useSearchParams } from "wouter-preact";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import type { GivenRule } from "#shared/domain/frameworks/rule.ts";
import { type Again, afterEdit, ruleAt } from "../parts/addresses.ts";
import { Screen } from "../parts/basics.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { FormBox, faultOf } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { Compared, changedFields } from "../parts/rule-text.tsx";
import { useSending } from "../parts/sending.ts";
import { Pending } from "../parts/trouble.tsx";
import { useCall } from "../shell/load.ts";
import { type Plan, Preview, putRules } from "./import-preview.tsx";
import { OpenRemarks } from "./objections.tsx";
import { emptyRule, givenOf, keepDraft, keptDraft } from "./rule-draft.ts";
import { RuleFields } from "./rule-fields.tsx";
import { t } from "./texts.ts";

/** The name under which the draft of a rule that does not exist yet is kept. */
const NEW = "";

/** The editor of a live rule. */
export function EditRule({ id, rule: encoded }: { id: string; rule: string }) {
  const rule = decodeURIComponent(encoded);
  const found = useCall("getRule", { params: { framework_id: id, use_case_id: rule } });
  const data = found.data;
  const again = useAgain(rule);
  return (
    <Screen title={t.editTitle(line(data?.title ?? rule))} lead={t.editLead}>
      {data?.citations[0] && (
        <p>
          <strong>{provisionOf(line(data.citations[0].label))}</strong>
        </p>
      )}
      <Pending of={found} />
      {data && (
        <Editor
          key={`${rule} ${data.version}`}
          id={id}
          live={givenOf(data)}
          version={data.version}
          again={again}
        />
      )}
    </Screen>
  );
}

/** The steps after this rule is amended, according to the address; null: there are none. */
function useAgain(rule: string): Again | null {
  const [search] = useSearchParams();
  const rules = (search.get("again") ?? "").split(",").filter(Boolean);
  return rules.includes(rule) ? { rules, counsel_id: search.get("counsel_id") ?? "" } : null;
}

/** The editor of a rule that the book does not have yet. */
export const NewRule = ({ id }: { id: string }) => (
  <Screen title={t.newRule} lead={t.editLead}>
    <Editor id={id} live={null} version={0} again={null} />
  </Screen>
);

interface Edited {
  id: string;
  /** Null for a rule that the book does not have yet. */
  live: GivenRule | null;
  version: number;
  again: Again | null;
}

/** A rule that is being edited and is kept in this browser, and what saving it would change. */
function useEdited({ id, live, version }: Edited) {
  const name = live?.use_case_id ?? NEW;
  const [kept] = useState(() => keptDraft(id, name));
  const [rule, setRule] = useState<GivenRule>(kept?.rule ?? live ?? emptyRule);
  const [plan, setPlan] = useState<Plan | null>(null);
  const checking = useSending();
  const change = (next: GivenRule) => {
    setRule(next);
    setPlan(null);
    keepDraft(id, name, { rule: next, version: kept?.version ?? version });
  };
  const discard = () => {
    keepDraft(id, name, null);
    setRule(live ?? emptyRule);
    setPlan(null);
    checking.forget();
  };
  const check = () => {
    setPlan(null);
    return checking.submit(() => putRules(id, [rule], true), setPlan);
  };
  return { kept, rule, plan, checking, change, discard, check };
}

function Editor(props: Edited) {
  const { id, live, version, again } = props;
  const [, go] = useLocation();
  const { kept, rule, plan, checking, change, discard, check } = useEdited(props);
  const differences = changedFields(live ?? {}, rule);
  const isChanged = live === null || differences.length > 0;
  return (
    <>
      {kept !== null && isChanged && (
        <p class="note" role="status">
          {kept.version === version ? t.draftKept : t.draftOlder(kept.version, version)}
        </p>
      )}
      {live && again && <Following id={id} rule={live.use_case_id} again={again} />}
      <div class="editor">
        <FormBox
          form={checking}
          onSubmit={check}
          act={t.check}
          isQuestion
          label={live === null ? t.newRule : t.editTitle(line(live.title))}
          beside={
            <button type="button" aria-disabled={!isChanged} onClick={discard}>
              {t.discard}
            </button>
          }
        >
          <RuleFields
            rule={rule}
            isNew={live === null}
            fault={(field) => faultOf(checking.failure, `rules.0.${field}`)}
            onChange={change}
          />
        </FormBox>
        <section aria-labelledby="live-diff">
          {live && <OpenRemarks id={id} rule={live.use_case_id} isInEditor />}
          <h2 id="live-diff">{t.liveDiff}</h2>
          {isChanged ? (
            <Compared fields={differences} beforeName={t.liveNow} afterName={t.edited} />
          ) : (
            <p class="soft">{t.noDifference}</p>
          )}
        </section>
      </div>
      {plan && (
        <Preview plan={plan} rules={[rule]} says={t.editing}>
          <Confirm
            does={t.saveRule}
            to={line(rule.title)}
            isPrimary
            send={() => putRules(id, [rule], false)}
            done={() => {
              keepDraft(id, live?.use_case_id ?? NEW, null);
              go(
                again === null
                  ? ruleAt(id, rule.use_case_id)
                  : afterEdit(id, rule.use_case_id, again),
              );
            }}
          />
        </Preview>
      )}
    </>
  );
}

/** This rule's position among those to be requested again, and a link to go on without a change. */
function Following({ id, rule, again }: { id: string; rule: string; again: Again }) {
  const at = again.rules.indexOf(rule) + 1;
  return (
    <p class="note">
      {t.following(at, again.rules.length)}{" "}
      <Link href={afterEdit(id, rule, again)}>{t.goOn(at === again.rules.length)}</Link>
    </p>
  );
}

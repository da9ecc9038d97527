import { line } from "../parts/format.ts";
import { Compared, type Rule, RuleText } from "../parts/rule-text.tsx";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call, callForText, type Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t } from "./texts.ts";

/** Up to this many texts are expanded; with more, each is collapsed to its title. */
const MOST_OPEN = 5;

type Content = Answer<"getEvidence">["content"];
type Pinned = Rule & { framework_id: string };

/** The pinned rules, and the live versions of those that changed. */
async function askTexts(
  id: string,
  { changed }: Content,
): Promise<Outcome<{ pinned: Pinned[]; live: ReadonlyMap<string, Rule | null> }>> {
  const outcome = await callForText("getBundle", { params: { id } });
  if (outcome.kind !== "done") return outcome;
  const { rules } = JSON.parse(outcome.body) as { rules: Pinned[] };
  const live = new Map<string, Rule | null>();
  for (const { use_case_id } of changed) {
    const framework_id = rules[0]?.framework_id ?? "";
    const answer = await call("getRule", { params: { framework_id, use_case_id } });
    if (answer.kind === "unreachable") return answer;
    const newest = answer.kind === "done" ? answer.body.versions.at(-1)?.content : undefined;
    live.set(use_case_id, newest ?? null);
  }
  return { kind: "done", body: { pinned: rules, live } };
}

/** The texts that counsel saw; where one differs from the live text, both are shown. */
export function PinnedTexts({ id, content }: { id: string; content: Content }) {
  const ids = content.changed.map(({ use_case_id }) => use_case_id).join();
  const texts = useLoad(`texts ${id} ${ids}`, () => askTexts(id, content));
  const isLong = (texts.data?.pinned.length ?? 0) > MOST_OPEN;
  return (
    <section>
      <h2>{t.texts}</h2>
      <p>{content.changed.length === 0 ? t.textsLive : t.textsChanged(content.changed.length)}</p>
      <Pending of={texts} />
      {texts.data?.pinned.map((rule) => {
        const changed = content.changed.find(({ use_case_id }) => use_case_id === rule.use_case_id);
        if (changed === undefined)
          return <Same key={rule.use_case_id} rule={rule} isFolded={isLong} />;
        const live = texts.data?.live.get(rule.use_case_id) ?? null;
        return <Changed key={rule.use_case_id} pinned={rule} live={live} fields={changed.fields} />;
      })}
    </section>
  );
}

/** A text that is identical to the live one; in a long list it is collapsed. */
const Same = ({ rule, isFolded }: { rule: Rule; isFolded: boolean }) =>
  isFolded ? (
    <details class="rule">
      <summary>
        {line(rule.title)} <code class="soft">{line(rule.use_case_id)}</code>
      </summary>
      <RuleText rule={rule} />
    </details>
  ) : (
    <RuleText rule={rule} />
  );

function Changed({
  pinned,
  live,
  fields,
}: {
  pinned: Rule;
  live: Rule | null;
  fields: readonly string[];
}) {
  const read = (rule: Rule, field: string): unknown => (rule as Record<string, unknown>)[field];
  return (
    <>
      <RuleText rule={pinned} />
      {live === null ? (
        <p class="note">{t.gone}</p>
      ) : (
        <div class="note">
          <Compared
            fields={fields.map((field) => ({
              field,
              before: read(pinned, field),
              after: read(live, field),
            }))}
            beforeName={t.pinned}
            afterName={t.live}
          />
        </div>
      )}
    </>
  );
}

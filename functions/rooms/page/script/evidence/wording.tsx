import { differencesOf, type Piece } from "#shared/domain/text/differences.ts";
import { visible } from "#shared/domain/text/text.ts";
import { dayOf } from "../format.ts";
import type { Rule, RuleText } from "../room.ts";
import { t } from "../texts.ts";

type Field = keyof typeof t.fields;
const fields = Object.keys(t.fields) as Field[];

const citation = ({ label, url }: { label: string; url?: string | undefined }): string =>
  url ? `${label} (${url})` : label;

/** A field of a wording as text; empty if it is left out. */
function fieldText(rule: RuleText, field: Field): string {
  if (field === "citations") return rule.citations.map(citation).join("\n");
  if (field === "amended_by") return rule.amended_by ? citation(rule.amended_by) : "";
  return rule[field] ?? "";
}

/** The fields in which two wordings differ. */
export const changedNames = (before: RuleText, after: RuleText): Field[] =>
  fields.filter((field) => fieldText(before, field) !== fieldText(after, field));

/** A wording on its own. */
export const RuleWording = ({ rule }: { rule: RuleText }) => (
  <dl class="wording">
    {fields
      .filter((field) => fieldText(rule, field) !== "")
      .map((field) => (
        <div key={field}>
          <dt>{t.fields[field]}</dt>
          <dd class="text">{visible(fieldText(rule, field))}</dd>
        </div>
      ))}
  </dl>
);

/** The wording that was decided on and the one that is live, side by side, field by field. */
export function Compared({
  then,
  now,
  decidedAt,
}: {
  then: RuleText;
  now: Rule;
  decidedAt: string;
}) {
  const changed = changedNames(then, now);
  const names = [
    t.evidence.decided(dayOf(decidedAt)),
    t.evidence.live(dayOf(now.updated_at)),
  ] as const;
  return (
    <>
      <p>{changed.length === 0 ? t.evidence.same : t.evidence.differs}</p>
      {fields.map((field) => {
        const [was, is] = [fieldText(then, field), fieldText(now, field)];
        if (was === "" && is === "") return null;
        const pieces = differencesOf(was, is);
        return (
          <section key={field} class={was === is ? "compared same" : "compared"}>
            <h4>
              {t.fields[field]}
              {was === is && <span class="soft"> · {t.evidence.unchanged}</span>}
            </h4>
            <div class="columns">
              <Side name={names[0]} pieces={pieces} side="gone" />
              <Side name={names[1]} pieces={pieces} side="new" />
            </div>
          </section>
        );
      })}
    </>
  );
}

/** One side: the old text with what was taken away, or the new one with what was added. */
function Side({
  name,
  pieces,
  side,
}: {
  name: string;
  pieces: readonly Piece[];
  side: "gone" | "new";
}) {
  const own = pieces.filter(({ kind }) => kind === "same" || kind === side);
  return (
    <div>
      <p class="soft fine">{name}</p>
      {own.length === 0 ? (
        <p class="soft">{t.evidence.none}</p>
      ) : (
        <div class="text">
          {own.map(({ kind, text }, index) => {
            if (kind === "same") return visible(text);
            return side === "gone" ? (
              <del key={index}>{visible(text)}</del>
            ) : (
              <ins key={index}>{visible(text)}</ins>
            );
          })}
        </div>
      )}
    </div>
  );
}

import { differencesOf, type Piece } from "#shared/domain/text/differences.ts";
import { visible } from "#shared/domain/text/text.ts";
import { dayOf } from "../format.ts";
import type { Rule, RuleText } from "../room.ts";
import { t } from "../texts.ts";

type Field = keyof typeof t.fields;
const fields = Object.keys(t.fields) as Field[];

const citation = ({ label, url }: { label: string; url?: string | undefined }): string =>
  url ? `${label} (${url})` : label;

/** A field of a wording as text; empty if the wording leaves it out. */
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

interface Props {
  /** The wording in the bundle. */
  pinned: RuleText;
  live: Rule;
  decidedAt: string;
}

/**
 * The wording that was decided on and the live one, side by side, field by field. Text that is the same
 * in both spans both sides.
 */
export function Compared({ pinned, live, decidedAt }: Props) {
  const changed = changedNames(pinned, live);
  const names = [t.evidence.decided(dayOf(decidedAt)), t.evidence.live(dayOf(live.updated_at))];
  const present = fields.filter(
    (field) => fieldText(pinned, field) + fieldText(live, field) !== "",
  );
  return (
    <>
      <p>{changed.length === 0 ? t.evidence.same : t.evidence.differs}</p>
      <table class="compared">
        <caption class="vh">{t.evidence.wording}</caption>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {present.map((field) => (
          <tbody key={field}>
            <tr>
              <th scope="rowgroup" colSpan={2}>
                {t.fields[field]}
              </th>
            </tr>
            <Sides names={names} before={fieldText(pinned, field)} after={fieldText(live, field)} />
          </tbody>
        ))}
      </table>
    </>
  );
}

function Sides({
  names,
  before,
  after,
}: {
  names: readonly string[];
  before: string;
  after: string;
}) {
  if (before === after) {
    return (
      <tr>
        <td class="text" colSpan={2}>
          {visible(before)}
        </td>
      </tr>
    );
  }
  const pieces = differencesOf(before, after);
  return (
    <tr class="changed">
      <td class="text" data-name={names[0]}>
        <Side pieces={pieces} side="gone" />
      </td>
      <td class="text" data-name={names[1]}>
        <Side pieces={pieces} side="new" />
      </td>
    </tr>
  );
}

/** One side: the old text with the removed words marked, or the new text with the added words. */
function Side({ pieces, side }: { pieces: readonly Piece[]; side: "gone" | "new" }) {
  const own = pieces.filter(({ kind }) => kind === "same" || kind === side);
  if (own.length === 0) return <span class="soft">{t.evidence.none}</span>;
  return (
    <>
      {own.map(({ kind, text }, index) => {
        if (kind === "same") return visible(text);
        return side === "gone" ? (
          <del key={index}>{visible(text)}</del>
        ) : (
          <ins key={index}>{visible(text)}</ins>
        );
      })}
    </>
  );
}

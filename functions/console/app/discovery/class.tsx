import { Badge } from "../parts/basics.tsx";
import { classNames, classTones, decisionStates } from "../parts/classes.ts";
import type { Artifact } from "./artifacts.ts";
import { t } from "./texts.ts";

export type Classification = NonNullable<Artifact["classification"]>;
export type ClassName = Classification["class"];

/** The legal class of an artifact and, unless shown elsewhere, whether anybody answers for it. */
export function ClassBadge({
  of,
  isShort = false,
}: {
  of: Classification | null;
  isShort?: boolean;
}) {
  if (of === null) return <Badge tone="quiet">{t.unclassified}</Badge>;
  return (
    <>
      <Badge tone={classTones[of.class]}>{classNames[of.class]}</Badge>
      {!isShort && <p class={`fine ${isDecided(of) ? "soft" : ""}`}>{decisionStates[of.state]}</p>}
      {isByOne(of) && (
        <p class="fine">
          <Badge tone="warn">{t.isByOne}</Badge>
        </p>
      )}
    </>
  );
}

export const isDecided = ({ state }: Classification): boolean =>
  state === "confirmed" || state === "overridden";

/** Whether only one person has confirmed a class by which the law allows what the facts prohibit. */
export const isByOne = (of: Classification): boolean =>
  isDecided(of) && of.allowed_by !== null && of.second_by === null;

/** The questions or the decision that are still open. */
export function Open({ of }: { of: Classification | null }) {
  if (of === null) return <>{t.openAll}</>;
  if (of.open_questions.length > 0) return <>{t.openQuestions(of.open_questions.length)}</>;
  return (
    <span class={isDecided(of) ? "soft" : ""}>{isDecided(of) ? t.noRules : t.openDecision}</span>
  );
}

/** The rules that a classification names, each once. */
export const rulesOf = (of: Classification | null): string[] => [
  ...new Set((of?.reasons ?? []).flatMap(({ rule }) => rule?.use_case_id ?? [])),
];

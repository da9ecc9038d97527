import { DomainError } from "#shared/domain/errors.ts";
import type { DecisionRequest } from "./decision-request.ts";
import type { Salts } from "./words.ts";

type Said = Pick<DecisionRequest, "comment" | "rule_verdicts">;

/** The parts of a decision with counsel's texts, by their names in rows, seal and challenge. */
export const saidIn = ({ comment, rule_verdicts }: Said) => ({
  decision_comment: comment,
  rule_verdicts,
});

/** The paths of a decision's texts in its row's context. */
const textPaths = ({ comment, rule_verdicts }: Said): string[] => [
  ...(comment === null ? [] : ["decision_comment"]),
  ...(rule_verdicts ?? []).flatMap(({ text, suggestions = [] }, i) => [
    ...(typeof text === "string" ? [`rule_verdicts.${i}.text`] : []),
    ...suggestions.map((_, n) => `rule_verdicts.${i}.suggestions.${n}.text`),
  ]),
];

/**
 * The salts of a decision's texts, as sent or else drawn here. A passkey signs salted texts, so only a
 * decision by link may leave them out.
 * @param draw 16 random bytes in hex
 * @throws DomainError `validation_failed` for a text without a salt, or a salt without a text
 */
export function saltsOf(request: DecisionRequest, draw: () => string): Salts {
  const paths = textPaths(request);
  const { salts, assertion } = request;
  if (salts === null && (assertion === null || paths.length === 0)) {
    return Object.fromEntries(paths.map((path) => [path, draw()]));
  }
  const sent = salts ?? {};
  const errors = [
    ...paths
      .filter((path) => !Object.hasOwn(sent, path))
      .map((path) => ({ path: `salts.${path}`, message: "is missing: this text was sent" })),
    ...Object.keys(sent)
      .filter((path) => !paths.includes(path))
      .map((path) => ({ path: `salts.${path}`, message: "is the salt of no text that was sent" })),
  ];
  if (errors.length === 0) return sent;
  throw new DomainError("validation_failed", `Not valid: ${errors[0]?.path}.`, { errors });
}

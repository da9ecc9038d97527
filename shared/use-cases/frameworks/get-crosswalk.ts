import { noSuch } from "#shared/domain/errors.ts";
import {
  numbersOf,
  type RuleName,
  type Twin,
  twinsOf,
} from "#shared/domain/frameworks/crosswalk.ts";
import { getRules } from "#shared/store/rules.ts";

/**
 * The rules of other books on the same subject, and the parts of NIST's and ISO's frameworks that cover
 * it. A twin whose book is not loaded is left out.
 * @throws DomainError `not_found` for an unknown rule
 */
export async function getCrosswalk(rule: RuleName) {
  const twins = twinsOf(rule);
  const [own, ...others] = await getRules([rule, ...twins]);
  if (!own) throw noSuch("rule");
  const shown = (twin: Twin, at: number) => {
    const { framework_id, use_case_id, reason } = twin;
    const title = others[at]?.rule.title;
    return title === undefined ? [] : [{ framework_id, use_case_id, title, reason }];
  };
  return { ...rule, twins: twins.flatMap(shown), ...numbersOf(rule) };
}

import { crosswalkTopics, type Topic } from "./crosswalk-topics.ts";

/** A rule of one book. */
export interface RuleName {
  framework_id: string;
  use_case_id: string;
}

/** A rule of another book about the same thing. */
export type Twin = RuleName & { reason: string };

const holds = ({ rules }: Topic, { framework_id, use_case_id }: RuleName): boolean =>
  Object.entries(rules).some(([id, ids]) => id === framework_id && ids.includes(use_case_id));

const topicsOf = (rule: RuleName): Topic[] => crosswalkTopics.filter((topic) => holds(topic, rule));

/** The twins of a rule in other books, by framework and rule; symmetric, with the same reason. */
export const twinsOf = (rule: RuleName): Twin[] =>
  topicsOf(rule)
    .flatMap(({ rules, reason }) =>
      Object.entries(rules).flatMap(([framework_id, ids]) =>
        ids.map((use_case_id) => ({ framework_id, use_case_id, reason })),
      ),
    )
    .filter(({ framework_id }) => framework_id !== rule.framework_id)
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));

const nameOf = ({ framework_id, use_case_id }: RuleName): string =>
  `${framework_id} ${use_case_id}`;

/** The numbers under which NIST's and ISO's frameworks treat a rule's subject. */
export const numbersOf = (rule: RuleName): { nist_ai_rmf: string[]; iso_42001: string[] } => {
  const topics = topicsOf(rule);
  return {
    nist_ai_rmf: [...new Set(topics.flatMap(({ nist }) => nist))],
    iso_42001: [...new Set(topics.flatMap(({ iso }) => iso))],
  };
};

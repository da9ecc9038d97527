import coloradoSb26189 from "#shared/domain/frameworks/rule-books/co-sb-26-189.json" with {
  type: "json",
};
import euAiAct from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };

/** The part of a book's rule that the sample amends. */
interface Rule {
  use_case_id: string;
  title: string;
  customer_description_preview: string;
  suggested_verdict_copy: string;
}

type SampleBook = "eu_ai_act" | "co_sb_26_189";

const books: Readonly<Record<SampleBook, readonly Rule[]>> = {
  eu_ai_act: euAiAct.rules,
  co_sb_26_189: coloradoSb26189.rules,
};

/**
 * The rules of a book whose ids have one of these beginnings, in the wording that comes with the
 * project.
 * @param beginnings up to a dot: `art5.1.b` is not the beginning of `art5.1.ba`
 */
export const chosen = (book: SampleBook, beginnings: readonly string[]): Rule[] =>
  books[book].filter(({ use_case_id }) =>
    beginnings.some((beginning) =>
      `${use_case_id}.`.startsWith(beginning.endsWith(".") ? beginning : `${beginning}.`),
    ),
  );

/** How an amendment changes the wording that comes with the project. */
type Edit = (rule: Rule) => Partial<Rule>;

export interface Amendment {
  /** Days after the beginning of the half year. */
  day: number;
  book: SampleBook;
  /** Edits by the beginning of a rule's id. */
  edits: Readonly<Record<string, Edit>>;
  /** Whether the short sample has it, too. */
  isInShort?: true;
}

/** Adds a sentence to the verdict. */
const adding =
  (sentence: string): Edit =>
  ({ suggested_verdict_copy: verdict }) => ({ suggested_verdict_copy: `${verdict} ${sentence}` });

/** Restores the wording that comes with the project. */
const restored: Edit = () => ({});

const namesPerson = adding("Name the person who answers for the system.");
const records = adding("Record who decided this, and when.");
const tellsFirst = adding("Tell the people concerned before the system is first used.");

/**
 * The amendments of the half year: those that counsel asked for, and two that counsel then objects to.
 * `reviews.ts` has counsel's comments on them.
 */
export const amendments: readonly Amendment[] = [
  {
    day: 24,
    book: "eu_ai_act",
    edits: { "annex3.7.c": adding("The official must be able to disregard the output.") },
  },
  {
    day: 30,
    book: "eu_ai_act",
    edits: {
      "art5.1.h": adding(
        "No decision with an adverse legal effect may rest on the output alone, and each use is notified to the market surveillance authority and the data protection authority.",
      ),
    },
  },
  {
    day: 52,
    book: "eu_ai_act",
    edits: {
      "annex3.1.c": adding("Physical states, such as pain or fatigue, are not emotions here."),
    },
  },
  {
    day: 60,
    book: "eu_ai_act",
    edits: {
      "art5.1.a": records,
      "art5.1.c": records,
      "art50.2": adding("Keep a description of the marking that is in use."),
    },
    isInShort: true,
  },
  {
    day: 80,
    book: "co_sb_26_189",
    edits: {
      "covered_domain.e": adding(
        "That section is about insurers' use of external consumer data, algorithms and predictive models.",
      ),
      "covered_domain.f": adding(
        "Establish first whether one of these exceptions applies, and record the ground.",
      ),
    },
  },
  {
    day: 97,
    book: "eu_ai_act",
    edits: {
      "annex3.5.b": adding("Where the applicant has consented, the assessment can be left out."),
    },
  },
  {
    day: 104,
    book: "co_sb_26_189",
    edits: {
      "deployer.1704.3": adding(
        "For example: “We refused your application because the income you stated does not cover the rent. A scoring system contributed to this.”",
      ),
    },
  },
  { day: 112, book: "eu_ai_act", edits: { "annex3.5.b": restored } },
  {
    day: 126,
    book: "eu_ai_act",
    edits: {
      "art5.1.b": namesPerson,
      "art5.1.d": () => ({
        suggested_verdict_copy:
          "A risk assessment of this kind is prohibited where profiling or personality assessment is its sole basis. Name the person who answers for the system.",
      }),
      "art5.1.e": namesPerson,
      "annex3.5.b": namesPerson,
    },
    isInShort: true,
  },
  {
    day: 143,
    book: "eu_ai_act",
    edits: {
      "art50.3": () => ({
        title: "Notice of emotion recognition",
        customer_description_preview:
          "An emotion recognition system in operation, seen from the side of the organisation that deploys it to people.",
      }),
    },
  },
  {
    day: 165,
    book: "co_sb_26_189",
    edits: {
      "deployer.1705.1.human_review": adding(
        "The notice of the adverse outcome says where to ask for it, and by when.",
      ),
    },
    isInShort: true,
  },
  {
    day: 171,
    book: "eu_ai_act",
    edits: {
      "annex3.4.a": tellsFirst,
      "annex3.4.b": tellsFirst,
      "annex3.8.b": adding("Keep a list of the votes for which it is used."),
      "art50.3": tellsFirst,
    },
    isInShort: true,
  },
];

/** The rules that an amendment changes, in their amended form. */
export const amended = ({ book, edits }: Amendment): Rule[] =>
  Object.entries(edits).flatMap(([beginning, edit]) =>
    chosen(book, [beginning]).map((rule) => ({ ...rule, ...edit(rule) })),
  );

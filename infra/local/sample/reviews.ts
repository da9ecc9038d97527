import type { CounselKey } from "./counsel.ts";

/** The course of a review in the sample; `unopened` and `reading` are still pending at its end. */
type Course =
  | "approved"
  | "approved_with_changes"
  | "changes_requested"
  | "rejected"
  | "cancelled"
  | "expired"
  | "unopened"
  | "reading";

export interface PlannedReview {
  /** The day of the request, counted from the beginning of the half year. */
  day: number;
  counsel: CounselKey;
  /** Beginnings of the ids of the rules under review. */
  rules: readonly string[];
  course: Course;
  /** Days until counsel has decided, or until the admin cancels. */
  after: number;
  comment?: string;
  /** Whether the short sample has it, too. */
  isInShort?: true;
  /** Counsel's objection to a single rule of the request. */
  objection?: { rule: string; text: string };
}

const row = (
  day: number,
  counsel: CounselKey,
  rules: string,
  course: Course,
  after: number,
  comment?: string,
): PlannedReview => ({
  day,
  counsel,
  rules: rules.split(" "),
  course,
  after,
  ...(comment === undefined ? {} : { comment }),
});

/** A review that the short sample has, too: one in each state, and those that they build on. */
const inShort = (...review: Parameters<typeof row>): PlannedReview => ({
  ...row(...review),
  isInShort: true,
});

/** The reviews of the half year, or of the short one. */
export const reviewsOf = (isShort: boolean): PlannedReview[] =>
  plannedReviews.filter(({ isInShort }) => !isShort || isInShort);

/** The reviews of the sample's half year outside its panels, in every state that one can have. */
const plannedReviews: readonly PlannedReview[] = [
  inShort(3, "marquardt", "art5.1.a art5.1.b art5.1.c", "approved", 4, "No objection."),
  row(4, "marquardt", "art5.1.ba art5.1.bb", "approved", 6),
  inShort(
    6,
    "ferrari",
    "art50.",
    "approved_with_changes",
    5,
    "Paragraph 1: give an example of what is obvious to a reader. Otherwise sound.",
  ),
  row(9, "marquardt", "art5.1.d art5.1.e", "approved", 3),
  row(
    11,
    "laurent",
    "annex3.3.",
    "approved",
    9,
    "The four points of Annex III(3) are rendered faithfully.",
  ),
  row(
    13,
    "laurent",
    "annex3.7.",
    "changes_requested",
    8,
    "Point 7(c): the verdict must say that the official can disregard the output (Article 14(4)(d)).",
  ),
  inShort(
    16,
    "okafor",
    "covered_domain.",
    "approved",
    7,
    "Approved for all seven covered domains.",
  ),
  inShort(
    18,
    "okafor",
    "deployer.",
    "approved_with_changes",
    6,
    "Section 1704(3): an example of an explanation in plain language should follow.",
  ),
  row(20, "ferrari", "annex3.5.", "approved", 10),
  inShort(
    23,
    "marquardt",
    "art5.1.f art5.1.g art5.1.h",
    "rejected",
    5,
    "Point (h): the text leaves out Article 5(3), by which no adverse decision may rest on the output alone, and Article 5(4). It allows more than the law.",
  ),
  row(
    26,
    "laurent",
    "annex3.7.",
    "approved",
    4,
    "Point 7(c) now says it; the other three points stood before.",
  ),
  row(
    29,
    "ferrari",
    "annex3.4.",
    "approved",
    6,
    "Employment: approved. Please keep the sentence on workers’ representatives.",
  ),
  row(32, "marquardt", "art5.1.h", "approved", 7, "Article 5(3) and (4) are now in the text."),
  inShort(35, "okafor", "developer.", "approved", 5),
  inShort(38, "laurent", "annex3.6.", "expired", 0),
  row(41, "marquardt", "art4.", "approved", 2),
  row(
    44,
    "ferrari",
    "annex3.1.",
    "changes_requested",
    7,
    "Point (c): say that physical states, such as pain or fatigue, are not emotions (recital 18).",
  ),
  inShort(47, "marquardt", "art6.", "cancelled", 1),
  row(48, "marquardt", "art6.1", "approved", 6),
  row(
    53,
    "laurent",
    "annex3.1.",
    "approved_with_changes",
    5,
    "Good. Point (b): examples of sensitive attributes would help the reader.",
  ),
  row(
    66,
    "marquardt",
    "art5.1.a art5.1.c",
    "approved",
    3,
    "The added sentence asks for a record. Nothing speaks against it.",
  ),
  row(
    71,
    "okafor",
    "covered_domain.e covered_domain.f",
    "changes_requested",
    6,
    "Insurance: say what C.R.S. § 10-3-1104.9 is about; few know the number. Health care: tell the reader to establish first whether an exception applies.",
  ),
  inShort(77, "ferrari", "art50.2", "approved", 4),
  row(83, "laurent", "annex3.8.a", "approved", 7, "Nothing to add."),
  row(
    88,
    "okafor",
    "covered_domain.e covered_domain.f",
    "approved_with_changes",
    5,
    "Both additions are right. Health care: an example of a general notice should follow.",
  ),
  row(94, "marquardt", "annex3.2", "cancelled", 3),
  row(95, "marquardt", "annex3.2", "approved", 5),
  row(
    101,
    "ferrari",
    "annex3.5.b annex3.5.c",
    "rejected",
    4,
    "Creditworthiness: the new last sentence lets consent replace the impact assessment. It does not.",
  ),
  row(108, "okafor", "deployer.1704", "approved", 6, "The example is a good one."),
  row(
    115,
    "ferrari",
    "annex3.5.b annex3.5.c",
    "approved_with_changes",
    6,
    "The sentence on consent is gone. Point (c): name a line of insurance that is not covered.",
  ),
  row(122, "laurent", "annex3.3.d", "expired", 0),
  {
    ...inShort(
      131,
      "marquardt",
      "art5.1.b art5.1.d art5.1.e",
      "approved_with_changes",
      4,
      "Second reading after the amendment: points (b) and (e) stand, point (d) does not yet.",
    ),
    objection: {
      rule: "art5.1.d",
      text: "The amended text drops the second half of Article 5(1)(d): a system that supports a human assessment based on objective, verifiable facts is not prohibited. Say so before this goes to customers.",
    },
  },
  inShort(
    139,
    "okafor",
    "deployer.1705",
    "changes_requested",
    7,
    "Human review: say how a consumer asks for it. A right that nobody finds is not offered.",
  ),
  row(
    146,
    "ferrari",
    "art50.1 art50.3",
    "rejected",
    5,
    "Paragraph 3 now omits the duty towards people exposed to biometric categorisation.",
  ),
  row(153, "ferrari", "annex3.4.a", "cancelled", 2),
  row(160, "marquardt", "art5.1.f art5.1.g", "expired", 0),
  inShort(168, "okafor", "developer.1702.2", "approved", 3),
  inShort(169, "marquardt", "annex3.8.b", "reading", 3),
  inShort(174, "ferrari", "annex3.4.a annex3.4.b art50.3 art50.4.1", "reading", 3),
  row(176, "marquardt", "art4a", "unopened", 0),
  inShort(177, "marquardt", "art5.1.f", "reading", 2),
  inShort(179, "marquardt", "art5.1.c annex3.2 art6.1", "unopened", 0),
];

import type { Json } from "#shared/platform/http/ask.ts";
import { chosen } from "./amendments.ts";
import type { Happening } from "./calendar.ts";
import type { SampleClient } from "./client.ts";
import { type CounselKey, counsel, delegate } from "./counsel.ts";

type Decision = "approved" | "approved_with_changes" | "changes_requested" | "rejected";

/** A member's vote. The delegate, whom no admin asked, is named by a word of their own. */
interface Vote {
  by: CounselKey | "conti";
  /** Days after the request. */
  after: number;
  decision: Decision;
  comment: string;
  /** The verdict and remark on single rules, by the beginning of their ids. */
  verdicts?: Readonly<Record<string, readonly [Decision, string?]>>;
}

export interface PlannedPanel {
  /** The day of the request, counted from the beginning of the half year. */
  day: number;
  members: readonly CounselKey[];
  rules: readonly string[];
  need: number;
  on_reject: "ends" | "outvoted";
  /** Who passes their request on, after how many days, and for what reason. */
  delegation?: { by: CounselKey; after: number; reason: string };
  votes: readonly Vote[];
  /** Days after the request until unanswered requests have expired. */
  expires?: number;
}

/**
 * The panels of the half year, which the short one has as well. One ended with a different result for
 * one of its rules; one member had passed the request on, and the panel ended before another had
 * answered. The other panel ended undecided, because a member did not answer.
 */
export const plannedPanels: readonly PlannedPanel[] = [
  {
    day: 57,
    members: ["laurent", "marquardt", "ferrari"],
    rules: ["annex3.6."],
    need: 2,
    on_reject: "ends",
    delegation: {
      by: "ferrari",
      after: 3,
      reason: "Criminal procedure is Dr. Conti’s field; I advise on employment and credit.",
    },
    votes: [
      {
        by: "conti",
        after: 6,
        decision: "approved",
        comment: "All five points follow the Regulation.",
      },
      {
        by: "marquardt",
        after: 9,
        decision: "approved_with_changes",
        comment: "Four points stand; point (d) does not yet.",
        verdicts: {
          "annex3.6.a": ["approved"],
          "annex3.6.b": ["approved"],
          "annex3.6.c": ["approved"],
          "annex3.6.d": [
            "changes_requested",
            "The “further objective basis” is not enough. Article 5(1)(d) asks for objective and verifiable facts that are directly linked to a criminal activity: say so.",
          ],
          "annex3.6.e": ["approved"],
        },
      },
    ],
  },
  {
    day: 138,
    members: ["marquardt", "ferrari"],
    rules: ["annex3.3.d"],
    need: 2,
    on_reject: "outvoted",
    votes: [
      {
        by: "ferrari",
        after: 6,
        decision: "approved",
        comment: "The exception for medical or safety reasons is stated correctly.",
      },
    ],
    expires: 15,
  },
];

/** What the work with counsel needs besides the plan. */
export interface LegalWorld {
  client: SampleClient;
  idOf: (key: CounselKey) => string;
  /** Runs the job that ends requests which nobody answered in time. */
  expire: () => Promise<unknown>;
}

/** What happens to a panel, from its request to its end. */
export function courseOfPanel(
  { day, members, rules, need, on_reject, delegation, votes, expires }: PlannedPanel,
  minute: number,
  { client, idOf, expire }: LegalWorld,
): Happening[] {
  const [first] = members as readonly [CounselKey];
  const book = counsel[first].framework_id;
  const links = new Map<Vote["by"], string>();
  /** The delegate has a link of their own, which we look up when they use it. */
  const pathOf = async (by: Vote["by"]): Promise<string> => {
    const link = links.get(by) ?? (await newLink(client, book));
    links.set(by, link);
    return new URL(link).pathname;
  };
  const request = async () => {
    const { reviews } = await client.admin("POST", "/admin/review-panels", {
      framework_id: book,
      rule_use_case_ids: chosen(book, rules).map(({ use_case_id }) => use_case_id),
      counsel_ids: members.map(idOf),
      need,
      on_reject,
      may_delegate: delegation !== undefined,
    });
    for (const [i, by] of members.entries()) links.set(by, reviews[i].magic_link_url);
  };
  const passOn = async ({ by, reason }: NonNullable<PlannedPanel["delegation"]>) => {
    const path = await pathOf(by);
    await client.anyone("GET", path);
    await client.anyone("POST", `${path}/delegate`, { ...delegate, reason });
  };
  const vote = async ({ by, decision, comment, verdicts = {} }: Vote) =>
    client.anyone("POST", `${await pathOf(by)}/decide`, {
      decision,
      comment,
      rule_verdicts: Object.entries(verdicts).flatMap(([beginning, [verdict, text]]) =>
        chosen(book, [beginning]).map(({ use_case_id }) => ({
          ...{ use_case_id, verdict },
          ...(text === undefined ? {} : { text }),
        })),
      ),
    });
  return [
    { day, minute, run: request },
    ...(delegation === undefined
      ? []
      : [{ day: day + delegation.after, minute, run: () => passOn(delegation) }]),
    ...votes.flatMap((one) => [
      // Counsel opens the link in an earlier sitting than the one in which they decide.
      {
        day: day + one.after - 1,
        minute,
        run: async () => client.anyone("GET", await pathOf(one.by)),
      },
      { day: day + one.after, minute: minute + 25, run: () => vote(one) },
    ]),
    ...(expires === undefined ? [] : [{ day: day + expires, minute, run: expire }]),
  ];
}

/** The link of the request that was passed on. Only that request's own rows contain it. */
async function newLink({ admin, linkOf }: SampleClient, book: string): Promise<string> {
  const { items } = await admin(
    "GET",
    `/admin/rule-reviews?framework_id=${book}&status=pending&limit=200`,
  );
  const { id } = items.find((one: Json) => one.delegated_from !== null);
  return linkOf(id);
}

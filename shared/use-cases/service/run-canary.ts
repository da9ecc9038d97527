import { CANARY_FRAMEWORK } from "#shared/domain/service/canary.ts";
import {
  canaryComment,
  canaryCounsel,
  canaryFramework,
  canaryRule,
} from "#shared/domain/service/canary-book.ts";
import { now } from "#shared/platform/clock.ts";
import type { Json } from "#shared/platform/http/ask.ts";
import { describeError } from "#shared/platform/log.ts";
import { appUrl, baseUrl } from "#shared/platform/settings.ts";
import { accepted, CanaryFault, callAsCanary, callOpenly } from "./canary-client.ts";
import { compareVerifier, examineEvidence, verifyBundle } from "./canary-evidence.ts";

export type CanaryResult =
  | { outcome: "ok"; steps: number; review_id: string; commit: string }
  /** `unready`: the stage has no signing secret and never had a review. */
  | { outcome: "failed" | "unready"; step: string; fault: string };

/** State the steps pass on to later ones. */
interface Walk {
  /** The commit from which the answering service was built. */
  commit: string;
  counselId: string;
  review: { id: string; decided_at: string };
  link: string;
}

/** A counsel as the picker shows them. */
interface Counsel {
  id: string;
  signing_policy: string;
}

interface Step {
  title: string;
  run: (walk: Walk) => Promise<unknown>;
}

const decision = { decision: "approved", comment: canaryComment };
const json = { accept: "application/json", "content-type": "application/json" };
const frameworkPath = `/canary/frameworks/${CANARY_FRAMEWORK}` as const;

/** A complete review, in the order in which people go through it; titles contain nothing secret. */
const steps: readonly Step[] = [
  {
    title: "ask which version answers",
    run: async (walk) => {
      const health = accepted("/health", await callOpenly(`${baseUrl()}/health`, {}));
      if (typeof health.commit !== "string") throw new CanaryFault("/health names no commit.");
      walk.commit = health.commit;
    },
  },
  {
    title: "import the framework and its rule",
    run: async () => {
      await callAsCanary("PUT", frameworkPath, canaryFramework);
      await callAsCanary("PUT", `${frameworkPath}/rules`, { rules: [canaryRule] });
    },
  },
  {
    title: "pick counsel",
    run: async (walk) => {
      const picker = `/canary/counsel?framework_id=${CANARY_FRAMEWORK}&active=true` as const;
      const { items } = await callAsCanary("GET", picker);
      const known = (items as Counsel[]).find(({ signing_policy }) => signing_policy === "link");
      walk.counselId = (known ?? (await callAsCanary("POST", "/canary/counsel", canaryCounsel))).id;
    },
  },
  {
    title: "request the review",
    run: async (walk) => {
      const review = await callAsCanary("POST", "/canary/rule-reviews", {
        framework_id: CANARY_FRAMEWORK,
        rule_use_case_ids: [canaryRule.use_case_id],
        counsel_id: walk.counselId,
        expiry_days: 1,
      });
      const link: unknown = review.magic_link_url;
      if (typeof link !== "string" || !link.startsWith(`${appUrl()}/counsel/review/`)) {
        throw new CanaryFault("The response has no link to counsel's page.");
      }
      Object.assign(walk, { link, review: { id: review.id, decided_at: "" } });
    },
  },
  {
    title: "open counsel's page",
    run: async ({ link }) => {
      const { status, text } = await callOpenly(link, { headers: { accept: "text/html" } });
      if (status !== 200 || !/^<!doctype html>/i.test(text)) {
        throw new CanaryFault(`Counsel's page answered ${status} without a page.`);
      }
    },
  },
  {
    title: "read what is under review",
    run: async ({ link, review }) => {
      const shown = accepted("Counsel's link", await callOpenly(link, { headers: json }));
      const [rule, ...others] = shown.rules ?? [];
      const isWhole = rule?.title === canaryRule.title && others.length === 0;
      if (shown.request_id !== review.id || shown.status !== "pending" || !isWhole) {
        throw new CanaryFault("Counsel is shown a different review from the one requested.");
      }
    },
  },
  {
    title: "decide",
    run: async ({ link, review }) => {
      const receipt: Json = accepted(
        "Counsel's decision",
        await callOpenly(`${link}/decide`, {
          method: "POST",
          headers: json,
          body: JSON.stringify(decision),
        }),
      );
      if (!/^[0-9a-f]{64}$/.test(receipt.decision_signature) || receipt.request_id !== review.id) {
        throw new CanaryFault("The receipt has no signature of this decision.");
      }
      review.decided_at = receipt.decided_at;
    },
  },
  { title: "look at the evidence", run: ({ review }) => examineEvidence(review, now()) },
  { title: "verify the bundle offline", run: ({ review }) => verifyBundle(review, now()) },
  {
    title: "look at the evidence of the previous review",
    run: (walk) => beforeThis(walk, examineEvidence),
  },
  {
    title: "verify the bundle of the previous review offline",
    run: (walk) => beforeThis(walk, verifyBundle),
  },
  { title: "compare the served verifier", run: compareVerifier },
];

const previousReviews =
  `/canary/rule-reviews?framework_id=${CANARY_FRAMEWORK}&status=approved` as const;

/**
 * Examines the previous hour's review again: it has its leaf in the evidence log by now, and a
 * change to its rows would show. A stage's first canary has no previous review.
 */
async function beforeThis(
  { review }: Walk,
  look: (one: Walk["review"], now: string) => Promise<void>,
): Promise<void> {
  const { items } = await callAsCanary("GET", `${previousReviews}&limit=5`);
  const before = (items as Walk["review"][]).find(({ id }) => id !== review.id);
  if (before !== undefined) await look(before, now());
}

/** A new stage has no signing secret yet; a stage that had reviews must not lose its secret. */
async function isUnready({ code }: CanaryFault): Promise<boolean> {
  if (code !== "counsel_review_secret_not_configured") return false;
  const { items } = await callAsCanary("GET", `${previousReviews}&limit=1`);
  return (items as unknown[]).length === 0;
}

/**
 * Requests one review through the public address, decides it, verifies it, and verifies the previous
 * one again. A fault is a result, not an exception: retrying at once would reveal nothing new.
 */
export async function runCanary(): Promise<CanaryResult> {
  const walk = {} as Walk;
  for (const { title, run } of steps) {
    try {
      await run(walk);
    } catch (error) {
      if (error instanceof CanaryFault) {
        const outcome = (await isUnready(error)) ? "unready" : "failed";
        return { outcome, step: title, fault: error.message };
      }
      const { error: name } = describeError(error);
      return { outcome: "failed", step: title, fault: `Unexpected error: ${name}.` };
    }
  }
  return { outcome: "ok", steps: steps.length, review_id: walk.review.id, commit: walk.commit };
}

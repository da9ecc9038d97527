import {
  type Question,
  rankOf,
  rankOfNames,
  readId,
  readQuestion,
} from "#shared/domain/evidence/question/question.ts";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { decisionsAt, everyDecision } from "../evidence/address.ts";
import { ruleAt } from "../parts/addresses.ts";
import { today } from "../parts/answer.tsx";
import { joined, line } from "../parts/format.ts";
import { t as reviewTexts } from "../reviews/texts.ts";
import { call, may, type Outcome } from "../shell/client.ts";
import { type Found, type Group, type Hit, MOST, type Named } from "./hits.ts";
import { t } from "./texts.ts";

/** The rank of a hit in a text that is not shown here. */
const IN_TEXTS = 20;
/** A hit named by its id or its day ranks above everything else. */
const NAMED = -1;

const question = (text: string): Question => readQuestion(text, today());

/** The known names that match a text, by group, with each group's best match first. */
export function fitting(all: readonly Named[], text: string): Found[] {
  const asked = question(text);
  const ranked = all.flatMap(({ hit, fields }) => {
    const rank = rankOfNames(asked, ...fields);
    return rank === null ? [] : [{ hit, rank }];
  });
  return [...Map.groupBy(ranked, ({ hit }) => hit.group)].map(([group, fits]): Found => {
    const inOrder = fits.sort((a, b) => a.rank - b.rank);
    const hits = inOrder.slice(0, MOST).map(({ hit }) => hit);
    return { group, hits, further: fits.length - hits.length, rank: inOrder[0]?.rank ?? IN_TEXTS };
  });
}

/** The service's own searches that the user may call, with one request each. */
export function askService(text: string): Promise<Found>[] {
  const asked: Promise<Found>[] = [];
  const { day, allWords } = question(text);
  const isOnlyDay = day !== null && allWords.length === 0;
  if (may("searchRules") && !isOnlyDay) asked.push(askRules(text));
  if (may("listReviews")) asked.push(askReviews(text));
  if (may("searchEvidence") && isOnlyDay) asked.push(askDay(day));
  if (may("listArtifacts") && !may("searchRules")) asked.push(askArtifacts(text));
  return asked;
}

const foundBy = <T>(
  group: Group,
  outcome: Outcome<T>,
  read: (body: T) => Omit<Found, "group">,
): Found =>
  outcome.kind === "done"
    ? { group, ...read(outcome.body) }
    : { group, hits: null, further: 0, rank: IN_TEXTS };

async function askRules(search: string): Promise<Found> {
  const asked = question(search);
  const outcome = await call("searchRules", { query: { search, limit: String(MOST) } });
  return foundBy("rules", outcome, ({ rules, found }) => ({
    hits: rules.map(({ framework_id, use_case_id, title, citation }) => ({
      group: "rules",
      to: ruleAt(framework_id, use_case_id),
      title: joined(citation && provisionOf(citation), title),
      more: joined(use_case_id),
    })),
    further: found - rules.length,
    rank: Math.min(
      ...rules.map(({ use_case_id, title, citation }) => {
        const citations = citation === null ? [] : [{ label: citation }];
        return rankOf({ use_case_id, title, citations }, asked) ?? IN_TEXTS;
      }),
      IN_TEXTS,
    ),
  }));
}

async function askReviews(search: string): Promise<Found> {
  const asked = question(search);
  const outcome = await call("listReviews", { query: { search, limit: String(MOST) } });
  return foundBy("reviews", outcome, ({ items }) => ({
    hits: items.map((one) => ({
      group: "reviews",
      to: `/reviews/${one.id}`,
      title: joined(one.articles.join(", ") || one.id, one.counsel_display_name),
      more: joined(
        reviewTexts.statuses[one.status],
        dayText((one.decided_at ?? one.created_at).slice(0, 10)),
      ),
    })),
    further: 0,
    rank:
      readId(search) === null
        ? Math.min(
            ...items.map((one) => rankOfNames(asked, [one.counsel_display_name]) ?? IN_TEXTS),
            IN_TEXTS,
          )
        : NAMED,
  }));
}

/** The decisions of a day; if there are none, those made by then, as in a regulator's room. */
async function askDay(day: string): Promise<Found> {
  const after = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const query = { status: everyDecision, decided_to: `${after}T00:00:00.000Z`, limit: "1" };
  const from = `${day}T00:00:00.000Z`;
  const onDay = await call("searchEvidence", { query: { ...query, decided_from: from } as object });
  const isAny = onDay.kind === "done" && onDay.body.items.length > 0;
  const outcome = isAny ? onDay : await call("searchEvidence", { query: query as object });
  return foundBy("evidence", outcome, ({ items }) => ({
    hits: items.length === 0 ? [] : [dayHit(day, after, isAny)],
    further: 0,
    rank: NAMED,
  }));
}

function dayHit(day: string, after: string, isOfDay: boolean): Hit {
  return {
    group: "evidence",
    to: decisionsAt({ decided_to: after, ...(isOfDay ? { decided_from: day } : {}) }),
    title: isOfDay ? t.decidedOn(dayText(day)) : t.decidedBy(dayText(day)),
    more: "",
  };
}

async function askArtifacts(search: string): Promise<Found> {
  const asked = question(search);
  const outcome = await call("listArtifacts", { query: { search, limit: String(MOST) } });
  return foundBy("artifacts", outcome, ({ items }) => ({
    hits: items.map(({ id, name, kind, provider_ref }) => ({
      group: "artifacts",
      to: `/inventory/${id}`,
      title: line(name),
      more: joined(kind, provider_ref),
    })),
    further: 0,
    rank: Math.min(...items.map(({ name }) => rankOfNames(asked, [name]) ?? IN_TEXTS), IN_TEXTS),
  }));
}

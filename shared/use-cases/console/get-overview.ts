import { type Found, plainWork, workOf } from "#shared/domain/console/work.ts";
import { parseNote } from "#shared/domain/log/signed-note.ts";
import { isAtStage, type Stage } from "#shared/domain/reviews/stage.ts";
import { PLATFORM } from "#shared/domain/webhooks/event-types.ts";
import { getCheckpointAndFork } from "#shared/store/log-checkpoints.ts";
import { countDecidedSince, openRequests } from "#shared/store/review-pipeline.ts";
import { endpointsOf } from "#shared/store/webhook-endpoints.ts";
import { counselWork } from "./counsel-work.ts";
import { BEFORE_DAYS, type LoadingBooks, loadBooks } from "./load-books.ts";
import { platformSources } from "./platform-sources.ts";
import { bookWork, counselQuestionWork, remarkWork, requestWork } from "./review-work.ts";
import { questionWork } from "./room-work.ts";
import { endpointWork } from "./source-work.ts";

const MAX_DECIDED = 200;
const DAY_MS = 86_400_000;

/**
 * The standing of each book, the stages of reviews, the work that waits for somebody, and the evidence.
 * It makes only bounded reads, whatever the size of the platform.
 * @param now ISO 8601 UTC
 */
export async function getOverview(now: string) {
  const loading = loadBooks(now);
  const [books, sources, endpoints, questions, evidence, ...ofReviews] = await Promise.all([
    loading,
    platformSources(now),
    endpointsOf(PLATFORM),
    questionWork(now),
    loadEvidence(),
    loading.then((books) => remarkWork(books, now)),
    requestWork(loading, now),
    counselWork(loading, now),
    counselQuestionWork(loading, now),
    loadPipeline(loading, now),
  ]);
  const [remarks, requests, counsel, counselQuestions, pipeline] = ofReviews;
  return {
    books: books.map(({ framework, rules, state: { starts: _, ...state }, before }) => {
      const { id, display_name, short_name } = framework;
      return { id, display_name, short_name, rules: rules.length, ...state, before };
    }),
    pipeline,
    ...workOf([
      forkWork(evidence),
      ...sources,
      endpointWork(endpoints),
      counselQuestions,
      ...questions,
      ...requests,
      ...counsel,
      ...remarks,
      ...bookWork(books, now),
    ]),
    evidence,
  };
}

async function loadPipeline(loading: LoadingBooks, now: string) {
  // Counted from the beginning of a day, like the list of decisions to which the count links.
  const since = new Date(Date.parse(now) - BEFORE_DAYS * DAY_MS).toISOString().slice(0, 10);
  const [{ open, isMore }, decided, books] = await Promise.all([
    openRequests(now),
    countDecidedSince(since, MAX_DECIDED),
    loading,
  ]);
  const objections = books.reduce((sum, { state }) => sum + state.totals.refused, 0);
  const at = (stage: Stage): number => open.filter((one) => isAtStage(one, stage, now)).length;
  return {
    not_opened: { count: at("not_opened"), is_more: isMore },
    reading: { count: at("reading"), is_more: isMore },
    // The most urgent requests are read first, so there are more only if all those read are due.
    due: { count: at("due"), is_more: isMore && at("due") === open.length },
    objections: { count: objections, is_more: false },
    decided: { count: decided.count, is_more: decided.isMore },
  };
}

async function loadEvidence() {
  const { checkpoint, fork } = await getCheckpointAndFork();
  const note = checkpoint === null ? null : parseNote(checkpoint.note);
  const [origin = ""] = (note?.text ?? "").split("\n");
  const witnesses = new Set((note?.signatures ?? []).map(({ name }) => name));
  witnesses.delete(origin);
  return {
    entries: checkpoint?.size ?? 0,
    signed_at: checkpoint?.signed_at ?? null,
    witnesses: witnesses.size,
    forked_since: fork?.since ?? null,
  };
}

const forkWork = ({ forked_since: at }: { forked_since: string | null }): Found => ({
  kind: "log_forked",
  work:
    at === null
      ? []
      : [{ ...plainWork, at, object: { type: "log", id: "log", name: "evidence log" } }],
});

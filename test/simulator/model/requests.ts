import type { Attempt, Json, World } from "../world.ts";
import { causes, type Event, mayFollow, refusals } from "./life-of-a-request.ts";

/** What the trail of a request has shown so far. */
interface Known {
  rows: number;
  events: Event[];
  decision: string | null;
  expiresAt: string;
  /** Ids of the questions that its counsel asked, and of those that were answered in it. */
  asked: string[];
  answered: string[];
  /** What the list showed, so that only what has changed is read again. */
  shown: string;
}

const decisions = new Set(["approved", "approved_with_changes", "changes_requested", "rejected"]);

/** The event in a row of the trail; null: something beside the request's life, such as a mail. */
function eventOf({ action, context }: Json): Event | null {
  const word = String(action).replace(/^rule_review\./, "");
  if (decisions.has(word)) return "decided";
  if (word === "requested") return "requested";
  if (word === "viewed_by_counsel") return "opened";
  if (word === "expired") return "lapsed";
  if (word !== "cancelled") return null;
  if (context.reason === "delegated") return "passed on";
  if (context.reason === "panel_cancelled") return "withdrawn with its panel";
  return context.reason === undefined ? "withdrawn" : "ended by its panel";
}

/** Compares what trails show with what was asked, turn by turn. */
export class Requests {
  readonly #known = new Map<string, Known>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Looks after a turn at the requests that it touched or that have changed. */
  async look(attempts: readonly Attempt[], now: string): Promise<void> {
    const path = `/admin/rule-reviews?framework_id=${this.#world.book}&limit=200`;
    const { items } = await this.#world.read(path);
    const touched = new Set(attempts.map(({ about }) => about));
    // By the clock, it had expired already, so the job's row changes nothing that is shown.
    const isSwept = attempts.some(({ act }) => causes.lapsed.includes(act));
    for (const review of items) {
      const shown = `${review.status} ${review.viewed_at}`;
      const known = this.#known.get(review.id);
      const mayHaveLapsed = isSwept && review.status === "expired";
      if (touched.has(review.id) || mayHaveLapsed || known?.shown !== shown) {
        await this.#lookAt(review, attempts, now);
      }
    }
    for (const attempt of attempts) this.#answered(attempt, attempts, now);
  }

  async #lookAt(review: Json, attempts: readonly Attempt[], now: string): Promise<void> {
    const id: string = review.id;
    const name = this.#world.name(id);
    const known: Known = this.#known.get(id) ?? {
      ...{ rows: 0, events: [], decision: null, expiresAt: "", shown: "" },
      ...{ asked: [], answered: [] },
    };
    known.shown = `${review.status} ${review.viewed_at}`;
    this.#known.set(id, known);
    const { items } = await this.#world.read(`/admin/rule-reviews/${id}/audit?limit=200`);
    for (const row of items.slice(known.rows)) {
      this.#world.holds(id, row.context.magic_link_url);
      if (row.context.panel_id) this.#world.inPanels.add(id);
      this.#asked(known, row, id);
      if (row.action === "rule_review.requested") known.expiresAt = row.context.expires_at;
      const event = eventOf(row);
      if (event === null) continue;
      const last = known.events.at(-1) ?? "nothing";
      if (!mayFollow[last].includes(event)) throw new Error(`${name}: ${event} after ${last}.`);
      if (event === "opened" && known.events.includes("opened")) {
        throw new Error(`${name}: opened for the first time twice.`);
      }
      const cause = attempts.find((one) => this.#mayCause(one, event, id, row));
      if (cause === undefined) throw new Error(`${name}: ${event}, and nobody asked for it.`);
      known.events.push(event);
      if (event === "decided") known.decision = String(row.action).replace(/^rule_review\./, "");
      if (event === "lapsed" && now < known.expiresAt) throw new Error(`${name}: lapsed early.`);
    }
    known.rows = items.length;
    if (review.decision_signature !== null && known.decision !== review.status) {
      throw new Error(`${name}: shown as ${review.status}, decided ${known.decision}.`);
    }
  }

  /** More time moves the end. Questions, at most twenty a request, are asked and answered once. */
  #asked(known: Known, { action, context }: Json, id: string): void {
    const name = this.#world.name(id);
    if (action === "rule_review.extended") {
      if (!(context.expires_at > known.expiresAt)) throw new Error(`${name}: no more time.`);
      known.expiresAt = context.expires_at;
    }
    if (action === "rule_review.question_asked") {
      if (!known.events.includes("opened")) throw new Error(`${name}: asked before it was opened.`);
      known.asked.push(context.question_id);
      if (known.asked.length > 20) throw new Error(`${name}: more than twenty questions.`);
    }
    if (action !== "rule_review.question_answered") return;
    if (known.answered.includes(context.question_id)) throw new Error(`${name}: answered twice.`);
    known.answered.push(context.question_id);
    const isOwn = known.asked.includes(context.question_id);
    if (!isOwn && !context.to_all) throw new Error(`${name}: answered what nobody had asked.`);
  }

  #mayCause({ act, about, said }: Attempt, event: Event, id: string, row: Json): boolean {
    if (!causes[event].includes(act)) return false;
    if (event === "decided") return about === id && row.action === `rule_review.${said}`;
    return event === "opened" || event === "withdrawn" || event === "passed on"
      ? about === id
      : true;
  }

  /** What the service confirmed has happened. What it refused, it refused for a true reason. */
  #answered(attempt: Attempt, all: readonly Attempt[], now: string): void {
    const { act, about, said, status, code } = attempt;
    const known = about === null ? undefined : this.#known.get(about);
    if (known === undefined || status === 0) return;
    const name = this.#world.name(about);
    if (act === "decide" && status === 200 && known.decision !== said) {
      throw new Error(`${name}: answered that it decided ${said}, but it is ${known.decision}.`);
    }
    if (act === "withdraw" && status === 200 && !known.events.includes("withdrawn")) {
      throw new Error(`${name}: answered that it is withdrawn.`);
    }
    if (act === "pass on" && status === 201 && !known.events.includes("passed on")) {
      throw new Error(`${name}: answered that it is passed on.`);
    }
    if (code === "conflict" && all.length < 2) throw new Error(`${name}: conflict with nobody.`);
    const truths = code === null ? undefined : refusals[code];
    if (truths === undefined) return;
    const happened = new Set<string>(known.events);
    if (now >= known.expiresAt) happened.add("its time is over");
    if (!truths.some((one) => happened.has(one))) {
      throw new Error(`${name}: ${act} was refused with ${code}, which is not so.`);
    }
  }
}

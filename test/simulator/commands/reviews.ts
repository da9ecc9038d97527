import * as fc from "fast-check";
import { decisions } from "#shared/domain/reviews/statuses.ts";
import { decisionThatSays } from "#test/support/panel-model.ts";
import { command } from "../command.ts";
import { COUNSEL, RULES } from "../ground.ts";
import { World } from "../world.ts";

const which = fc.nat(20);

const request = command({
  weight: 4,
  asked: fc.record({
    counsel: fc.nat(COUNSEL - 1),
    days: fc.integer({ min: 1, max: 9 }),
    isMailed: fc.boolean(),
    mayDelegate: fc.boolean(),
  }),
  async take(world, { counsel, days, isMailed, mayDelegate }) {
    const attempt = await world.asAdmin(
      { act: "request a review", about: null },
      "POST",
      "/admin/rule-reviews",
      {
        framework_id: world.book,
        rule_use_case_ids: RULES,
        counsel_id: world.counsel[counsel]?.id,
        expiry_days: days,
        may_delegate: mayDelegate,
        deliver: isMailed ? "mail" : "manual",
      },
    );
    if (attempt.status === 201) world.holds(attempt.body.id, attempt.body.magic_link_url);
    return attempt;
  },
});

const open = command({
  weight: 3,
  asked: fc.record({ which }),
  take(world, asked) {
    const link = World.pick(world.links, asked.which);
    if (link === undefined) return null;
    const act = { act: "open", about: link.request };
    return world.asCounsel(act, "GET", `/counsel/review/${link.token}`);
  },
});

const decide = command({
  weight: 9,
  asked: fc.record({
    which,
    votes: fc.array(fc.constantFrom(...decisions), {
      minLength: RULES.length,
      maxLength: RULES.length,
    }),
  }),
  take(world, asked) {
    const link = World.pick(world.links, asked.which);
    if (link === undefined) return null;
    const body = decisionThatSays(RULES, asked.votes);
    const act = { act: "decide", about: link.request, said: String(body.decision) };
    return world.asCounsel(act, "POST", `/counsel/review/${link.token}/decide`, body);
  },
});

const cancel = command({
  weight: 1,
  asked: fc.record({ which }),
  take(world, asked) {
    const id = World.pick(world.requests, asked.which);
    if (id === undefined) return null;
    const act = { act: "withdraw", about: id };
    return world.asAdmin(act, "POST", `/admin/rule-reviews/${id}/cancel`);
  },
});

const renew = command({
  weight: 1,
  asked: fc.record({ which, isMailed: fc.boolean() }),
  take(world, asked) {
    const id = World.pick(world.requests, asked.which);
    if (id === undefined) return null;
    return (async () => {
      const attempt = await world.asAdmin(
        { act: "renew the link", about: id },
        "POST",
        `/admin/rule-reviews/${id}/link`,
        asked.isMailed ? { deliver: "mail" } : {},
      );
      if (attempt.status === 200) world.holds(id, attempt.body.magic_link_url);
      return attempt;
    })();
  },
});

const passOn = command({
  weight: 2,
  asked: fc.record({ which, to: fc.nat(3) }),
  take(world, asked) {
    const link = World.pick(world.links, asked.which);
    if (link === undefined) return null;
    return world.asCounsel(
      { act: "pass on", about: link.request },
      "POST",
      `/counsel/review/${link.token}/delegate`,
      {
        display_name: "Dr. Passed On",
        email: `${world.book}.else${asked.to}@law.example`,
        reason: "On leave.",
      },
    );
  },
});

/**
 * Not for a member of a panel, as it would move the panel's end:
 * test/functions/reviews/more-time.test.ts.
 */
const extend = command({
  weight: 2,
  asked: fc.record({ which, days: fc.integer({ min: 1, max: 60 }) }),
  take(world, asked) {
    const alone = world.requests.filter((id) => !world.inPanels.has(id));
    const id = World.pick(alone, asked.which);
    if (id === undefined) return null;
    const act = { act: "give more time", about: id };
    const body = { expiry_days: asked.days };
    return world.asAdmin(act, "POST", `/admin/rule-reviews/${id}/extend`, body);
  },
});

const ask = command({
  weight: 3,
  asked: fc.record({ which, text: fc.constantFrom("Since when?", "Which customers?", "Why?") }),
  take(world, asked) {
    const link = World.pick(world.links, asked.which);
    if (link === undefined) return null;
    return (async () => {
      const attempt = await world.asCounsel(
        { act: "ask", about: link.request },
        "POST",
        `/counsel/review/${link.token}/questions`,
        { text: asked.text },
      );
      if (attempt.status === 201) {
        world.questions.push({ request: link.request, id: attempt.body.id });
      }
      return attempt;
    })();
  },
});

const answer = command({
  weight: 3,
  asked: fc.record({ which, isToAll: fc.boolean() }),
  take(world, asked) {
    const question = World.pick(world.questions, asked.which);
    if (question === undefined) return null;
    const { request: about, id } = question;
    const isToAll = asked.isToAll && world.inPanels.has(about);
    return world.asAdmin(
      { act: "answer", about },
      "POST",
      `/admin/rule-reviews/${about}/questions/${id}/answer`,
      { text: "It does.", ...(isToAll ? { to_all: true } : {}) },
    );
  },
});

export const reviewsCommands = {
  ...{ request, open, decide, cancel, renew, passOn },
  ...{ extend, ask, answer },
};

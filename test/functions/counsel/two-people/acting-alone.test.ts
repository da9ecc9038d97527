import { beforeAll, describe, expect, test } from "vitest";
import { expectStatus, newRuleBook, type RuleBook } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import type { ApiAnswer } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";
import {
  addressOf,
  type Deeds,
  deedsIn,
  mailedToken,
  mailsTo,
  newAddress,
  type People,
  peopleOf,
} from "./people.ts";

/* Where two people are needed, one person alone achieves nothing, whatever they try. */

const system = suiteSystem({ settings: { TWO_PEOPLE: "true", WORKER_INVOKE_ENABLED: "false" } });
let book: RuleBook;
let people: People;
let deeds: Deeds;
/** The other member of a panel. */
let partner: Tried;
beforeAll(async () => {
  book = await newRuleBook(system);
  people = await peopleOf(system);
  deeds = deedsIn(system, book);
  partner = await confirmed();
});

interface Tried {
  id: string;
  email: string;
}

/** Counsel whom Ann registered and nobody else has checked. */
async function registered(email = newAddress()): Promise<Tried> {
  const { body } = await expectStatus(deeds.register(people.ann, email), 201);
  return { id: body.id, email };
}

/** Counsel whom Ann registered and Bob has confirmed. */
async function confirmed(email?: string): Promise<Tried> {
  const counsel = await registered(email);
  await expectStatus(deeds.confirm(people.bob, counsel.id), 200);
  return counsel;
}

type Way = (counsel: Tried) => Promise<ApiAnswer>;

/** An attempt: its name, the refusal it meets, and how it is made on a counsel. */
type Ways = readonly (readonly [name: string, refusal: string, way: Way])[];

const first = async (...some: Promise<ApiAnswer>[]): Promise<ApiAnswer> => {
  const answers = await Promise.all(some);
  const [one] = answers;
  for (const { body } of answers) expect(body.code).toBe(one?.body.code);
  return one as ApiAnswer;
};

const unconfirmed: Ways = [
  ["asks for a review", "422 counsel_unconfirmed", ({ id }) => deeds.request(people.ann, id)],
  ["asks a panel", "422 counsel_unconfirmed", ({ id }) => deeds.panel(people.ann, id, partner.id)],
  [
    "asks again for all rules",
    "422 counsel_unconfirmed",
    ({ id }) => deeds.reReview(people.ann, id),
  ],
  [
    "invites them to enrol a key",
    "422 counsel_unconfirmed",
    ({ id }) => deeds.invite(people.ann, id),
  ],
  [
    "demands the link",
    "422 manual_delivery_disabled",
    ({ id }) => deeds.request(people.ann, id, { deliver: "manual" }),
  ],
  [
    "asks as somebody else",
    "422 counsel_unconfirmed",
    ({ id }) => deeds.request(people.annAgain, id),
  ],
  [
    "asks without an address",
    "403 second_person_required",
    ({ id }) => deeds.request(people.nameless, id),
  ],
  [
    "confirms them herself",
    "403 second_person_required",
    ({ id }) => deeds.confirm(people.ann, id),
  ],
  [
    "confirms them by a second account",
    "403 second_person_required",
    ({ id }) => deeds.confirm(people.annAgain, id),
  ],
  [
    "confirms them without an address",
    "403 second_person_required",
    ({ id }) => deeds.confirm(people.nameless, id),
  ],
  [
    "confirms them twice at once",
    "403 second_person_required",
    ({ id }) => first(deeds.confirm(people.ann, id), deeds.confirm(people.annAgain, id)),
  ],
  [
    "confirms them without a hash",
    "400 validation_failed",
    ({ id }) => people.ann("POST", `/admin/counsel/${id}/confirm`),
  ],
  [
    "confirms a made-up hash",
    "409 identity_changed",
    ({ id }) => deeds.confirm(people.ann, id, "0".repeat(64)),
  ],
  ["confirms them as a reader", "403 forbidden", ({ id }) => deeds.confirm(people.reader, id)],
  [
    "confirms them as a customer's admin",
    "403 forbidden",
    ({ id }) => deeds.confirm(people.orgAdmin, id),
  ],
  [
    "registers them without an address",
    "403 second_person_required",
    () => deeds.register(people.nameless, newAddress()),
  ],
  [
    "changes them without an address",
    "403 second_person_required",
    ({ id }) => deeds.edit(people.nameless, id, { firm: "Lex" }),
  ],
  [
    "changes them by a second account, and confirms",
    "403 second_person_required",
    async ({ id }) => {
      await expectStatus(deeds.edit(people.annAgain, id, { firm: "Lex" }), 200);
      return deeds.confirm(people.ann, id);
    },
  ],
  [
    "changes what somebody is about to confirm",
    "409 identity_changed",
    async ({ id }) => {
      const { identity_sha256 } = await deeds.shown(id);
      await expectStatus(deeds.edit(people.ann, id, { email: newAddress() }), 200);
      return deeds.confirm(people.bob, id, identity_sha256);
    },
  ],
  [
    "changes it and back again",
    "409 identity_changed",
    async ({ id }) => {
      const { identity_sha256 } = await deeds.shown(id);
      await expectStatus(deeds.edit(people.ann, id, { firm: "Lex" }), 200);
      await expectStatus(deeds.edit(people.ann, id, { firm: null }), 200);
      return deeds.confirm(people.bob, id, identity_sha256);
    },
  ],
  [
    "has a colleague mend a word, and confirms",
    "403 second_person_required",
    async ({ id }) => {
      await expectStatus(deeds.edit(people.bob, id, { display_name: "Ada Lexx" }), 200);
      return deeds.confirm(people.ann, id);
    },
  ],
  [
    "mends a word of a colleague's, and confirms",
    "403 second_person_required",
    async ({ id }) => {
      await expectStatus(deeds.edit(people.bob, id, { display_name: "Ada Lexx" }), 200);
      return deeds.confirm(people.bob, id);
    },
  ],
  [
    "brings back a typo that a colleague had corrected, and confirms",
    "403 second_person_required",
    async () => {
      const [typo, email] = [newAddress(), newAddress()];
      const { id } = (await expectStatus(deeds.register(people.bob, typo), 201)).body;
      await expectStatus(deeds.edit(people.bob, id, { email }), 200);
      await expectStatus(deeds.edit(people.ann, id, { email: typo }), 200);
      return deeds.confirm(people.ann, id);
    },
  ],
  [
    "brings back that typo after a change of her own",
    "403 second_person_required",
    async () => {
      const [typo, email] = [newAddress(), newAddress()];
      const { id } = (await expectStatus(deeds.register(people.bob, typo), 201)).body;
      await expectStatus(deeds.edit(people.bob, id, { email }), 200);
      for (const edit of [{ firm: "Lex" }, { firm: null }, { email: typo }]) {
        await expectStatus(deeds.edit(people.ann, id, edit), 200);
      }
      return deeds.confirm(people.ann, id);
    },
  ],
  [
    "takes back her own change and a colleague's correction after it, and confirms",
    "403 second_person_required",
    async () => {
      const [typo, email] = [newAddress(), newAddress()];
      const { id } = (await expectStatus(deeds.register(people.bob, typo), 201)).body;
      await expectStatus(deeds.edit(people.ann, id, { firm: "Lex" }), 200);
      await expectStatus(deeds.edit(people.bob, id, { email }), 200);
      await expectStatus(deeds.edit(people.ann, id, { firm: null, email: typo }), 200);
      return deeds.confirm(people.ann, id);
    },
  ],
  [
    "lets them sign without the key that a colleague demanded, and confirms",
    "403 second_person_required",
    async () => {
      const { id } = (await expectStatus(deeds.register(people.bob, newAddress()), 201)).body;
      await expectStatus(deeds.edit(people.bob, id, { signing_policy: "key_required" }), 200);
      await expectStatus(deeds.edit(people.ann, id, { signing_policy: "link" }), 200);
      return deeds.confirm(people.ann, id);
    },
  ],
  [
    "brings back somebody whom a colleague registered and retired, and confirms",
    "403 second_person_required",
    async () => {
      const { id } = (await expectStatus(deeds.register(people.bob, newAddress()), 201)).body;
      await expectStatus(deeds.retire(people.bob, id), 200);
      await expectStatus(deeds.bringBack(people.ann, id), 200);
      return deeds.confirm(people.ann, id);
    },
  ],
  [
    "retires them, brings them back, and confirms",
    "403 second_person_required",
    async ({ id }) => {
      await expectStatus(deeds.retire(people.ann, id), 200);
      await expectStatus(deeds.bringBack(people.annAgain, id), 200);
      return deeds.confirm(people.ann, id);
    },
  ],
  [
    "signs in with counsel's address",
    "422 counsel_is_admin",
    async ({ id, email }) => {
      const own = await system.token({ is_platform_admin: true, email: email.toUpperCase() });
      return deeds.confirm(system.api(own), id);
    },
  ],
  [
    "confirms another counsel's hash",
    "409 identity_changed",
    async ({ id }) =>
      deeds.confirm(people.bob, id, (await deeds.shown(partner.id)).identity_sha256),
  ],
  [
    "confirms them as a customer's member",
    "403 forbidden",
    async ({ id }) => deeds.confirm(system.api(await system.token({ tenant_id: id })), id),
  ],
  [
    "asks in the name of the canary",
    "403 forbidden",
    ({ id }) => deeds.request(people.ann, id, { framework_id: "countersign_canary" }),
  ],
];

/** Each of these changes counsel whom a second person had confirmed. */
const afterwards: Ways = [
  [
    "renames them",
    "422 counsel_unconfirmed",
    async ({ id }) => {
      await expectStatus(deeds.edit(people.ann, id, { display_name: "Somebody Else" }), 200);
      return deeds.request(people.ann, id);
    },
  ],
  [
    "gives them her own mailbox",
    "422 counsel_unconfirmed",
    async ({ id }) => {
      await expectStatus(deeds.edit(people.ann, id, { email: newAddress() }), 200);
      return deeds.request(people.ann, id);
    },
  ],
  [
    "changes them back",
    "422 counsel_unconfirmed",
    async ({ id }) => {
      await expectStatus(deeds.edit(people.ann, id, { firm: "Lex" }), 200);
      await expectStatus(deeds.edit(people.ann, id, { firm: null }), 200);
      return deeds.request(people.ann, id);
    },
  ],
  [
    "changes them back, and confirms what Bob had confirmed",
    "403 second_person_required",
    async ({ id }) => {
      await expectStatus(deeds.edit(people.ann, id, { firm: "Lex" }), 200);
      await expectStatus(deeds.edit(people.ann, id, { firm: null }), 200);
      return deeds.confirm(people.ann, id);
    },
  ],
  [
    "retires them and brings them back",
    "422 counsel_unconfirmed",
    async ({ id }) => {
      await expectStatus(deeds.retire(people.bob, id), 200);
      await expectStatus(deeds.bringBack(people.ann, id), 200);
      return deeds.panel(people.ann, id, partner.id);
    },
  ],
  [
    "confirms what she brought back",
    "403 second_person_required",
    async ({ id }) => {
      await expectStatus(deeds.retire(people.bob, id), 200);
      await expectStatus(deeds.bringBack(people.ann, id), 200);
      return deeds.confirm(people.ann, id);
    },
  ],
  [
    "has them decide by the link again",
    "422 counsel_unconfirmed",
    async ({ id }) => {
      await expectStatus(deeds.edit(people.ann, id, { signing_policy: "key_required" }), 200);
      await expectStatus(deeds.edit(people.ann, id, { signing_policy: "link" }), 200);
      return deeds.request(people.ann, id);
    },
  ],
  [
    "renames them and invites them to enrol a key",
    "422 counsel_unconfirmed",
    async ({ id }) => {
      await expectStatus(deeds.edit(people.ann, id, { display_name: "Somebody Else" }), 200);
      return deeds.invite(people.ann, id);
    },
  ],
];

const named = (ways: Ways) => ways.map(([name, refusal, way]) => ({ name, refusal, way }));
const told = ({ status, body }: ApiAnswer): string => `${status} ${body.code}`;

/** Checks that nobody was asked for anything, and that nobody decided. */
async function expectNothing({ id, email }: Tried): Promise<void> {
  const { open_requests, signatures_count, identity_confirmed_at } = await deeds.shown(id);
  expect({ open_requests, signatures_count, identity_confirmed_at }).toEqual({
    open_requests: 0,
    signatures_count: 0,
    identity_confirmed_at: null,
  });
  expect(await mailsTo(system, email)).toEqual([]);
}

describe("Ann achieves nothing with counsel whom she registered when she", () => {
  test.each(named(unconfirmed))("$name: $refusal", async ({ refusal, way }) => {
    const counsel = await registered();
    expect(told(await way(counsel))).toBe(refusal);
    await expectNothing(counsel);
  });
});

describe("Ann achieves nothing with counsel whom Bob confirmed when she", () => {
  test.each(named(afterwards))("$name: $refusal", async ({ refusal, way }) => {
    const counsel = await confirmed();
    expect(told(await way(counsel))).toBe(refusal);
    await expectNothing(counsel);
  });
});

describe("Ann achieves nothing with counsel who has her own address and whom Bob confirmed when she", () => {
  let own: Tried;
  beforeAll(async () => {
    own = await confirmed(addressOf("ann"));
  });
  const ways: Ways = [
    ["asks for a review", "422 counsel_is_admin", ({ id }) => deeds.request(people.ann, id)],
    [
      "asks by a second account",
      "422 counsel_is_admin",
      ({ id }) => deeds.request(people.annAgain, id),
    ],
    ["asks a panel", "422 counsel_is_admin", ({ id }) => deeds.panel(people.ann, id, partner.id)],
    [
      "asks again for all rules",
      "422 counsel_is_admin",
      ({ id }) => deeds.reReview(people.ann, id),
    ],
    [
      "invites herself to enrol a key",
      "422 counsel_is_admin",
      ({ id }) => deeds.invite(people.ann, id),
    ],
  ];
  test.each(named(ways))("$name: $refusal", async ({ refusal, way }) => {
    expect(told(await way(own))).toBe(refusal);
  });
});

/** What the mail provider reports about a mail. */
const mailEvent = (message: string, to: string, type: "Email Bounced" | "Email Delivered") => ({
  event_bus_name: "default",
  account: "000000000000",
  source: "aws.ses",
  "detail-type": type,
  detail: {
    mail: { messageId: "0100-sent", tags: { message: [message] }, destination: [to] },
    bounce: { bounceType: "Permanent" },
  },
});

describe("a request that waits for counsel whom Bob confirmed", () => {
  /** A request that Ann made and that was mailed. */
  async function asked() {
    const counsel = await confirmed();
    const { body } = await expectStatus(
      deeds.request(people.ann, counsel.id, { may_delegate: true }),
      201,
    );
    return { ...counsel, review: body, token: await mailedToken(system, counsel.email) };
  }

  test("nobody is shown the link: not in answers, rows, logs, or the table", async () => {
    const { review, token } = await asked();
    expect(review.magic_link_url).toBeNull();
    const rows = await people.ann("GET", `/admin/rule-reviews/${review.id}/audit`);
    expect(rows.body.items[0].context.magic_link_url).toMatch(/^sha256:[0-9a-f]{64}$/);
    const evidence = await people.ann("GET", `/admin/rule-reviews/${review.id}/evidence`);
    const renewed = await expectStatus(deeds.renew(people.ann, review.id), 200);
    expect(renewed.body.magic_link_url).toBeNull();
    const manual = await deeds.renew(people.ann, review.id, { deliver: "manual" });
    expect(told(manual)).toBe("422 manual_delivery_disabled");
    const places = [rows.text, evidence.text, ...system.rawLines];
    const stored = JSON.stringify(await scanTable(system));
    for (const place of [...places, stored]) expect(place).not.toContain(token);
    expect(stored).not.toContain(
      await mailedToken(system, (await deeds.shown(review.counsel_id)).email),
    );
  });

  test("once Ann has changed counsel, the link is of no use until somebody else confirms the change", async () => {
    const { id, email, review, token } = await asked();
    await expectStatus(deeds.edit(people.ann, id, { display_name: "Somebody Else" }), 200);
    for (const attempt of [deeds.open, deeds.decide]) {
      expect(told(await attempt(token))).toBe("403 counsel_unconfirmed");
    }
    const passing = { display_name: "Friend", email: newAddress(), reason: "Please." };
    const passed = await system.api()("POST", `/counsel/review/${token}/delegate`, passing);
    expect([passed.status, passed.body.code]).toEqual([403, "counsel_unconfirmed"]);
    expect(told(await deeds.renew(people.ann, review.id))).toBe("422 counsel_unconfirmed");
    expect(await mailsTo(system, email)).toHaveLength(1);
    const { viewed_at } = (await people.ann("GET", `/admin/rule-reviews/${review.id}`)).body;
    expect(viewed_at).toBeNull();
    await expectStatus(deeds.confirm(people.bob, id), 200);
    await expectStatus(deeds.open(token), 200);
    await expectStatus(deeds.decide(token), 200);
  });

  test("a delegate hears of it only once an admin has confirmed them", async () => {
    const { token, review } = await asked();
    const email = newAddress();
    const passing = { display_name: "Anna Conti", email, reason: "She knows it." };
    await expectStatus(system.api()("POST", `/counsel/review/${token}/delegate`, passing), 201);
    expect(await mailsTo(system, email)).toEqual([]);
    const [delegate] = (await people.ann("GET", `/admin/counsel?email=${email}`)).body.items;
    const { work } = (await people.ann("GET", "/admin/overview")).body;
    const waiting = work.find(
      ({ object }: { object: { id: string } }) => object.id === delegate.id,
    );
    expect(waiting).toMatchObject({ kind: "counsel_unconfirmed", severity: "high", count: 1 });
    const own = system.api(await system.token({ is_platform_admin: true, email }));
    expect(told(await deeds.confirm(own, delegate.id))).toBe("422 counsel_is_admin");
    await expectStatus(deeds.confirm(people.ann, delegate.id), 200);
    await system.advance(400);
    const theirs = await mailedToken(system, email);
    await expectStatus(deeds.open(theirs), 200);
    await expectStatus(deeds.decide(theirs), 200);
    expect(theirs).not.toBe(token);
    expect(review.counsel_id).not.toBe(delegate.id);
  });

  test("once counsel has Ann's own address, the link is of no use and is not mailed again", async () => {
    const { id, review, token } = await asked();
    await expectStatus(deeds.edit(people.ann, id, { email: addressOf("ann") }), 200);
    await expectStatus(deeds.confirm(people.bob, id), 200);
    for (const attempt of [deeds.open, deeds.decide]) {
      expect(told(await attempt(token))).toBe("403 counsel_unconfirmed");
    }
    expect(told(await deeds.renew(people.bob, review.id))).toBe("422 counsel_is_admin");
    await system.advance(12 * 86_400);
    expect(await mailsTo(system, addressOf("ann"))).toEqual([]);
  });

  test("more time while the mail with a renewed link waits leaves that link to counsel", async () => {
    people = await peopleOf(system);
    const { email, review } = await asked();
    await expectStatus(deeds.renew(people.ann, review.id), 200);
    const path = `/admin/rule-reviews/${review.id}/extend`;
    await expectStatus(people.ann("POST", path, { expiry_days: 20 }), 200);
    await expectStatus(deeds.open(await mailedToken(system, email)), 200);
  });

  test("an answer is mailed without a link once the last reminder, which carried it, is out", async () => {
    people = await peopleOf(system);
    const { id, email } = await confirmed();
    const { body } = await expectStatus(deeds.request(people.ann, id, { expiry_days: 1 }), 201);
    const token = await mailedToken(system, email);
    await expectStatus(deeds.open(token), 200);
    // A report that is written while the clock moves would be older than its writer's certificate.
    const review = `/admin/rule-reviews/${body.id}`;
    const mailStatus = async () => (await people.ann("GET", review)).body.mail.status;
    await expect.poll(mailStatus).toBe("delivered");
    await system.advance(13 * 3600);
    expect(await mailsTo(system, email)).toHaveLength(2);
    people = await peopleOf(system);
    const question = { text: "Since when?" };
    const path = `/counsel/review/${token}/questions`;
    const asked = await expectStatus(system.api()("POST", path, question), 201);
    const answer = `${review}/questions/${asked.body.id}/answer`;
    await expectStatus(people.ann("POST", answer, { text: "Since May." }), 200);
    await system.advance(16 * 60);
    const [mail, ...earlier] = await mailsTo(system, email);
    expect(earlier).toHaveLength(2);
    expect(mail).toContain("Please open the review with the link in an earlier mail.");
    expect(mail).not.toContain("/counsel/");
  });

  test("reminders follow a mail that waited and whose delivery was reported before its sending was recorded", async () => {
    people = await peopleOf(system);
    const { id, email } = await confirmed();
    const { body } = await expectStatus(deeds.request(people.ann, id), 201);
    await expectStatus(deeds.edit(people.ann, id, { firm: "Lex" }), 200);
    expect(await mailsTo(system, email)).toEqual([]);
    await system.advance(10 * 86_400);
    people = await peopleOf(system);
    await expectStatus(deeds.confirm(people.bob, id), 200);
    const delivered = mailEvent(`${body.id}_link_1`, email, "Email Delivered");
    await expectStatus(system.api()("POST", "/_local/events", delivered), 200);
    const mail = async () => (await people.ann("GET", `/admin/rule-reviews/${body.id}`)).body.mail;
    await expect.poll(async () => (await mail()).status).toBe("delivered");
    expect(await mailsTo(system, email)).toHaveLength(1);
    await system.advance(2 * 86_400 + 3600);
    expect(await mailsTo(system, email)).toHaveLength(2);
  });
});

test("whoever has taken back only their own changes may confirm what a colleague wrote", async () => {
  people = await peopleOf(system);
  const { id } = (await expectStatus(deeds.register(people.bob, newAddress()), 201)).body;
  for (const firm of ["Lex", "Roe", null]) {
    await expectStatus(deeds.edit(people.ann, id, { firm }), 200);
  }
  await expectStatus(deeds.confirm(people.ann, id), 200);
});

test("an invitation to enrol a key is only ever mailed, and is of no use once Ann has changed counsel", async () => {
  people = await peopleOf(system);
  const counsel = await confirmed();
  const { body } = await expectStatus(deeds.invite(people.ann, counsel.id), 201);
  expect(body.url).toBeNull();
  const token = await mailedToken(system, counsel.email);
  const path = `/counsel/key/${token}`;
  await expectStatus(system.api()("GET", path), 200);
  await expectStatus(deeds.edit(people.ann, counsel.id, { display_name: "Somebody Else" }), 200);
  expect(told(await system.api()("GET", path))).toBe("403 counsel_unconfirmed");
  expect(system.rawLines.some((line) => line.includes(token))).toBe(false);
});

test("an invitation whose mail came back stops mail to that address, and one row says why", async () => {
  const { id, email } = await confirmed();
  await expectStatus(deeds.invite(people.ann, id), 201);
  await mailedToken(system, email);
  const { items } = (await people.ann("GET", `/admin/counsel/${id}/audit`)).body;
  const { token_hash } = items.find(
    ({ action }: { action: string }) => action === "counsel.key_invited",
  ).context;
  const bounce = mailEvent(`${id}_key_${token_hash.slice(0, 16)}`, email, "Email Bounced");
  for (const _ of [1, 2]) {
    await expectStatus(system.api()("POST", "/_local/events", bounce), 200);
  }
  const rows = async () =>
    (await people.ann("GET", `/admin/counsel/${id}/audit`)).body.items.filter(
      ({ action }: { action: string }) => action === "counsel.mail_stopped",
    );
  await expect.poll(async () => (await rows()).length).toBe(1);
  expect((await rows())[0].context.reason).toBe("bounced");
  expect(told(await deeds.invite(people.ann, id))).toBe("422 counsel_mail_stopped");
  expect(told(await deeds.request(people.ann, id))).toBe("422 counsel_mail_stopped");
});

test("two people approve: one asks, another has confirmed counsel, and the evidence says so", async () => {
  people = await peopleOf(system);
  const counsel = await confirmed();
  const before = await deeds.shown(counsel.id);
  expect(before.changed_by).toEqual([]);
  expect(
    (await expectStatus(deeds.confirm(people.cem, counsel.id), 200)).body.identity_confirmed_at,
  ).toBe(before.identity_confirmed_at);
  await expectStatus(deeds.edit(people.ann, counsel.id, { notes: "Free.", language: "de" }), 200);
  await expectStatus(deeds.edit(people.ann, counsel.id, { signing_policy: "link" }), 200);
  const { body } = await expectStatus(deeds.request(people.ann, counsel.id), 201);
  const token = await mailedToken(system, counsel.email);
  await expectStatus(deeds.open(token), 200);
  await expectStatus(deeds.decide(token), 200);
  const evidence = (await people.ann("GET", `/admin/rule-reviews/${body.id}/evidence`)).body;
  const failed = evidence.checks.filter(({ result }: { result: string }) => result === "fail");
  expect(failed).toEqual([]);
});

import { createHash } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { softwarePasskey } from "#infra/local/software-passkey.ts";
import { challengeFor, enrol, setPolicy } from "#test/support/enrol.ts";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import {
  appointAnother,
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
} from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import {
  type Item,
  itemAt,
  itemsUnder,
  leaveAltered,
  putItem,
  removeItem,
  rewriteItem,
  rowItems,
  takeBack,
} from "#test/support/table-attack.ts";

/*
 * What somebody who can write every item of the table can make the service itself say: nothing that its
 * signed rows do not say. Each attack goes through the service's own doors.
 */

const system = suiteSystemWithLog({ settings: { WORKER_INVOKE_ENABLED: "false" } });
afterEach(() => takeBack(system));

let known: Commissioned | undefined;
const first = async (): Promise<Commissioned> => {
  known ??= await commission(system);
  return known;
};
const another = async () => appointAnother(system, await first());
const requested = async () => requestReview(system, await another());

const meta = (pk: string) => ({ pk, sk: "META" });
const recordOf = ({ review }: Commissioned) => meta(`REVIEW#${review.id}`);
const counselOf = ({ counselId }: { counselId: string }) => meta(`COUNSEL#${counselId}`);
const pkOf = (token: string) => `LINK#${createHash("sha256").update(token).digest("hex")}`;
const stateOf = (token: string) => ({ pk: pkOf(token), sk: "STATE" });

const open = (token: string) => system.api()("GET", `/counsel/review/${token}`);
const decide = (token: string, more: object = {}) =>
  system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved", ...more });
const runJob = (job: string) =>
  expectStatus(system.api()("POST", `/_local/schedules/${job}/run`), 200);

const rowOf = async ({ review }: Commissioned, action: string): Promise<Item> => {
  const items = await rowItems(system, "rule_review_request", review.id);
  return items.find(({ row }) => row.action === `rule_review.${action}`)?.row;
};

/** Checks that an alarm says that the table differs from the rows. */
function expectAlarm(reason: string | RegExp) {
  const alarms = system.lines.filter(({ event }) => event === "evidence.state_differs");
  expect(alarms.map((line) => line.reason)).toContainEqual(
    typeof reason === "string" ? reason : expect.stringMatching(reason),
  );
}

describe("N18: counsel's identity", () => {
  const professor = { display_name: "Professor Invented", firm: "Nobody & Sons" };

  test("N18: a name and firm that were put into the record before the request are in no link and no decision", async () => {
    const counsel = await another();
    await rewriteItem(system, counselOf(counsel), (item) => Object.assign(item.counsel, professor));
    const one = await requestReview(system, counsel);
    const { body } = await expectStatus(open(one.token), 200);
    expect(body.counsel.display_name).toBe("Dr. Ada Lex");
    await expectStatus(decide(one.token), 200);
    const { context } = await rowOf(one, "approved");
    expect(context.counsel).toMatchObject({ display_name: "Dr. Ada Lex", firm: "Lex LLP" });
  });

  test("N18: a name, an address and a head that were changed in the record after the request end the decision with an alarm", async () => {
    const one = await requested();
    await rewriteItem(system, counselOf(one), (item) => Object.assign(item.counsel, professor));
    await expectStatus(decide(one.token), 200);
    const { context } = await rowOf(one, "approved");
    expect(context.counsel).toMatchObject({ display_name: "Dr. Ada Lex", firm: "Lex LLP" });
    const two = await requested();
    system.lines.length = 0;
    await rewriteItem(system, counselOf(two), (item) => {
      item.counsel.audit_head.hash = "0".repeat(64);
    });
    const { status, body } = await decide(two.token);
    expect([status, body.code]).toEqual([503, "state_differs"]);
    expectAlarm("newest_row");
  });

  test("N18: nobody can have the service sign a row about counsel with an invented name", async () => {
    const counsel = await another();
    await rewriteItem(system, counselOf(counsel), (item) => Object.assign(item.counsel, professor));
    system.lines.length = 0;
    const path = `/admin/counsel/${counsel.counselId}`;
    const { status, body } = await system.admin("PATCH", path, { bar_registration: "RAK 9" });
    expect([status, body.code]).toEqual([503, "state_differs"]);
    expectAlarm("record");
  });

  test("C2: if the policy is flipped in the table, the link of a request still demands the key, as counsel's rows say", async () => {
    const counsel = await another();
    await enrol(system, counsel.counselId);
    await setPolicy(system, counsel.counselId, "key_required");
    await rewriteItem(system, counselOf(counsel), (item) => {
      item.counsel.signing_policy = "link";
    });
    const one = await requestReview(system, counsel);
    const { status, body } = await decide(one.token);
    expect([status, body.code]).toEqual([422, "assertion_required"]);
  });

  test("H4: a key enrolled after the request, with its date changed, does not sign it", async () => {
    const one = await requested();
    const key = await enrol(system, one.counselId);
    await setPolicy(system, one.counselId, "key_required");
    const credential = createHash("sha256").update(key.credentialId).digest("hex");
    await rewriteItem(system, meta(`CREDENTIAL#${credential}`), (item) => {
      item.key.enrolled_at = "2026-01-01T00:00:00.000Z";
    });
    const assertion = key.get(await challengeFor(system, one, { decision: "approved" }));
    const { status, body } = await decide(one.token, { assertion });
    expect([status, body.code]).toEqual([422, "assertion_invalid"]);
  });
});

test("own: a stored key exchanged before a decision signs nothing, because counsel's rows say which key it is", async () => {
  const counsel = await another();
  const key = await enrol(system, counsel.counselId);
  await setPolicy(system, counsel.counselId, "key_required");
  const one = await requestReview(system, counsel);
  const own = softwarePasskey(system.baseUrl, "ES256", Buffer.from(key.credentialId, "base64url"));
  const credential = createHash("sha256").update(key.credentialId).digest("hex");
  await rewriteItem(system, meta(`CREDENTIAL#${credential}`), (item) => {
    item.key.public_key_spki = own.spki;
  });
  const assertion = own.get(await challengeFor(system, one, { decision: "approved" }));
  const { status, body } = await decide(one.token, { assertion });
  expect([status, body.code]).toEqual([422, "assertion_invalid"]);
});

describe("N19: the wording that is asked about", () => {
  const live = async () => {
    const { frameworkId } = await first();
    return { pk: `RULES#${frameworkId}`, sk: "rule.a" };
  };
  const ask = async () => {
    const { frameworkId, counselId, ruleIds } = { ...(await first()), ...(await another()) };
    const body = { framework_id: frameworkId, rule_use_case_ids: ruleIds };
    return {
      review: await system.admin("POST", "/admin/rule-reviews", { ...body, counsel_id: counselId }),
      panel: await system.admin("POST", "/admin/review-panels", {
        ...{ ...body, counsel_ids: [counselId, (await another()).counselId] },
        ...{ need: 1, on_reject: "ends" },
      }),
      all: await system.admin("POST", `/admin/frameworks/${frameworkId}/re-reviews`, {
        counsel_id: counselId,
      }),
    };
  };

  test.each([
    ["with its hash kept", (item: Item) => Object.assign(item.live.rule, { title: "Softer" })],
    [
      "together with its hash",
      (item: Item) => {
        const { framework_id, rule } = item.live;
        rule.title = "Softer";
        item.live.content_hash = createHash("sha256")
          .update(JSON.stringify({ framework_id, ...rule }))
          .digest("hex");
      },
    ],
    ["with another row named", (item: Item) => Object.assign(item, { imported_by: "nowhere" })],
  ])("N19: a live wording changed %s is asked of nobody", async (_, change) => {
    system.lines.length = 0;
    await rewriteItem(system, await live(), change);
    const { review, panel } = await ask();
    for (const { status, body } of [review, panel]) {
      expect([status, body.code]).toEqual([503, "state_differs"]);
    }
    expectAlarm("wording rule.a");
  });

  test("N19: rows of requests, decisions and imports name the hash of each wording", async () => {
    const one = await requested();
    await expectStatus(decide(one.token), 200);
    const { review } = await itemAt(system, recordOf(one));
    for (const action of ["requested", "approved"]) {
      expect((await rowOf(one, action)).context.content_hashes).toEqual(review.pinned_hashes);
    }
    const rows = await rowItems(system, "framework", one.frameworkId);
    const imported = rows.find(({ row }) => row.action === "rules.imported")?.row;
    const hashes = one.ruleIds.map((id, i) => {
      return { use_case_id: id, content_hash: review.pinned_hashes[i] };
    });
    expect(imported.context.content_hashes).toEqual(hashes);
    expect(rows.map(({ row }) => row.prev_hash)).toEqual([
      null,
      ...rows.slice(0, -1).map(({ row }) => row.row_hash),
    ]);
  });
});

describe("N20: a renewed link", () => {
  test("N20: if the stored items of a renewed link are put back together with the record, they open and decide nothing", async () => {
    const one = await requested();
    const old = await itemsUnder(system, pkOf(one.token));
    const record = await itemAt(system, recordOf(one));
    const path = `/admin/rule-reviews/${one.review.id}`;
    const { body } = await expectStatus(system.admin("POST", `${path}/link`, {}), 200);
    const renewed = body.magic_link_url.split("/").at(-1);
    leaveAltered(system);
    for (const item of old) await putItem(system, item);
    for (const back of [[], [record]]) {
      for (const item of back) await putItem(system, item);
      system.lines.length = 0;
      for (const { status, body } of [await open(one.token), await decide(one.token)]) {
        expect([status, body.code]).toEqual([403, "invalid_token"]);
      }
      const events = system.lines.map(({ event }) => event);
      expect(events).toContain("review.link_not_genuine");
    }
    await takeBack(system);
    await expectStatus(decide(renewed), 200);
    const { link } = (await rowOf(one, "approved")).context;
    expect(link).toBe((await rowOf(one, "link_renewed")).row_hash);
  });

  test("N6: a new link signs what was asked at first, whatever the record now says", async () => {
    const one = await requested();
    await rewriteItem(system, recordOf(one), ({ review }) => {
      Object.assign(review, { expires_at: "2036-01-01T00:00:00.000Z", nonce: "0".repeat(32) });
    });
    const path = `/admin/rule-reviews/${one.review.id}`;
    const { body } = await expectStatus(system.admin("POST", `${path}/link`, {}), 200);
    const opened = await expectStatus(open(body.magic_link_url.split("/").at(-1)), 200);
    expect(opened.body.expires_at).toBe(one.review.expires_at);
  });
});

describe("N21: what the service decides by itself", () => {
  test("N21: an end that the table has moved into the past expires nothing", async () => {
    const one = await requested();
    system.lines.length = 0;
    const past = "2026-01-01T00:00:00.000Z";
    for (const key of [recordOf(one), stateOf(one.token)]) {
      await rewriteItem(system, key, (item) => {
        item.review.expires_at = past;
        if (item.gsi4pk !== undefined) item.gsi4sk = `${past}#${one.review.id}`;
      });
    }
    await runJob("expire-reviews");
    expect(await rowOf(one, "expired")).toBeUndefined();
    expectAlarm("expires_at");
    await expectStatus(open(one.token), 200);
  });

  test("N21: a panel's lowered need does not end it", async () => {
    const { panel, members } = await commissionPanel(system, { members: 3, need: 3 });
    await rewriteItem(system, meta(`PANEL#${panel.id}`), (item) => {
      item.panel.need = 1;
    });
    await vote(system, members[0], "approved");
    const { body } = await expectStatus(
      system.admin("GET", `/admin/review-panels/${panel.id}`),
      200,
    );
    expect(body.status).toBe("open");
  });

  test("N21: changing a refuser's stored status before the last vote does not turn the panel", async () => {
    const { panel, members } = await commissionPanel(system, {
      ...{ members: 3, need: 2, on_reject: "outvoted" },
    });
    await vote(system, members[0], "rejected");
    const refuser = members[0]?.review.id;
    await rewriteItem(system, meta(`REVIEW#${refuser}`), ({ review }) => {
      review.status = "approved";
    });
    await rewriteItem(system, meta(`PANEL#${panel.id}`), (item) => {
      for (const member of item.panel.members) {
        if (member.review_id === refuser) member.status = "approved";
      }
    });
    const token = members[1]?.token;
    const said = { decision: "approved" };
    const { status } = await system.api()("POST", `/counsel/review/${token}/decide`, said);
    expect(status).toBe(200);
    await takeBack(system);
    const path = `/admin/review-panels/${panel.id}`;
    const { body } = await expectStatus(system.admin("GET", path), 200);
    // According to the table, these were two approvals.
    expect(body.status).toBe("open");
    const rows = await rowItems(system, "review_panel", panel.id);
    expect(rows.map(({ row }) => row.action)).not.toContain("review_panel.approved");
  });

  test("N3: a member replaced by an invented row still counts, and the service signs no result against it", async () => {
    const { panel, members, frameworkId, ruleIds } = await commissionPanel(system, {
      ...{ members: 3, need: 2, on_reject: "outvoted" },
    });
    await vote(system, members[0], "rejected");
    const puppet = await appointAnother(system, { frameworkId, ruleIds });
    const own = await requestReview(system, puppet);
    const rows = await rowItems(system, "review_panel", panel.id);
    const last = rows.at(-1) as Item;
    const from = { counsel_id: members[0]?.counselId, review_id: members[0]?.review.id };
    const to = { counsel_id: puppet.counselId, review_id: own.review.id };
    const row_hash = "3".repeat(64);
    const row = {
      ...{ ...last.row, id: crypto.randomUUID(), action: "review_panel.member_replaced" },
      ...{
        context: { framework_id: frameworkId, from, to },
        prev_hash: last.row.row_hash,
        row_hash,
      },
    };
    await putItem(system, { ...last, sk: `${row.created_at}#0002#${row.id}`, row });
    await rewriteItem(system, meta(`PANEL#${panel.id}`), (item) => {
      item.panel.members[0] = { ...to, status: "pending", decided_at: null };
      item.panel.audit_head = { hash: row_hash, length: 2, at: row.created_at };
    });
    system.lines.length = 0;
    await vote(system, members[1], "approved");
    const { status, body } = await decide(members[2]?.token ?? "");
    expect([status, body.code]).toEqual([503, "state_differs"]);
    expectAlarm(/row_changed|row_unsigned/);
    await takeBack(system);
  });
});

describe("N22: what counsel is shown", () => {
  test("N22: a decision that was changed only in the link's state is shown as its signed row says", async () => {
    const one = await requested();
    const said = { decision: "rejected", comment: "No.", counsel_reference: "Lex 1" };
    await expectStatus(decide(one.token, said), 200);
    const asDecided = (await expectStatus(open(one.token), 200)).body.decision;
    const states: Item[] = [
      { status: "approved", decision_comment: "Yes!" },
      { status: "pending", decided_at: null, decision_comment: null },
      { status: "cancelled", cancel_reason: null },
      { counsel_reference: "Lex 2" },
    ];
    for (const change of states) {
      await rewriteItem(system, stateOf(one.token), ({ review }) => Object.assign(review, change));
      const { body } = await expectStatus(open(one.token), 200);
      expect(body.status).toBe("rejected");
      expect(body.decision).toEqual(asDecided);
      await takeBack(system);
    }
  });

  test("N22: a decision that was taken back in state and record cannot be made a second time", async () => {
    const one = await requested();
    await expectStatus(decide(one.token, { decision: "rejected" }), 200);
    const none = { status: "pending", decided_at: null, decision_comment: null };
    for (const key of [stateOf(one.token), recordOf(one)]) {
      await rewriteItem(system, key, ({ review }) => Object.assign(review, none));
    }
    const { status, body } = await decide(one.token);
    expect([status, body.code]).toEqual([409, "already_decided"]);
  });

  test("N22: a decision that no signed row records is not shown, and raises an alarm", async () => {
    const one = await requested();
    const { body } = await expectStatus(decide(one.token), 200);
    const items = await rowItems(system, "rule_review_request", one.review.id);
    const decision = items.find(({ row }) => row.action === "rule_review.approved") as Item;
    leaveAltered(system);
    await removeItem(system, { pk: decision.pk, sk: decision.sk });
    system.lines.length = 0;
    const answer = await open(one.token);
    expect([answer.status, answer.body.code]).toEqual([503, "state_differs"]);
    expectAlarm("end_missing");
    await takeBack(system);
    expect((await open(one.token)).body.decision.row_hash).toBe(body.row_hash);
  });
});

describe("N7: where a link is sent", () => {
  /** Runs the courier until nothing is left to send, because a mail may have to be tried again. */
  const deliver = async () => {
    for (let run = 0, waiting = true; waiting && run < 5; run += 1) {
      const counts = (await runJob("courier")).body;
      waiting = counts.again > 0;
      if (waiting) await system.advance(3600);
    }
  };

  test("N7: a link goes to the address in counsel's newest signed row, and its own row says which address it was", async () => {
    const counsel = await another();
    const one = await requestReview(system, counsel, { deliver: "mail" });
    const puppet = "puppet@evil.example";
    await rewriteItem(system, counselOf(counsel), (item) => {
      item.counsel.email = puppet;
    });
    await deliver();
    const { items } = (await system.api()("GET", "/_local/outbox")).body;
    const to = items.map((mail: { to: string[] }) => mail.to[0]);
    expect(to).toContain(counsel.email);
    expect(to).not.toContain(puppet);
    const { to_sha256 } = (await rowOf(one, "link_mailed")).context;
    expect(to_sha256).toBe(createHash("sha256").update(counsel.email).digest("hex"));
  });

  test("N7: a request that the table hands to somebody else sends them nothing", async () => {
    const [counsel, puppet] = [await another(), await another()];
    const one = await requestReview(system, counsel, { deliver: "mail" });
    await rewriteItem(system, recordOf(one), (item) => {
      item.review.counsel_id = puppet.counselId;
    });
    await deliver();
    const { items } = (await system.api()("GET", "/_local/outbox")).body;
    const to = items.map((mail: { to: string[] }) => mail.to[0]);
    expect(to).not.toContain(puppet.email);
  });
});

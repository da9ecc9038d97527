import type { RecordAttack } from "#test/support/attacks/attack.ts";
import type { Ground } from "#test/support/attacks/ground.ts";
import type { Target } from "#test/support/attacks/judges.ts";
import {
  type Item,
  itemsUnder,
  putItem,
  removeItem,
  rewriteItem,
} from "#test/support/table-attack.ts";

/* Alters what the service keeps in order to answer quickly; the rows stay as they are. */

const meta = (pk: string) => ({ pk, sk: "META" });

/** Alters one item, which no file contains. */
const alter =
  (key: (ground: Ground) => { pk: string; sk: string }, change: (item: Item) => void) =>
  async (ground: Ground): Promise<null> => {
    await rewriteItem(ground.system, key(ground), change);
    return null;
  };

const event = ({ book }: Ground) => ({ pk: `ENFORCEMENT#${book.frameworkId}`, sk: "stay" });
const pipeline = () => ({ pk: "MACHINES#pipelines", sk: "release" });
const machine = () => ({ pk: "MACHINES#platform", sk: "exporter" });
const live =
  (rule: string) =>
  ({ book }: Ground) => ({ pk: `RULES#${book.frameworkId}`, sk: rule });
const roomOf = (name: "room" | "quiet" | "closed") => (ground: Ground) =>
  meta(`ROOM#${ground[name].room.id}`);
const review =
  (name: "rejected" | "underKey" | "pending" | "extended" | "erased") => (ground: Ground) =>
    meta(`REVIEW#${ground[name].review.id}`);
const panel = (name: "seats" | "won") => (ground: Ground) => meta(`PANEL#${ground[name].id}`);
const counsel =
  (name: "rejected" | "underKey" | "early" | "guarded" | "later") => (ground: Ground) =>
    meta(`COUNSEL#${ground[name].counselId}`);

async function question({ system, room }: Ground): Promise<{ pk: string; sk: string }> {
  const items = await itemsUnder(system, `ROOM#${room.room.id}`);
  const { pk, sk } = items.find((item) => String(item.sk).startsWith("QUESTION#")) as Item;
  return { pk, sk } as { pk: string; sk: string };
}

async function kept({ system, book }: Ground, rule: string, change: (said: Item) => void) {
  const items = await itemsUnder(system, `STANDING#${book.frameworkId}`);
  const { pk, sk } = items.find((item) => `said#${rule}` in item) as Item;
  await rewriteItem(system, { pk, sk }, (item) => change(item[`said#${rule}`].newest[0]));
}

const artifact = async ({ system, artifact: { id } }: Ground, change: (item: Item) => void) => {
  const items = await itemsUnder(system, "ARTIFACTS#");
  const { pk, sk } = items.find((item) => JSON.stringify(item).includes(id)) as Item;
  await rewriteItem(system, { pk, sk }, change);
  return null;
};

/** The items of one resource are altered together, and put back before those of the next list. */
export const inRecords: readonly (readonly RecordAttack[])[] = [
  [
    {
      of: "N1",
      what: "a rule's kept refusal becomes an approval",
      run: async (ground) => {
        await kept(ground, "rule.b", (said) => {
          said.outcome = "approved";
        });
        return null;
      },
      found: /^state_differs: (coverage|clearance) of .*rule\.b/,
    },
    {
      of: "N1",
      what: "a rule's kept approval is dated a year back",
      run: async (ground) => {
        await kept(ground, "rule.a", (said) => {
          said.decided_at = "2025-01-01T00:00:00.000Z";
        });
        return null;
      },
      found: /^state_differs: (coverage|clearance) of .*rule\.a/,
    },
    {
      of: "N12",
      what: "a stay moved to another day, and softened",
      run: alter(event, (item) => {
        Object.assign(item.event, { on: "2026-06-01", until: "2026-02-01" });
      }),
      found: /^state_differs: enforcement of .*stay, (on|until|versions)/,
    },
    {
      of: "N12",
      what: "a live wording softened, its hash kept",
      run: alter(live("rule.a"), (item) => {
        item.live.rule.suggested_verdict_copy = "Go ahead.";
      }),
      found: /^state_differs: wording of .*rule\.a, wording/,
    },
    {
      of: "N12",
      what: "a room's scope narrowed",
      run: alter(roomOf("quiet"), (item) => {
        item.room.decided_from = "2026-06-01T00:00:00.000Z";
      }),
      found: /^state_differs: room, decided_from/,
    },
    {
      of: "N12",
      what: "a room's revocation undone",
      run: alter(roomOf("closed"), (item) => {
        item.room.revoked_at = null;
      }),
      found: /^state_differs: room, status/,
    },
    {
      of: "N12",
      what: "a room's question and its answer rewritten",
      run: async (ground) => {
        await rewriteItem(ground.system, await question(ground), (item) => {
          Object.assign(item.question, { text: "Is all well?", answer: "Yes." });
        });
        return null;
      },
      found: /^state_differs: question in room:, (text|answer)_hash/,
    },
    {
      of: "N12",
      what: "a pipeline's claims widened",
      run: alter(pipeline, (item) => {
        delete item.machine.claims.ref;
      }),
      found: /^state_differs: clearance_pipeline release, claims/,
    },
    {
      of: "own",
      what: "a machine given another scope",
      run: alter(machine, (item) => {
        item.machine.scopes = ["evidence:read", "rules:write"];
      }),
      found: /^state_differs: machine exporter, scopes/,
    },
    {
      of: "own",
      what: "a tenant's machine whose tokens another issuer makes",
      run: alter(
        ({ tenant }) => ({ pk: `MACHINES#${tenant.id}`, sk: "reader" }),
        (item) => {
          item.machine.issuer = "https://evil.example";
        },
      ),
      found: /^state_differs: machine \/reader, issuer/,
    },
    {
      of: "N12",
      what: "a class and who confirmed it",
      run: (ground) =>
        artifact(ground, (item) => {
          Object.assign(item.classification, { class: "high", confirmed_by: "somebody" });
        }),
      found: /^state_differs: artifact, (class|confirmed_by)/,
    },
    {
      of: "N12",
      what: "a review taken out of every list",
      run: async (ground): Promise<Target> => {
        await rewriteItem(ground.system, review("rejected")(ground), (item) => {
          for (const name of Object.keys(item)) if (name.startsWith("gsi")) delete item[name];
        });
        return { id: ground.rejected.review.id };
      },
      found: /^state_differs: (evidence of )?rule_review_request: the service does not list it/,
    },
    {
      of: "N21",
      what: "a refuser's stored status in a panel, and what the panel needs",
      run: alter(panel("seats"), (item) => {
        item.panel.need = 1;
        item.panel.members[0].status = "approved";
      }),
      found: /^state_differs: review_panel, need/,
    },
    {
      of: "own",
      what: "what a finished panel said of a rule",
      run: async (ground): Promise<Target> => {
        await rewriteItem(ground.system, panel("won")(ground), (item) => {
          item.panel.status = "rejected";
          item.panel.rules[0].outcome = "rejected";
        });
        return { id: ground.won.member, panel: ground.won.id };
      },
      found: /^state_differs: review_panel, (status|rules)/,
    },
    {
      of: "own",
      what: "more time than counsel was given",
      run: alter(review("extended"), (item) => {
        item.review.expires_at = "2036-01-01T00:00:00.000Z";
      }),
      found: /^state_differs: rule_review_request, expires_at/,
    },
    {
      of: "own",
      what: "counsel retired",
      run: alter(counsel("later"), (item) => {
        item.counsel.active = false;
      }),
      found: /^state_differs: counsel, active/,
    },
    {
      of: "own",
      what: "the policy of counsel who decides by key",
      run: alter(counsel("guarded"), (item) => {
        item.counsel.signing_policy = "link";
      }),
      found: /^state_differs: counsel, signing_policy/,
    },
    {
      of: "N12",
      what: "a kept version of a wording dated back",
      run: async ({ system, book }) => {
        const items = await itemsUnder(system, `RULE#${book.frameworkId}#rule.b`);
        const item = items.find(({ version }) => version) as Item;
        await rewriteItem(system, item as never, ({ version }) => {
          version.created_at = "2025-01-01T00:00:00.000Z";
        });
        return null;
      },
      found: /^state_differs: wording of .*rule\.b, versions/,
    },
    {
      of: "N12",
      what: "a framework superseded by nobody",
      run: alter(
        ({ first }) => ({ pk: "FRAMEWORKS", sk: first.frameworkId }),
        (item) => {
          item.framework.status = "superseded";
        },
      ),
      found: /^state_differs: framework, status/,
    },
    {
      of: "N2",
      what: "a key of statements that nobody provisioned",
      run: alter(
        () => ({ pk: "CLEARANCE", sk: "KEYS" }),
        ({ keys }) => keys.push({ ...keys[0], kid: "planted" }),
      ),
      found: /^state_differs: clearance_key planted/,
    },
    {
      of: "own",
      what: "a former key of statements dated back, so that what it signed reads as forged",
      run: alter(
        () => ({ pk: "CLEARANCE", sk: "KEYS" }),
        ({ keys: [, former] }) => {
          former.retired_at = "2020-01-01T00:00:00.000Z";
        },
      ),
      found: /^state_differs: clearance_key .*, retired_at/,
    },
    {
      of: "own",
      what: "a former key of statements no longer published",
      run: alter(
        () => ({ pk: "CLEARANCE", sk: "KEYS" }),
        ({ keys }) => keys.splice(2, 1),
      ),
      found: /^state_differs: clearance_key .*does not list/,
    },
    {
      of: "own",
      what: "a public key exchanged, so that admins read another key's words aloud",
      run: async ({ system, underKey, early }) => {
        const items = await itemsUnder(system, "CREDENTIAL#");
        const of = (id: string) => items.find(({ key }) => key.counsel_id === id) as Item;
        const [own, other] = [of(underKey.counselId), of(early.counselId)];
        const key = { ...own.key, public_key_spki: other.key.public_key_spki };
        await putItem(system, { ...own, key });
        return { id: underKey.review.id };
      },
      found: /^state_differs: key of counsel/,
    },
    {
      of: "own",
      what: "a counsel with a name of their own in the kept approvals of a rule",
      run: async ({ system, book }) => {
        for (const item of await itemsUnder(system, `RULE-DECISIONS#${book.frameworkId}#rule.a`)) {
          const text = JSON.stringify(item).replaceAll("Dr. Ada Lex", "Professor Nobody");
          await putItem(system, JSON.parse(text));
        }
        return { id: book.review.id };
      },
      found: /^state_differs: opinion on/,
    },
  ],
  [
    {
      of: "own",
      what: "a refusal taken out of what counsel said about a rule",
      run: async ({ on, system, rejected }) => {
        const items = await itemsUnder(system, `RULE-DECISIONS#${rejected.frameworkId}#rule.a`);
        await on.hide(...items.filter(({ decision }) => decision.review_id === rejected.review.id));
        return null;
      },
      found: /^state_differs: opinion on rule\.a in: the service does not list it/,
    },
    {
      of: "N12",
      what: "a stay deleted",
      run: async (ground) => {
        await removeItem(ground.system, event(ground));
        return null;
      },
      found: /^state_differs: (enforcement|coverage) of .*(stay|in_force)/,
    },
    {
      of: "N12",
      what: "a wording's version back-dated",
      run: alter(live("rule.a"), (item) => {
        item.live.updated_at = "2025-01-01T00:00:00.000Z";
      }),
      found: /^state_differs: wording of .*rule\.a, updated_at/,
    },
    {
      of: "own",
      what: "a room that withholds counsel's words made to tell them",
      run: alter(roomOf("quiet"), (item) => {
        item.room.words = "full";
      }),
      found: /^state_differs: room, words/,
    },
    {
      of: "own",
      what: "a room's question pointed at a review, and dated otherwise",
      run: async (ground) => {
        await rewriteItem(ground.system, await question(ground), (item) => {
          item.question.review_id = ground.book.review.id;
          item.question.asked_at = "2026-01-01T00:00:00.000Z";
        });
        return null;
      },
      found: /^state_differs: question in room:, (review_id|asked_at)/,
    },
    {
      of: "own",
      what: "a machine that nobody registered",
      run: async ({ system }) => {
        const [item] = await itemsUnder(system, "MACHINES#platform");
        const own = { ...item?.machine, id: "intruder", issuer: "https://evil.example" };
        await putItem(system, { ...item, sk: "intruder", machine: own });
        return null;
      },
      found: /^state_differs: machine intruder: the service lists it/,
    },
    {
      of: "own",
      what: "a tenant's machine that nobody registered",
      run: async ({ system, tenant }) => {
        const [item] = await itemsUnder(system, `MACHINES#${tenant.id}`);
        const own = { ...item?.machine, id: "guest", issuer: "https://evil.example" };
        await putItem(system, { ...item, sk: "guest", machine: own });
        return null;
      },
      found: /^state_differs: machine \/guest: the service lists it/,
    },
    {
      of: "N12",
      what: "an override of a class invented, without its row",
      run: (ground) =>
        artifact(ground, (item) => {
          item.classification.state = "confirmed";
        }),
      found: /^state_differs: artifact, state/,
    },
    {
      of: "own",
      what: "two members of a panel exchanged",
      run: alter(panel("seats"), ({ panel: { members } }) => {
        [members[0].review_id, members[1].review_id] = [members[1].review_id, members[0].review_id];
      }),
      found: /^state_differs: review_panel, members/,
    },
    {
      of: "own",
      what: "a delegate whom nobody vouches for any more",
      run: async ({ system, delegate }) => {
        const id = delegate.review.counsel_id;
        await rewriteItem(system, meta(`COUNSEL#${id}`), (item) => {
          Object.assign(item.counsel, { vouched_by: null, vouched_by_name: null });
        });
        return { id: delegate.review.id };
      },
      found: /^state_differs: counsel, vouched_by/,
    },
    {
      of: "own",
      what: "counsel's bar registration and firm",
      run: async (ground) => {
        await rewriteItem(ground.system, counsel("rejected")(ground), (item) => {
          Object.assign(item.counsel, { bar_registration: "RAK 1", firm: "Another LLP" });
        });
        return { id: ground.rejected.review.id };
      },
      found: /^state_differs: counsel, (bar_registration|firm)/,
    },
    {
      of: "own",
      what: "who asked, and that counsel may pass the request on",
      run: async (ground) => {
        await rewriteItem(ground.system, review("erased")(ground), (item) => {
          Object.assign(item.review, { may_delegate: true, requested_by_user_id: "somebody" });
        });
        return { id: ground.erased.review.id };
      },
      found:
        /^state_differs: (evidence of )?rule_review_request, (may_delegate|requested_by_user_id)/,
    },
  ],
];

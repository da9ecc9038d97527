import { softwarePasskey } from "#infra/local/software-passkey.ts";
import { stopRemindersUrl } from "#shared/domain/reviews/link-token.ts";
import type { BenchHost } from "#test/bench/bench-host.ts";
import type { CiIssuer } from "#test/support/ci-issuer.ts";
import { allOf, connectWif, postRun, provisionIssuer } from "#test/support/cloudc-fixture.ts";
import type { CloudcServer } from "#test/support/cloudc-server.ts";
import { enrol } from "#test/support/enrol.ts";
import { newCustomer, provision } from "#test/support/eventbus-fixture.ts";
import type { FakeIdp } from "#test/support/fake-idp.ts";
import { commissionPanel } from "#test/support/panel-fixture.ts";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import { roomWithReview } from "#test/support/room-fixture.ts";
import type { TestSystem } from "#test/support/system.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";
import type { Upstream } from "#test/support/upstream.ts";
import { saying } from "./saying.ts";

/** The scenario's own system, and the external platforms that its functions call. */
export interface ScenarioSystem extends TestSystem {
  cloud: CloudcServer;
  upstream: Upstream;
  idp: FakeIdp;
  host: BenchHost;
  ci: CiIssuer;
}

export const DAY_SECONDS = 86_400;

/** What a request may need beforehand; each is made when it is first asked for, and once. */
export function worldOf(system: ScenarioSystem) {
  const { admin, host, ci, upstream, cloud } = system;
  const ran = (schedule: string) => system.api()("POST", `/_local/schedules/${schedule}/run`);
  const setUp = (path: string) => once(() => admin("POST", `/admin/setup/${path}`));

  const book = once(() => commission(system));
  const decided = once(async () => {
    const made = await book();
    const link = `/counsel/review/${made.token}`;
    await expectStatus(system.api()("GET", link), 200);
    const approved = { decision: "approved", comment: "Fine." };
    await expectStatus(system.api()("POST", `${link}/decide`, approved), 200);
    return made;
  });
  const room = once(() => roomWithReview(system));
  /** In which questions may be asked. */
  const askingRoom = once(() => roomWithReview(system, { may_ask: true }));
  const tenant = once(() => newTenant(system));
  const customer = once(() => newCustomer(system));
  /** What the tenant's own extractor is called with. */
  const byoAt = { endpoint: `${upstream.url}/good`, auth: "sk-bench-credential-0123456789" };

  /** The tenant, connected to the whole small cloud; the connection's id. */
  const cloudConnection = once(async () => {
    await provisionIssuer(system);
    return connectWif(await tenant(), cloud);
  });
  const run = once(async () => postRun(await tenant(), await cloudConnection()));
  const tick = () => saying(ran("discovery-tick"), { completed: 1 });
  const artifact = once(async () => {
    await run();
    await tick();
    const path = `/artifacts?connection_id=${await cloudConnection()}`;
    const [found] = await allOf((await tenant()).member, path);
    return String(found?.id);
  });
  const classified = (decision: object) =>
    once(async () => {
      const path = `/artifacts/${await artifact()}/classification`;
      await (await tenant()).org("PUT", path, decision);
    });

  const hookOf = async (path: string) => {
    const isTenants = path.startsWith("/tenant");
    return {
      api: isTenants ? (await tenant()).org : admin,
      base: `/${isTenants ? "tenant" : "admin"}/webhook-endpoints`,
      content: {
        url: `${ci.url}/hook`,
        events: [isTenants ? "clearance.changed" : "rule_review.requested"],
      },
    };
  };
  /** An endpoint for webhooks, of the platform or of the tenant, by the path that is called. */
  const endpoint = async (path: string) => {
    const { api, base, content } = await hookOf(path);
    ci.answer = (request, response) => {
      if (request.url === "/hook") response.end();
      return request.url === "/hook";
    };
    const { body } = await expectStatus(api("POST", base, content), 201);
    return { api, base, id: body.id as string };
  };

  return {
    system,
    ran,
    book,
    /** Puts rules of these names into the book, of which rule.a is edited. */
    putRules: async (names: readonly string[]) => {
      const rules = names.map((name) =>
        ruleText(name, name === "rule.a" ? { title: "Edited" } : {}),
      );
      const path = `/admin/frameworks/${(await book()).frameworkId}/rules`;
      await expectStatus(admin("PUT", path, { rules }), 200);
    },
    decided,
    room,
    askingRoom,
    tenant,
    customer,
    byoAt,
    cloudConnection,
    run,
    tick,
    artifact,
    minimal: classified({ class: "minimal", reason: "Known." }),
    highRisk: classified({ class: "high_risk", reason: "It ranks applicants." }),
    hookOf,
    endpoint,
    panel: once(() => commissionPanel(system)),
    /** The same endpoint, and one of its deliveries. */
    delivered: async (path: string) => {
      const { api, base, id } = await endpoint(path);
      const { token } = await book();
      await system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" });
      await expectStatus(ran("courier"), 200);
      const { body } = await expectStatus(api("GET", `${base}/${id}/deliveries`), 200);
      return { id, delivery_id: body.items[0].id as string };
    },
    /** A question that was asked in the room. */
    question: once(async () => {
      const { room, token } = await askingRoom();
      const asked = await system.api()("POST", `/room/${token}/questions`, { text: "Why?" });
      return { id: room.id as string, question_id: asked.body.id as string };
    }),
    /** A counsel with a passkey. */
    passkey: once(async () => {
      const { counselId } = await book();
      return {
        counsel_id: counselId,
        credential_id: (await enrol(system, counselId)).credentialId,
      };
    }),
    /** The token of an invitation to enrol a passkey, and the key that answers it. */
    invitation: once(async () => {
      const { counselId } = await book();
      const { body } = await admin("POST", `/admin/counsel/${counselId}/key-invitation`);
      return String(body.url).split("/").at(-1) as string;
    }),
    newPasskey: () => softwarePasskey(system.baseUrl),
    /** A review whose link was mailed, and the token by which its mail stops reminders. */
    mailed: once(async () => {
      const asked = await requestReview(system, await book(), { deliver: "mail" });
      const stopToken = stopRemindersUrl("http://any", asked.token).split("/").at(-1) as string;
      return { ...asked, stopToken };
    }),
    aMonthLater: once(async () => {
      await decided();
      await system.advance(31 * DAY_SECONDS);
    }),
    /** The row hash of the newest leaf of a log with a few. */
    leaf: once(async () => {
      const { review } = await book();
      await expectStatus(ran("sequence-log"), 200);
      const { body } = await admin("GET", `/admin/rule-reviews/${review.id}/audit`);
      return body.items[0].row_hash as string;
    }),
    /** A pipeline that may ask about an approved book; what it consists of. */
    pipeline: once(async () => {
      const { frameworkId } = await decided();
      const content = {
        display_name: "Bench",
        issuer: ci.url,
        audience: "countersign",
        claims: { repository_id: "1001" },
        framework_ids: [frameworkId],
      };
      await expectStatus(admin("PUT", "/admin/clearance/pipelines/bench", content), 200);
      return content;
    }),
    connection: once(async () => connectSourcehost(await tenant())),
    byo: once(async () => (await tenant()).org("POST", "/tenant/settings/extractor", byoAt)),
    bus: once(async () => provision(system, await customer())),
    tools: once(async () =>
      (await tenant()).org("PATCH", "/tenant/settings/mcp", { enabled: true }),
    ),
    issuer: once(() => provisionIssuer(system)),
    federated: once(async () => {
      await provisionIssuer(system);
      await admin("POST", "/admin/setup/idp-fic/enable");
    }),
    sourcehostSecret: setUp("sourcehost-webhook-secret/provision-secret"),
    eventbusSecret: setUp("cloudb-eventbus-webhook-secret/provision-secret"),
    counselSecret: setUp("counsel-review-hmac-secret/provision-secret"),
    clearanceKey: setUp("clearance-key/provision-key"),
    host,
  };
}

export type World = ReturnType<typeof worldOf>;

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

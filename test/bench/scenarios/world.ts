import { stopRemindersUrl } from "#shared/domain/reviews/link-token.ts";
import type { BenchHost } from "#test/bench/bench-host.ts";
import type { CiIssuer } from "#test/support/ci-issuer.ts";
import { allOf, connectWif, postRun, provisionIssuer } from "#test/support/cloudc-fixture.ts";
import type { CloudcServer } from "#test/support/cloudc-server.ts";
import { enrol } from "#test/support/enrol.ts";
import { newCustomer, provision } from "#test/support/eventbus-fixture.ts";
import type { FakeIdp } from "#test/support/fake-idp.ts";
import { commissionPanel } from "#test/support/panel-fixture.ts";
import {
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
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
export class World {
  readonly system: ScenarioSystem;
  constructor(system: ScenarioSystem) {
    this.system = system;
  }

  readonly ran = (schedule: string) =>
    this.system.api()("POST", `/_local/schedules/${schedule}/run`);
  readonly tick = () => saying(this.ran("discovery-tick"), { completed: 1 });
  readonly #setUp = (path: string) => once(() => this.system.admin("POST", `/admin/setup/${path}`));

  readonly book = once(() => commission(this.system));
  /** Puts rules of these names into the book, of which rule.a is edited. */
  readonly putRules = async (names: readonly string[]): Promise<void> => {
    const rules = names.map((name) => ruleText(name, name === "rule.a" ? { title: "Edited" } : {}));
    const path = `/admin/frameworks/${(await this.book()).frameworkId}/rules`;
    await expectStatus(this.system.admin("PUT", path, { rules }), 200);
  };
  readonly decided = once(async () => {
    const made = await this.book();
    await approve(this.system, made);
    return made;
  });
  readonly aMonthLater = once(async () => {
    await this.decided();
    await this.system.advance(31 * DAY_SECONDS);
  });
  /** A review whose link was mailed, and the token by which its mail stops reminders. */
  readonly mailed = once(async () => {
    const asked = await requestReview(this.system, await this.book(), { deliver: "mail" });
    const stopToken = stopRemindersUrl("http://any", asked.token).split("/").at(-1) as string;
    return { ...asked, stopToken };
  });
  readonly panel = once(() => commissionPanel(this.system));
  /** A counsel with a passkey. */
  readonly passkey = once(async () => {
    const { counselId } = await this.book();
    const { credentialId } = await enrol(this.system, counselId);
    return { counsel_id: counselId, credential_id: credentialId };
  });
  /** The token of an invitation to enrol a passkey. */
  readonly invitation = once(async () => {
    const path = `/admin/counsel/${(await this.book()).counselId}/key-invitation`;
    return String((await this.system.admin("POST", path)).body.url)
      .split("/")
      .at(-1) as string;
  });
  /** The row hash of the newest leaf of a log with a few. */
  readonly leaf = once(async () => {
    const { review } = await this.book();
    await expectStatus(this.ran("sequence-log"), 200);
    const { body } = await this.system.admin("GET", `/admin/rule-reviews/${review.id}/audit`);
    return body.items[0].row_hash as string;
  });
  readonly room = once(() => roomWithReview(this.system));
  /** In which questions may be asked. */
  readonly askingRoom = once(() => roomWithReview(this.system, { may_ask: true }));
  readonly question = once(async () => {
    const { room, token } = await this.askingRoom();
    const asked = await this.system.api()("POST", `/room/${token}/questions`, { text: "Why?" });
    return { id: room.id as string, question_id: asked.body.id as string };
  });
  /** A pipeline that may ask about an approved book; what it consists of. */
  readonly pipeline = once(async () => {
    const content = {
      display_name: "Bench",
      issuer: this.system.ci.url,
      audience: "countersign",
      claims: { repository_id: "1001" },
      framework_ids: [(await this.decided()).frameworkId],
    };
    await expectStatus(this.system.admin("PUT", "/admin/clearance/pipelines/bench", content), 200);
    return content;
  });

  readonly tenant = once(() => newTenant(this.system));
  readonly connection = once(async () => connectSourcehost(await this.tenant()));
  readonly customer = once(() => newCustomer(this.system));
  readonly bus = once(async () => provision(this.system, await this.customer()));
  /** What the tenant's own extractor is called with. */
  readonly byoAt = () => ({
    endpoint: `${this.system.upstream.url}/good`,
    auth: "sk-bench-credential-0123456789",
  });
  readonly byo = once(async () =>
    (await this.tenant()).org("POST", "/tenant/settings/extractor", this.byoAt()),
  );
  readonly tools = once(async () =>
    (await this.tenant()).org("PATCH", "/tenant/settings/mcp", { enabled: true }),
  );
  /** The tenant, connected to the whole small cloud; the connection's id. */
  readonly cloudConnection = once(async () => {
    await this.issuer();
    return connectWif(await this.tenant(), this.system.cloud);
  });
  readonly run = once(async () => postRun(await this.tenant(), await this.cloudConnection()));
  readonly artifact = once(async () => {
    await this.run();
    await this.tick();
    const path = `/artifacts?connection_id=${await this.cloudConnection()}`;
    const [found] = await allOf((await this.tenant()).member, path);
    return String(found?.id);
  });
  readonly #classified = (decision: object) =>
    once(async () => {
      const path = `/artifacts/${await this.artifact()}/classification`;
      await (await this.tenant()).org("PUT", path, decision);
    });
  readonly minimal = this.#classified({ class: "minimal", reason: "Known." });
  readonly highRisk = this.#classified({ class: "high_risk", reason: "It ranks applicants." });

  /** Whose webhooks they are, the platform's or the tenant's, by the path that is called. */
  readonly hookOf = async (path: string) => {
    const isTenants = path.startsWith("/tenant");
    return {
      api: isTenants ? (await this.tenant()).org : this.system.admin,
      base: `/${isTenants ? "tenant" : "admin"}/webhook-endpoints`,
      content: {
        url: `${this.system.ci.url}/hook`,
        events: [isTenants ? "clearance.changed" : "rule_review.requested"],
      },
    };
  };
  readonly endpoint = async (path: string) => {
    const { api, base, content } = await this.hookOf(path);
    this.system.ci.answer = (request, response) => {
      if (request.url === "/hook") response.end();
      return request.url === "/hook";
    };
    const { body } = await expectStatus(api("POST", base, content), 201);
    return { api, base, id: body.id as string };
  };
  /** An endpoint and one of its deliveries. */
  readonly delivered = async (path: string) => {
    const { api, base, id } = await this.endpoint(path);
    await approve(this.system, await this.book());
    await expectStatus(this.ran("courier"), 200);
    const { body } = await expectStatus(api("GET", `${base}/${id}/deliveries`), 200);
    return { id, delivery_id: body.items[0].id as string };
  };

  readonly issuer = once(() => provisionIssuer(this.system));
  readonly federated = once(async () => {
    await this.issuer();
    await this.system.admin("POST", "/admin/setup/idp-fic/enable");
  });
  readonly sourcehostSecret = this.#setUp("sourcehost-webhook-secret/provision-secret");
  readonly eventbusSecret = this.#setUp("cloudb-eventbus-webhook-secret/provision-secret");
  readonly counselSecret = this.#setUp("counsel-review-hmac-secret/provision-secret");
  readonly clearanceKey = this.#setUp("clearance-key/provision-key");
}

/** Counsel opens a review and approves it. */
export async function approve(system: ScenarioSystem, { token }: Commissioned): Promise<void> {
  const link = `/counsel/review/${token}`;
  await expectStatus(system.api()("GET", link), 200);
  const approved = { decision: "approved", comment: "Fine." };
  await expectStatus(system.api()("POST", `${link}/decide`, approved), 200);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

import { type Scope, scopesOf } from "#shared/domain/machines/scopes.ts";
import { stopRemindersUrl } from "#shared/domain/reviews/link-token.ts";
import type { BenchHost } from "#test/bench/bench-host.ts";
import type { CiIssuer } from "#test/support/ci-issuer.ts";
import { allOf, connectWif, postRun, provisionIssuer } from "#test/support/cloudc-fixture.ts";
import type { CloudcServer } from "#test/support/cloudc-server.ts";
import { enrol } from "#test/support/enrol.ts";
import { asCustomer, provision } from "#test/support/eventbus-fixture.ts";
import type { FakeIdp } from "#test/support/fake-idp.ts";
import { newMachine } from "#test/support/machine-fixture.ts";
import { issuedCertificate, sha256Of } from "#test/support/one-of-each.ts";
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

/** What exists, by the names that paths, queries and bodies use for it. */
export type Names = Readonly<Record<string, unknown>>;

/** A review and what it is about. */
const namesOf = (made: Commissioned) => ({
  ...made,
  id: made.review.id as string,
  review_id: made.review.id as string,
  framework_id: made.frameworkId,
  framework_ids: [made.frameworkId],
  counsel_id: made.counselId,
  rule_use_case_ids: made.ruleIds,
  use_case_ids: made.ruleIds,
  use_case_id: made.ruleIds[0],
  search: made.ruleIds[0],
});

/** What a request may need beforehand. Each item is made once, when it is first requested. */
export class World {
  readonly system: ScenarioSystem;
  readonly #home: Commissioned | undefined;
  /** @param home the commission whose rules another review is about; without it, a book is made */
  constructor(system: ScenarioSystem, home?: Commissioned) {
    this.system = system;
    this.#home = home;
  }

  readonly ran = (schedule: string) =>
    this.system.api()("POST", `/_local/schedules/${schedule}/run`);
  readonly tick = () => saying(this.ran("discovery-tick"), { completed: 1 });

  readonly book = once(async () =>
    namesOf(await (this.#home ? requestReview(this.system, this.#home) : commission(this.system))),
  );
  /** Puts rules of these names into the book. The rule rule.a is edited. */
  readonly putRules = async (names: readonly string[]): Promise<void> => {
    const rules = names.map((name) => ruleText(name, name === "rule.a" ? { title: "Edited" } : {}));
    const path = `/admin/frameworks/${(await this.book()).frameworkId}/rules`;
    await expectStatus(this.system.admin("PUT", path, { rules }), 200);
  };
  /** The book's review, approved, and a day on which its wording is approved. */
  readonly decided = once(async () => {
    const book = await this.book();
    await approve(this.system, book.token);
    return { ...book, on: await this.system.advance(1) };
  });
  /** A review that counsel has opened, and a question that waits. */
  readonly asked = once(async () => {
    const book = await this.book();
    const link = `/counsel/review/${book.token}`;
    await expectStatus(this.system.api()("GET", link), 200);
    const asked = this.system.api()("POST", `${link}/questions`, { text: "Which customers?" });
    return { ...book, question_id: (await expectStatus(asked, 201)).body.id as string };
  });
  /** A review whose link was mailed, and the token by which its mail stops reminders. */
  readonly mailed = once(async () => {
    const asked = await requestReview(this.system, await this.book(), { deliver: "mail" });
    const token = stopRemindersUrl("http://any", asked.token).split("/").at(-1);
    return { ...asked, token };
  });
  /** The same, once the mail is out: its link stops reminders only then. */
  readonly mailOut = once(async () => {
    const mailed = await this.mailed();
    await expectStatus(this.ran("courier"), 200);
    return mailed;
  });
  readonly panel = once(async () => {
    const { panel, members } = await commissionPanel(this.system);
    const counsel_ids = members.map(({ counselId }) => counselId);
    return { ...(panel as Names), members, counsel_ids };
  });
  /** A counsel with a passkey. */
  readonly passkey = once(async () => {
    const { counselId } = await this.book();
    const { credentialId } = await enrol(this.system, counselId);
    return { counsel_id: counselId, credential_id: credentialId };
  });
  /** The token of an invitation to enrol a passkey. */
  readonly invitation = once(async () => {
    const path = `/admin/counsel/${(await this.book()).counselId}/key-invitation`;
    const { url } = (await this.system.admin("POST", path)).body;
    return { token: String(url).split("/").at(-1) };
  });
  /** The row hash of the newest leaf of a log with a few leaves. */
  readonly leaf = once(async () => {
    const { review } = await this.book();
    await expectStatus(this.ran("sequence-log"), 200);
    const { body } = await this.system.admin("GET", `/admin/rule-reviews/${review.id}/audit`);
    return { row_hash: body.items[0].row_hash, tile: "0/000.p/1", from: 1, to: 2 };
  });
  /** The SHA-256 of a certificate that is in the log. */
  readonly issued = once(async () => {
    const { review } = await this.decided();
    await expectStatus(this.ran("sequence-log"), 200);
    const sha256 = sha256Of(await issuedCertificate(this.system, review.id));
    await expectStatus(this.ran("sequence-log"), 200);
    return { sha256 };
  });
  /** A room whose visitors may ask questions, with the names of its decided review. */
  readonly visit = once(async () => {
    const { room, token, decided } = await roomWithReview(this.system, { may_ask: true });
    return { ...namesOf(decided), room, token };
  });
  readonly room = once(async () => {
    const visit = await this.visit();
    return { ...visit, id: visit.room.id };
  });
  readonly question = once(async () => {
    const { id, token } = await this.room();
    const asked = await this.system.api()("POST", `/room/${token}/questions`, { text: "Why?" });
    return { id, question_id: asked.body.id };
  });
  /** A pipeline that may ask about an approved book. */
  readonly pipeline = once(async () => {
    const content = {
      display_name: "Bench",
      issuer: this.system.ci.url,
      audience: "countersign",
      claims: { repository_id: "1001" },
      framework_ids: [(await this.decided()).frameworkId],
    };
    await expectStatus(this.system.admin("PUT", "/admin/clearance/pipelines/bench", content), 200);
    return { ...(await this.decided()), issuer: content.issuer, pipeline_id: "bench" };
  });
  /** A machine of the platform and one of the tenant, each with all scopes. */
  readonly machines = once(async () => {
    const { system } = this;
    const tenant = await this.tenant();
    const { frameworkId } = await this.decided();
    const given = { id: "bench", framework_ids: [frameworkId] };
    const ofPlatform = { ...given, scopes: scopesOf("platform") };
    await newMachine(system, system.ci, ofPlatform);
    await newMachine(system, system.ci, { ...given, scopes: scopesOf("tenant"), tenant });
    // Functions know the machines as they were 30 s ago.
    await system.advance(31);
    return { ...(await this.decided()), machine_id: "bench" };
  });
  /** A client of a machine that has this scope. */
  readonly machineFor = async (scope: Scope, isTenants: boolean) => {
    await this.machines();
    const { baseUrl } = this.system;
    const isPlatforms = !isTenants && scopesOf("platform").includes(scope);
    const aud = isPlatforms ? baseUrl : `${baseUrl}/tenants/${(await this.tenant()).id}`;
    return this.system.api(await this.system.ci.token({ sub: "bench", aud }));
  };

  readonly tenant = once(() => newTenant(this.system));
  /** The tenant with an event bus connection. */
  readonly customer = once(async () => {
    const { connectionId } = await asCustomer(await this.tenant());
    return { connectionId, id: connectionId, connection_id: connectionId };
  });
  readonly bus = once(async () => provision(this.system, await this.customer()));
  readonly connection = once(async () => connectSourcehost(await this.tenant()));
  /** The parameters for calling the tenant's own extractor. */
  readonly byoAt = () => ({
    endpoint: `${this.system.upstream.url}/good`,
    auth: "sk-bench-credential-0123456789",
  });
  readonly byo = once(async () => {
    const { id, org } = await this.tenant();
    await org("POST", "/tenant/settings/extractor", this.byoAt());
    return { tenant_id: id };
  });
  readonly tools = once(async () => {
    await (await this.tenant()).org("PATCH", "/tenant/settings/mcp", { enabled: true });
    return {};
  });
  /** The tenant, connected to the whole small cloud. */
  readonly cloudConnection = once(async () => {
    await this.issuer();
    return { id: await connectWif(await this.tenant(), this.system.cloud) };
  });
  readonly run = once(async () => {
    const { id } = await this.cloudConnection();
    return { id, run_id: await postRun(await this.tenant(), id) };
  });
  readonly artifact = once(async () => {
    const { id: connection } = await this.run();
    await this.tick();
    const path = `/artifacts?connection_id=${connection}`;
    const [found] = await allOf((await this.tenant()).member, path);
    return { id: String(found?.id) };
  });
  readonly classified = once(async () => {
    const path = `/artifacts/${(await this.artifact()).id}/classification`;
    const decision = { class: "high_risk", reason: "It ranks applicants." };
    await (await this.tenant()).org("PUT", path, decision);
  });

  /** The target of webhooks. */
  readonly hook = async () => {
    this.system.ci.answer = (request, response) => {
      if (request.url === "/hook") response.end();
      return request.url === "/hook";
    };
    return { url: `${this.system.ci.url}/hook` };
  };
  /** An endpoint of webhooks, the platform's or the tenant's, depending on the called path. */
  readonly endpoint = async (path: string) => {
    const isTenants = path.startsWith("/tenant");
    const api = isTenants ? (await this.tenant()).org : this.system.admin;
    const base = `/${isTenants ? "tenant" : "admin"}/webhook-endpoints`;
    const { url } = await this.hook();
    const events = isTenants ? ["clearance.changed"] : ["rule_review.requested", "law.starts"];
    const { body } = await expectStatus(api("POST", base, { url, events }), 201);
    return { api, url, base, id: body.id as string };
  };
  /** An endpoint and one of its deliveries. */
  readonly delivered = async (path: string) => {
    const { api, base, id } = await this.endpoint(path);
    await approve(this.system, (await this.book()).token);
    await expectStatus(this.ran("courier"), 200);
    const { body } = await expectStatus(api("GET", `${base}/${id}/deliveries`), 200);
    return { id, delivery_id: body.items[0].id };
  };

  /** The secret or key that the path rotates, or clearance's key. */
  readonly provisioned = async (path: string) => {
    const ofClearance = "/admin/setup/clearance-key/provision-key";
    const at = path.includes("rotate") ? path.replace("rotate-", "provision-") : ofClearance;
    await this.system.admin("POST", at);
    return {};
  };
  readonly issuer = once(async () => {
    await provisionIssuer(this.system);
    return {};
  });
  readonly federated = once(async () => {
    await this.issuer();
    await this.system.admin("POST", "/admin/setup/idp-fic/enable");
    return {};
  });
}

/** Counsel opens a review and approves it. */
async function approve(system: TestSystem, token: string): Promise<void> {
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

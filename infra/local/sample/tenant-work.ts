import { createHmac } from "node:crypto";
import type { Happening } from "./calendar.ts";
import { Refusal, type SampleClient } from "./client.ts";
import { type CustomerEvent, endpointCreated } from "./endpoint-created.ts";

/** What the tenants' work needs besides the API. */
export interface TenantWorld {
  client: SampleClient;
  /** Reads a provisioned secret, as the operator would to hand it over. */
  secretOf(entry: string): Promise<string>;
  /** Puts an event on a customer's bus, as that customer's account. */
  forward(bus: string, event: CustomerEvent): Promise<unknown>;
  /** Only a third of the changes. */
  isShort: boolean;
  /** Resolves when every discovery run has ended. */
  runsEnded(): Promise<void>;
}

const SOURCEHOST_SECRET = "sourcehost-webhook-secret";
const EVENTBUS_SECRET = "cloudb-eventbus-webhook-secret";

const tenants = {
  northwind: { name: "Northwind Logistics", installation: "41870023", account: "314159265358" },
  harbour: { name: "Harbour Insurance", installation: "52210964", account: "271828182845" },
} as const;

type Tenant = keyof typeof tenants;

/** Also in the short sample: a system of each class, and one that is pushed again. */
type InShort = "short";

/** Pushes to default branches: day, tenant, repository, files added. */
const pushes: readonly (readonly [number, Tenant, string, string, InShort?])[] = [
  [28, "northwind", "northwind/cv-screening", "requirements-openai.txt", "short"],
  [37, "northwind", "northwind/route-planner", "src/plan.go"],
  [46, "northwind", "northwind/support-chatbot", "prompts/greeting.md", "short"],
  [58, "harbour", "harbour/claims-triage", "models/triage.py", "short"],
  [63, "harbour", "harbour/credit-scoring", "notebooks/scoring.ipynb"],
  [75, "northwind", "northwind/cv-screening", "src/rank_applicants.py", "short"],
  [92, "harbour", "harbour/website", "index.html"],
  [104, "northwind", "northwind/warehouse-vision", "train/detect.py", "short"],
  [118, "harbour", "harbour/life-insurance-pricing", "pricing/model.py"],
  [136, "northwind", "northwind/support-chatbot", "src/answer.ts"],
  [158, "harbour", "harbour/claims-triage", "models/triage_v2.py"],
  [177, "northwind", "northwind/shift-planner", "src/allocate_shifts.py"],
];

/** Resources that appear in the first tenant's cloud account: day, name. */
const endpoints: readonly (readonly [number, string, InShort?])[] = [
  [70, "demand-forecast", "short"],
  [98, "emotion-monitor", "short"],
  [149, "applicant-ranking"],
];

/** Tenants, connections, deliveries and discovery runs of the half year. */
export function tenantWork(world: TenantWorld): Happening[] {
  const { client } = world;
  const ids = new Map<Tenant, string>();
  const idOf = (tenant: Tenant) => ids.get(tenant) ?? "";
  const provision = (secret: string) =>
    client.admin("POST", `/admin/setup/${secret}/provision-secret`);
  const found = async (tenant: Tenant) => {
    const { name, installation } = tenants[tenant];
    ids.set(tenant, (await client.admin("POST", "/admin/tenants", { name })).id);
    const org = client.org(idOf(tenant));
    // After the sample, the hosted provider has no key here, so the mock answers.
    await org("PATCH", "/tenant/settings/extractor", {
      chain: [{ provider: "hosted_llm" }, { provider: "mock" }],
    });
    await org("POST", "/connections", {
      provider: "sourcehost",
      display_name: `Repositories of ${name}`,
      installation_id: installation,
    });
  };
  const connectAccounts = async () => {
    const bus = await client.org(idOf("northwind"))("POST", "/connections", {
      provider: "cloudb",
      subtype: "eventbus",
      display_name: "Production account",
      remote_tenant_id: tenants.northwind.account,
    });
    await client.admin("POST", `/admin/connections/${bus.id}/provision-eventbus`);
    await client.org(idOf("harbour"))("POST", "/connections", {
      provider: "cloudb",
      subtype: "assume_role",
      display_name: "Analytics account",
      remote_tenant_id: tenants.harbour.account,
      regions: ["eu-central-1"],
    });
  };
  return [
    at(2, 600, () => client.admin("POST", "/admin/setup/oidc-issuer/provision-keypair")),
    at(2, 630, () => provision(SOURCEHOST_SECRET)),
    at(2, 631, () => provision(EVENTBUS_SECRET)),
    at(2, 632, () => provision("counsel-review-hmac-secret")),
    at(24, 700, () => found("northwind")),
    at(50, 700, () => found("harbour")),
    at(65, 800, connectAccounts),
    at(110, 620, () =>
      client
        .admin("POST", "/admin/setup/counsel-review-hmac-secret/rotate-secret")
        .catch(unlessOverridden),
    ),
    ...changes(world, idOf),
  ];
}

/** While COUNSEL_REVIEW_HMAC_SECRET signs, there is no secret to rotate. */
function unlessOverridden(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== "secret_overridden") throw error;
}

const at = (day: number, minute: number, run: () => Promise<unknown>): Happening => ({
  day,
  minute,
  run,
});

const keptOf = <T extends readonly unknown[]>(all: readonly T[], { isShort }: TenantWorld): T[] =>
  all.filter((one) => !isShort || one.at(-1) === ("short" satisfies InShort));

/** The changes in repositories and in the cloud, each followed by its discovery run. */
const changes = (world: TenantWorld, idOf: (tenant: Tenant) => string): Happening[] => [
  ...keptOf(pushes, world).map(([day, tenant, repository, added], index) =>
    at(day, 720 + index * 11, async () => {
      const secret = await world.secretOf(SOURCEHOST_SECRET);
      await push(world.client, idOf(tenant), { secret, tenant, repository, added, index });
      await world.runsEnded();
    }),
  ),
  ...keptOf(endpoints, world).map(([day, name], index) =>
    at(day, 760, async () => {
      await world.forward(
        `customer-${idOf("northwind")}`,
        endpointCreated(tenants.northwind.account, name, { eventID: `0000000${index}` }),
      );
      await world.runsEnded();
    }),
  ),
  // Somebody who does not have the secret.
  at(173, 1000, () =>
    push(world.client, idOf("harbour"), {
      secret: "not the secret",
      tenant: "harbour",
      repository: "harbour/claims-triage",
      added: "x",
      index: 99,
    }),
  ),
];

interface Push {
  secret: string;
  tenant: Tenant;
  repository: string;
  added: string;
  index: number;
}

const numberIn = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7);

function push(client: SampleClient, tenantId: string, given: Push): Promise<number> {
  const { secret, tenant, repository, added, index } = given;
  const body = JSON.stringify({
    ref: "refs/heads/main",
    after: createHmac("sha1", repository).update(String(index)).digest("hex"),
    repository: {
      id: numberIn(repository),
      full_name: repository,
      html_url: `https://sourcehost.example/${repository}`,
      default_branch: "main",
    },
    commits: [{ added: [added], modified: [], removed: [] }],
    installation: { id: Number(tenants[tenant].installation) },
  });
  const delivery = createHmac("sha256", "delivery").update(`${repository} ${index}`).digest("hex");
  return client.post(`/webhooks/sourcehost/${tenantId}`, body, {
    "x-github-event": "push",
    "x-github-delivery": `${delivery.slice(0, 8)}-${delivery.slice(8, 12)}-4${delivery.slice(13, 16)}-8${delivery.slice(17, 20)}-${delivery.slice(20, 32)}`,
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  });
}

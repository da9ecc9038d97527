import type { Page } from "playwright-core";
import type { Estate } from "./console-estate.ts";
import { ruleText } from "./review-fixture.ts";

/** A form of the console, and how to fill and send it. */
export interface ConsoleForm {
  name: string;
  path: string;
  /** The method and path of its request. */
  method: string;
  endpoint: RegExp;
  /** The form is in a dialog, which `open` opens. */
  isDialog?: true;
  /** Opens a dialog or chooses a kind, before there is anything to fill in. */
  open?: (page: Page) => Promise<void>;
  /** The texts to type, by the label of the field. */
  typed: Readonly<Record<string, string>>;
  send: string;
  /** A field that the API may complain about: its path and its label. */
  field?: readonly [path: string, label: string];
}

const press = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).click();

const pem = `-----BEGIN PRIVATE KEY-----\n${"A".repeat(64)}\n-----END PRIVATE KEY-----`;

const setupStep = (page: Page, title: string, act: string) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) })
    .getByRole("button", { name: act, exact: true })
    .click();

/** Chooses a file with one new rule. */
export const chooseRules = (page: Page): Promise<void> =>
  page.getByLabel("JSON file").setInputFiles({
    name: "rules.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ rules: [ruleText("a.new.rule")] })),
  });

/** Every form of a platform admin. */
export const platformForms = ({
  frameworkId,
  counselId,
  reviews,
  tenant,
}: Estate): ConsoleForm[] => [
  {
    name: "request a review",
    path: `/reviews/new?framework_id=${frameworkId}`,
    method: "POST",
    endpoint: /\/admin\/rule-reviews$/,
    open: (page) => page.getByRole("checkbox", { name: /Rule about scoring/ }).check(),
    typed: { "Days until the link expires": "21" },
    send: "Request the review",
    field: ["expiry_days", "Days until the link expires"],
  },
  {
    name: "repeat a review",
    path: `/reviews/new?repeat=${reviews.approved}`,
    method: "POST",
    endpoint: /\/admin\/rule-reviews$/,
    open: (page) => page.getByText("3 picked").waitFor(),
    typed: { "Days until the link expires": "7" },
    send: "Request the review",
  },
  {
    name: "cancel a review",
    path: `/reviews/${reviews.pending}`,
    method: "POST",
    endpoint: /\/cancel$/,
    isDialog: true,
    open: press("Cancel the review"),
    typed: {},
    send: "Cancel the review",
  },
  {
    name: "register counsel",
    path: `/counsel/new?framework_id=${frameworkId}`,
    method: "POST",
    endpoint: /\/admin\/counsel$/,
    typed: {
      Name: "Grace Barrister",
      "E-mail": "grace@law.example",
      Notes: "A long note that nobody wants to type twice.",
    },
    send: "Register counsel",
    field: ["email", "E-mail"],
  },
  {
    name: "edit counsel",
    path: `/counsel/${counselId}`,
    method: "PATCH",
    endpoint: /\/admin\/counsel\/[^/]+$/,
    open: press("Edit"),
    typed: { Firm: "Barrister and Sons", Notes: "Moved to the new building." },
    send: "Save",
    field: ["firm", "Firm"],
  },
  {
    name: "change counsel's e-mail, after its warning",
    path: `/counsel/${counselId}`,
    method: "PATCH",
    endpoint: /dry_run=false$/,
    isDialog: true,
    open: async (page) => {
      await press("Edit")(page);
      await page.getByLabel("E-mail").fill("moved@law.example");
      await press("Save")(page);
    },
    typed: {},
    send: "Change the e-mail",
  },
  {
    name: "create a rule book",
    path: "/rule-books",
    method: "PUT",
    endpoint: /\/admin\/frameworks\/a_new_book$/,
    isDialog: true,
    open: press("New rule book"),
    typed: { Id: "a_new_book", Name: "A new book" },
    send: "Create the rule book",
    field: ["display_name", "Name"],
  },
  {
    name: "check a rule book's file",
    path: `/rule-books/${frameworkId}/import`,
    method: "PUT",
    endpoint: /\/rules\?dry_run=true$/,
    open: chooseRules,
    typed: {},
    send: "Check and preview",
  },
  {
    name: "import a rule book",
    path: `/rule-books/${frameworkId}/import`,
    method: "PUT",
    endpoint: /\/rules$/,
    isDialog: true,
    open: async (page) => {
      await chooseRules(page);
      await press("Check and preview")(page);
      await press("Import now")(page);
    },
    typed: {},
    send: "Import now",
  },
  {
    name: "create a tenant",
    path: "/tenants",
    method: "POST",
    endpoint: /\/admin\/tenants$/,
    isDialog: true,
    open: press("Create a tenant"),
    typed: { Name: "Southwind" },
    send: "Create a tenant",
    field: ["name", "Name"],
  },
  {
    name: "rename a tenant",
    path: `/tenants/${tenant.id}`,
    method: "PATCH",
    endpoint: /\/admin\/tenants\/[^/]+$/,
    isDialog: true,
    open: press("Rename"),
    typed: { Name: "Northwind and Sons" },
    send: "Save",
    field: ["name", "Name"],
  },
  {
    name: "open a room",
    path: "/rooms/new",
    method: "POST",
    endpoint: /\/admin\/rooms$/,
    open: (page) => page.getByRole("checkbox", { name: /AI transparency/ }).check(),
    typed: { "For whom": "An inquiry", "Open for days": "14" },
    send: "Open the room",
    field: ["title", "For whom"],
  },
  {
    name: "add a webhook endpoint",
    path: "/webhooks/new",
    method: "POST",
    endpoint: /\/admin\/webhook-endpoints$/,
    open: (page) => page.getByRole("checkbox", { name: /counsel decided a review/ }).check(),
    typed: { Address: "https://hooks.example/in", "What it is for": "The release board" },
    send: "Add the endpoint",
    field: ["url", "Address"],
  },
  {
    name: "let a pipeline ask",
    path: "/clearance/pipelines/new",
    method: "PUT",
    endpoint: /\/admin\/clearance\/pipelines\/nightly$/,
    typed: { Id: "nightly", Name: "Nightly build", "Claims, one a line": "repository_id=4711" },
    send: "Let it ask",
    field: ["display_name", "Name"],
  },
  {
    name: "let a machine sign in",
    path: "/machines/new",
    method: "PUT",
    endpoint: /\/admin\/machines\/collector$/,
    open: (page) => page.getByRole("checkbox", { name: /audit:read/ }).check(),
    typed: { Id: "collector", Name: "The collector", "Claims, one a line": "repository_id=4711" },
    send: "Let it sign in",
    field: ["display_name", "Name"],
  },
  {
    name: "record an event of the law",
    path: `/rule-books/${frameworkId}`,
    method: "PUT",
    endpoint: /\/enforcement$/,
    isDialog: true,
    open: press("Record an event"),
    typed: {
      Id: "stay",
      From: "2026-11-01",
      "Court or authority": "The District Court",
      "Web address of the order": "https://court.example/orders/1",
      "What it says": "No enforcement until the court has ruled.",
    },
    send: "Record",
    field: ["events.0.note", "What it says"],
  },
  {
    name: "write a new rule",
    path: `/rule-books/${frameworkId}/new-rule`,
    method: "PUT",
    endpoint: /\/rules\?dry_run=true$/,
    typed: {
      Id: "a.written.rule",
      Title: "Rule about disclosure",
      "Description, as the customer sees it": "You are told.",
      "Suggested verdict": "Tell people.",
    },
    send: "Check and preview",
    field: ["rules.0.title", "Title"],
  },
  {
    name: "set the app's private key",
    path: "/setup",
    method: "POST",
    endpoint: /\/sourcehost-app\/private-key$/,
    isDialog: true,
    open: (page) => setupStep(page, "Source host (GitHub) app", "Set the private key"),
    typed: { "Private key (PEM)": pem },
    send: "Set the private key",
    field: ["private_key_pem", "Private key (PEM)"],
  },
];

const connectAs = (kind: string | RegExp) => (page: Page) =>
  page.getByRole("radio", { name: kind }).check();

/** Every form of an organisation admin. */
export const tenantForms = (
  { connections }: Estate,
  /** A connection through a role in the tenant's cloud that we may assume. */
  byRole: string,
): ConsoleForm[] => [
  ...connectForms,
  {
    name: "rename a connection",
    path: `/connections/${connections.sourcehost}`,
    method: "PATCH",
    endpoint: /\/connections\/[^/]+$/,
    isDialog: true,
    open: press("Rename"),
    typed: { Name: "All repositories" },
    send: "Save",
    field: ["display_name", "Name"],
  },
  {
    name: "authorise a connection again",
    path: `/connections/${byRole}`,
    method: "POST",
    endpoint: /\/reauthorize$/,
    isDialog: true,
    open: press("Authorise again"),
    typed: { "ARN of the role": "arn:aws:iam::123456789012:role/Another" },
    send: "Authorise again",
    field: ["role_arn", "ARN of the role"],
  },
  {
    name: "disconnect",
    path: `/connections/${byRole}`,
    method: "DELETE",
    endpoint: /\/connections\/[^/]+$/,
    isDialog: true,
    open: press("Disconnect"),
    typed: {},
    send: "Disconnect",
  },
  {
    name: "change the chain and its credentials",
    path: "/extractors",
    method: "PATCH",
    endpoint: /\/tenant\/settings\/extractor$/,
    open: press("Add an extractor"),
    typed: {
      Endpoint: "https://model.example/v1",
      Model: "large",
      Credential: "a-credential-that-is-long",
    },
    send: "Save the chain",
    field: ["chain.0.auth", "Credential"],
  },
  {
    name: "test an extractor",
    path: "/extractors",
    method: "POST",
    endpoint: /\/test-connection$/,
    open: press("Add an extractor"),
    typed: { Endpoint: "https://model.example/v1", Credential: "a-credential-that-is-long" },
    send: "Test: Hosted model",
  },
];

const connectForms: readonly ConsoleForm[] = (
  [
    [
      /^Cloud C .* by workload/,
      /\/cloudc\/wif\/connect$/,
      {
        Audience:
          "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/oidc",
        "Service account": "reader@acme.example",
        "Projects, one a line": "acme-prod",
      },
      ["wif_audience", "Audience"],
    ],
    [
      /^Source host/,
      /\/connections$/,
      { Name: "Repositories", "Installation id": "4712" },
      ["installation_id", "Installation id"],
    ],
    [
      /^Cloud B .* event bus/,
      /\/connections$/,
      { Name: "Second bus", "Account number": "210987654321" },
      ["remote_tenant_id", "Account number"],
    ],
    [
      /^Cloud B .* by role/,
      /\/connections$/,
      {
        Name: "Production",
        "Account number": "210987654321",
        "Regions, one a line": "eu-west-1",
        "ARN of the role": "arn:aws:iam::210987654321:role/Reader",
      },
      ["regions", "Regions, one a line"],
    ],
    [
      /^Cloud C .* by refresh token/,
      /\/connections$/,
      { Name: "Older way", "Refresh token": "1//a-long-refresh-token" },
      ["refresh_token", "Refresh token"],
    ],
  ] as const
).map(([kind, endpoint, typed, field]) => ({
  name: `connect: ${kind.source}`,
  path: "/connections/new",
  method: "POST",
  endpoint,
  open: connectAs(kind),
  typed,
  send: "Connect",
  field,
}));

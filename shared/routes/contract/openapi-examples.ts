import type { Json } from "./openapi-schemas.ts";

const UUID = "5f0c7c1e-8d54-4f5a-9c3e-2b7f1d6a4e90";

/** Example texts by field name, for fields whose format alone says too little. */
const texts: Readonly<Record<string, string>> = {
  action: "rule_review.approved",
  code: "unreachable",
  counsel_email: "ada@lex.example",
  cursor: "kZJ0cGFnZTI",
  delivery_id: "72d3162e-cc78-11e3-81ab-4c9367dc0958",
  detail: "A sentence that describes the finding.",
  display_name: "Acme",
  email: "ada@lex.example",
  endpoint: "https://llm.acme.example/v1/chat",
  filename: "opinion.pdf",
  firm: "Lex LLP",
  framework_id: "eu_ai_act",
  installation_id: "41000001",
  jurisdiction: "EU",
  label: "Article 5(1)(a)",
  magic_link_url: "https://app.example/counsel/review/…",
  name: "Acme",
  next_cursor: "kZJ0cGFnZTI",
  project_ids: "acme-production",
  resource_type: "rule_review_request",
  room_url: "https://app.example/room/…",
  title: "Social scoring",
  url: "https://eur-lex.europa.eu/eli/reg/2024/1689/oj",
  use_case_id: "social-scoring",
};

/** Requests with interdependent fields: built from the schema alone, they would be invalid. */
export const requestExamples: Readonly<Record<string, Json>> = {
  putPipeline: {
    display_name: "Release of the app",
    issuer: "https://token.actions.githubusercontent.com",
    audience: "https://countersign.example",
    claims: { repository_id: "123456789", ref: "refs/heads/main" },
    framework_ids: ["eu_ai_act"],
  },
  putMachine: {
    display_name: "SIEM",
    issuer: "https://token.actions.githubusercontent.com",
    audience: "https://countersign.example",
    claims: { repository_id: "123456789" },
    scopes: ["audit:read"],
    framework_ids: ["eu_ai_act"],
  },
  putTenantMachine: {
    display_name: "Gate",
    issuer: "https://token.actions.githubusercontent.com",
    audience: `https://countersign.example/tenants/${UUID}`,
    claims: { repository_id: "123456789" },
    scopes: ["clearance:ask", "runs:start"],
    framework_ids: ["eu_ai_act"],
  },
  askFromMachine: { framework_id: "eu_ai_act", use_case_ids: ["art5.1.c.social_scoring"] },
  askFromPipeline: { framework_id: "eu_ai_act", use_case_ids: ["art5.1.c.social_scoring"] },
  askClearance: {
    framework_id: "eu_ai_act",
    use_case_ids: ["art5.1.c.social_scoring", "art50.1.direct_interaction"],
    max_age_days: 365,
    in_force_only: true,
  },
  askSystems: {
    repository: "acme/app",
    commit: "9f2c1e7a4b6d8035f1c2d3e4a5b60718293a4b5c",
    max_run_age_hours: 24,
  },
  askSystemsFromMachine: { commit: "9f2c1e7a4b6d8035f1c2d3e4a5b60718293a4b5c" },
  startMachineRun: {
    repository_id: "123456789",
    commit: "9f2c1e7a4b6d8035f1c2d3e4a5b60718293a4b5c",
  },
  patchSystemsGate: { allow: ["high_risk", "transparency", "minimal", "not_ai"] },
  startDiscoveryRun: {
    repository_id: "123456789",
    commit: "9f2c1e7a4b6d8035f1c2d3e4a5b60718293a4b5c",
  },
  createPanel: {
    framework_id: "eu_ai_act",
    rule_use_case_ids: ["art5.1.c.social_scoring", "art50.1.direct_interaction"],
    counsel_ids: [
      UUID,
      "0b9d5c1f-6a1e-4f0d-8a67-3f4c2f9e7d15",
      "c3a7e2d8-51b4-4c8e-9a0f-7d6b1e2f4a93",
    ],
    need: 2,
    on_reject: "ends",
    expiry_days: 14,
  },
  decideReview: {
    decision: "approved_with_changes",
    comment: "Approved, but for the sentence named below.",
    rule_verdicts: [
      {
        use_case_id: "art50_1_chatbot_disclosure",
        verdict: "changes_requested",
        text: "Say who is meant.",
        suggestions: [
          { field: "suggested_verdict_copy", text: "People are told that they talk to an AI." },
        ],
      },
    ],
  },
  createRoom: {
    title: "Market surveillance, inquiry 2026/114",
    framework_ids: ["eu_ai_act"],
    decided_from: "2026-01-01T00:00:00.000Z",
    decided_to: "2027-01-01T00:00:00.000Z",
    expires_in_days: 30,
    words: "full",
    may_ask: true,
  },
  decideClassification: {
    class: "high_risk",
    reason: "It ranks applicants for jobs.",
  },
  callMcp: { jsonrpc: "2.0", id: 1, method: "tools/list" },
  putFramework: {
    display_name: "EU AI Act",
    jurisdiction: "EU",
    source_url: "https://eur-lex.europa.eu/eli/reg/2024/1689/oj",
  },
  putEnforcement: {
    events: [
      {
        id: "x-ai-v-weiser.stay",
        on: "2026-04-27",
        kind: "stayed",
        authority: "United States District Court for the District of Colorado",
        citation_url: "https://www.courtlistener.com/?q=1%3A26-cv-01515",
        note: "The Attorney General does not enforce until rulemaking is complete and the court has ruled.",
      },
    ],
  },
};

/** Candidate texts for fields with a pattern, tried in this order. */
const forms = [
  UUID,
  "2026-11-20T10:15:30.123Z",
  "2026-08-02",
  "eu_ai_act",
  "social-scoring",
  "ada@lex.example",
  "https://example.com/",
  "123456789012",
  "a".repeat(64),
  "a".repeat(8),
  "a".repeat(16),
  "a".repeat(32),
  "eu-central-1",
  "arn:aws:iam::123456789012:role/countersign",
];

const ofFormat: Readonly<Record<string, string>> = {
  uuid: UUID,
  "date-time": "2026-11-20T10:15:30.123Z",
  date: "2026-08-02",
  email: "ada@lex.example",
  uri: "https://example.com/",
};

/**
 * A value that a schema accepts, with every field given.
 * @param name of the field, for texts that have no format of their own
 */
export function exampleOf(schema: Json, name = ""): unknown {
  const { anyOf, oneOf, enum: words, default: usual, const: only } = schema;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (only !== undefined) return only;
  if (usual !== undefined) return usual;
  if (Array.isArray(words)) return words[0];
  const members = (anyOf ?? oneOf) as Json[] | undefined;
  if (members !== undefined) {
    return exampleOf(members.find((member) => member.type !== "null") ?? {}, name);
  }
  if (type === "object") return exampleObject(schema);
  if (type === "array") return [exampleOf((schema.items ?? {}) as Json, name)];
  if (type === "integer" || type === "number") return Math.max(1, Number(schema.minimum ?? 1));
  if (type === "boolean") return true;
  if (type === "null") return null;
  return type === "string" ? exampleText(schema, name) : {};
}

const exampleObject = ({ properties = {} }: Json): Json =>
  Object.fromEntries(
    Object.entries(properties as Record<string, Json>).map(([field, schema]) => [
      field,
      exampleOf(schema, field),
    ]),
  );

function exampleText({ pattern, format, contentEncoding }: Json, name: string): string {
  if (contentEncoding === "base64") return "JVBERi0xLjcK";
  const own = texts[name];
  const matching = (text: string) => new RegExp(String(pattern), "u").test(text);
  if (pattern !== undefined) {
    return (own !== undefined && matching(own) ? own : forms.find(matching)) ?? "text";
  }
  return ofFormat[String(format)] ?? own ?? (name.endsWith("_id") || name === "id" ? UUID : "text");
}

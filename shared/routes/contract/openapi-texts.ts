import type { Access, Area } from "./route.ts";

/** Each access level as a sentence that says who may call. */
export const accessText: Record<Access, string> = {
  public: "Anyone.",
  counsel: "The holder of the link's token.",
  signed: "A sender whose signature over the body matches.",
  user: "Any signed-in user of a tenant.",
  org: "An admin of the tenant's organisation.",
  platform: "A platform admin; an organisation admin is not enough.",
  signed_in: "A platform admin, or any signed-in user of a tenant.",
  pipeline: "A CI job, with the OIDC token that its CI issued: a registered pipeline.",
  machine: "A registered machine that has the scope, with the OIDC token that its platform issued.",
  room: "The holder of a room's link: reads what the room's scope names, and nothing else.",
};

/** A description of each area. */
export const areaText: Record<Area, string> = {
  frameworks: "Laws and their rules; each change is a new version.",
  counsel: "The outside lawyers who review rules.",
  reviews: "Requests to counsel, the queue, and counsel's own two paths.",
  panels: "Several counsel asked for the same rules, so many of whom have to approve.",
  courier: "Messages that the platform sends: mails to counsel.",
  evidence: "What was approved, by whom, and whether it can still be proven.",
  rooms: "What a regulator is shown: a scope of the evidence, for a time, without an account.",
  webhooks: "Endpoints that are told of changes, and what was delivered to them.",
  clearance: "Whether a wording may ship: for people, for pipelines, and signed.",
  machines: "Systems that sign in by themselves, and what they may call.",
  setup: "What a deployment needs before it can work, step by step.",
  issuer: "The public documents of the token issuer.",
  tenants: "The customers.",
  connections: "A customer's environments.",
  discovery: "Runs that look for AI systems, and the artifacts they record.",
  inventory: "What each artifact is in law, who or what said so, and from which facts.",
  sourcehost: "Deliveries of the source host.",
  eventbus: "Customers' event buses and what comes from them.",
  extractors: "The models that answer questions about artifacts.",
  log: "The public evidence log: decisions, provable without this service.",
  audit: "Every change, who made it, and when.",
  console: "The admin console, in the browser.",
  service: "The service itself.",
};

export const description = `Control plane of a multi-tenant AI-compliance platform.

- Times are ISO 8601 UTC with milliseconds; ids are UUIDs unless said otherwise.
- Errors are RFC 9457 problem documents with a stable \`code\`; every fault of a request is reported at once.
- Lists return \`{items, next_cursor}\`: repeat the call with \`?cursor=<next_cursor>\` until it is null. A page ends at \`limit\` or at 4 MB, whichever comes first; a page of a filtered list may be shorter or empty, and only \`next_cursor: null\` is the end.
- Unknown fields and unknown query parameters are refused; only the pages that people open from a mail or by hand ignore parameters that they do not know. A body nested deeper than 64 levels is refused.
- Text is well-formed Unicode. Lengths count code points: an emoji is one character. Names and labels have no control, bidi control or invisible characters.`;

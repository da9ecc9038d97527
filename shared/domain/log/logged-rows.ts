/*
 * Which audit rows are leaves of the evidence log (evidence-log.md, section 2). One table: the store
 * writes outbox items by it, the sequencer and the watcher judge by it.
 */

interface LoggedResource {
  /** Each row names the hash of the one before it (`prev_hash`), and the log takes no other. */
  chained: boolean;
}

const resources: ReadonlyMap<string, LoggedResource> = new Map([
  ["counsel", { chained: true }],
  ["rule_review_request", { chained: true }],
  ["review_panel", { chained: true }],
  ["framework", { chained: false }],
  ["artifact", { chained: false }],
]);

/** Beginnings of further actions that are logged: signing keys and what verifies them. */
const actions = [
  "platform.counsel_review_hmac_secret.",
  "platform.evidence_log_key.",
  "evidence_log.verifier_published",
];

/** What a row says about itself that decides where it belongs. */
interface Kind {
  resource_type: string;
  action: string;
}

/** Whether a row is a leaf of the evidence log. */
export const isLogged = ({ resource_type, action }: Kind): boolean =>
  resources.has(resource_type) || actions.some((beginning) => action.startsWith(beginning));

/** Whether the rows of such a resource are a chain. */
export const isChained = (resourceType: string): boolean =>
  resources.get(resourceType)?.chained === true;

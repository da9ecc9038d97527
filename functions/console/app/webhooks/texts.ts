import type { DisabledReason } from "#shared/domain/webhooks/endpoint.ts";
import type { EventType } from "#shared/domain/webhooks/event-types.ts";

/** The texts of the webhook screens. */
export const t = {
  title: "Webhooks",
  lead: "Addresses that are told of changes, signed as Standard Webhooks asks.",
  create: "Add an endpoint",
  createFirst: "Add the first endpoint",
  empty: "Nobody is told of anything yet. Add the address that is to hear of changes.",
  on: "On",
  off: {
    operator: "Switched off",
    gone: "Given up: it answered 410",
    exhausted: "Given up: ten attempts failed",
  } satisfies Record<DisabledReason, string>,
  offWords: {
    operator: "It hears nothing until somebody switches it on.",
    gone: "The address answered 410 Gone, which means that nobody listens there any more. What was waiting was dropped. Find out whether it moved, correct the address, and switch it on again.",
    exhausted:
      "A message was refused ten times in three days, so nothing more is sent. What was waiting was dropped. Mend the receiver, try it with a test, and switch it on again.",
  } satisfies Record<DisabledReason, string>,
  oneSecret: "One",
  twoSecrets: "Two sign until",
  newTitle: "Add an endpoint",
  editTitle: () => "Change the endpoint",
  url: "Address",
  hiddenUrl: "An address that only admins see",
  fields: {
    url: ["Address", "An https address on the public internet that answers 2xx within 15 seconds."],
    description: ["What it is for"],
    events: ["What it receives", "Messages carry ids and hashes, never the text of a rule."],
  },
  hears: "Receives",
  eventWords: {
    "rule_review.decided": "counsel decided a review",
    "rule_review.requested": "a review was requested",
    "rule_review.expired": "a request lapsed undecided",
    "rule_review.cancelled": "a request was withdrawn",
    "review_panel.decided": "a panel came to its result",
    "rules.changed": "rules were imported or edited",
    "clearance.changed": "a rule may ship now, or no longer",
    "law.starts": "a law applies in 30 days, and in 7",
    "discovery_run.completed": "a discovery run ended",
    "artifact.found": "a system was found for the first time",
    "artifact.retired": "a system is gone",
    "connection.needs_reauthorization": "a connection lost its access",
  } satisfies Record<EventType, string>,
  add: "Add the endpoint",
  secretTitle: "The endpoint’s secret, this once",
  secretLead:
    "Store it with the receiver now: it verifies every message with it, and it is never shown again. If it is lost, rotate it.",
  rotatedLead:
    "Store it with the receiver now; it is never shown again. The secret before signs too for 24 hours, an older one no more.",
  secret: "Secret",
  secretStored: "I have stored it",
  secretQuestion: "Has the secret been stored? It is not shown again.",
  state: "State",
  since: "Since",
  previous: "Previous secret signs until",
  created: "Created",
  changed: "Changed",
  rotate: {
    label: "Rotate the secret",
    question: "Give this endpoint another secret?",
    words: "Both secrets sign for 24 hours, so that the receiver can change over without a gap.",
  },
  rotateAgain:
    "The last rotation’s overlap has not ended: the oldest secret stops signing at once.",
  test: "Send a test",
  testOk: (status: number) => `It took the test: it answered ${status}.`,
  testFailed: (status: number | null) =>
    status === null
      ? "The test did not get through: nothing answered within 15 seconds."
      : `The test was refused: it answered ${status}.`,
  switchOff: {
    label: "Switch off",
    question: "Switch this endpoint off?",
    words: "It receives nothing more, and what is waiting for it is dropped.",
  },
  leaveOff: {
    label: "Leave it off",
    question: "Leave this endpoint off?",
    words: "It is no longer shown as given up. It can be switched on at any time.",
  },
  switchOn: {
    label: "Switch on",
    question: "Switch this endpoint on?",
    words: "It receives what happens from now on; what it missed can be sent again below.",
  },
  remove: {
    label: "Delete",
    question: (host: string) => `Delete the endpoint at ${host}?`,
    words: "It receives nothing more, and its deliveries are no longer shown.",
  },
  deliveries: "Deliveries of 30 days",
  noDeliveries: "Nothing has been sent to it yet. A test is not listed here.",
  deliveryColumns: {
    message: "Message",
    status: "State",
    attempts: "Attempts",
    content: "Content",
  },
  statuses: {
    pending: "Waiting",
    delivered: "Delivered",
    failed: "Failed",
    dropped: "Dropped",
  },
  answered: (status: number) => `answered ${status}`,
  errors: {
    endpoint_blocked: "leads to an inside address",
    timeout: "no answer within 15 s",
    unreachable: "not reachable",
  } as Readonly<Record<string, string>>,
  noAttempt: "none yet",
  nextAttempt: "next",
  isReplay: "A replay",
  body: "What is sent",
  replay: "Send it again",
  replayed: "Sent again as a delivery of its own, above.",
} as const;

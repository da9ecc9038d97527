/** The texts of the setup screen. */
export const t = {
  title: "Setup",
  lead: "What this deployment has and what it lacks, in the order in which to see to it.",
  statuses: {
    not_set: "Not set",
    provisioned: "In place",
    uses_dev_default: "Development default",
  },
  updated: "Last change",
  byWhom: "by",
  progress: (done: number, all: number) =>
    `${done} of ${all} that this deployment needs are in place`,
  nothing: "Everything that it needs is in place.",
  groups: { needed: "What this deployment needs", optional: "Optional", legacy: "Legacy" },
  groupWords: {
    needed: "The most urgent first.",
    optional: "Nothing here is missed: set up what you want to use.",
    legacy: "Only for what older versions set up.",
  },
  valueIs: "The new value is in the secret store, under a name that ends in",
  entry: "name of the entry",
  enterAtHost:
    "Read it there and enter it as the webhook secret of the app at the source host; until then its deliveries are refused.",
  enterUntil: (time: string) =>
    `Read it there and enter it as the webhook secret of the app at the source host until ${time}: until then deliveries signed with either one are accepted.`,
  enterNow:
    "Read it there and enter it as the webhook secret of the app at the source host now: deliveries signed with the old one are refused within 30 seconds.",
  staysInside: {
    "counsel-review-hmac-secret":
      "There is nothing to hand over: it never leaves the system, and what was signed before still verifies.",
    "cloudb-eventbus-webhook-secret":
      "There is nothing to hand over: only this system signs and verifies with it.",
    "oidc-issuer":
      "There is nothing to hand over: verifiers fetch the public key from the issuer’s address.",
    "clearance-key":
      "There is nothing to hand over: the public key is published with those before it.",
  },
  rotations: {
    "counsel-review-hmac-secret":
      "Decisions are signed with a new secret from now on. Every earlier one is kept, so that what was signed before still verifies.",
    "sourcehost-webhook-secret":
      "A new secret is made. The source host has to get it; choose for how long deliveries signed with the old one are accepted as well.",
    "cloudb-eventbus-webhook-secret":
      "A new secret is made and used at once. Events that are on their way are accepted with the old one for 90 seconds.",
  },
  where:
    "Settings in capitals are set where the system runs, not here: in the environment of the local run; deployed, as an option of the stage, and a credential by its entry of the secret store.",
  signingKey: "Signing key",
  nextKey: "Next key",
  activates: "starts to sign",
  overlapEnds: "the next rotation is possible",
  credential: "Enter this at your identity provider",
  issuer: "Issuer",
  subject: "Subject",
  audience: "Audience",
  alarms: "Alarms",
  alarmsHint: "What each alarm of a deployment means; its name leads to what to do about it.",
  runbooks: "All runbooks",
  alarmColumns: { name: "Alarm", text: "What it means" },
  done: (title: string) => `Done: ${title}.`,
  trail: "What was changed here",
  trailHint: "Newest first.",
  noTrail: "Nothing has been changed here yet.",
  revision: (n: number) => `Revision ${n}; it takes effect within 30 seconds.`,
  actions: {
    "provision-secret": {
      label: "Provision",
      question: "Provision this secret?",
      words:
        "A new random secret is made, stored and attached. Nothing that works now stops working. The value is never shown.",
    },
    "rotate-secret": {
      label: "Rotate",
      question: "Rotate this secret?",
      words:
        "A new secret takes the place of the present one. Whoever signs with the old one must get the new one.",
    },
    "provision-keypair": {
      label: "Provision the key pair",
      question: "Provision the key pair?",
      words: "A key pair is made. Its public half is published for those who verify our tokens.",
    },
    "rotate-keypair": {
      label: "Rotate the key pair",
      question: "Rotate the key pair?",
      words:
        "The new key is published within 30 seconds and signs 75 minutes later, so that no verifier is surprised. The old one stays published until the next rotation.",
    },
    enable: {
      label: "Switch federation on",
      question: "Switch federation on?",
      words:
        "Tokens are exchanged by a signed assertion from now on, without the client secret. It can be switched off again.",
    },
    disable: {
      label: "Switch federation off",
      question: "Switch federation off?",
      words: "Tokens are exchanged with the legacy client secret again.",
    },
    "test-exchange": {
      label: "Test the exchange",
      question: "Try one token exchange?",
      words:
        "One exchange is tried on the path that is in force. Nothing is changed, the token is thrown away.",
    },
    "provision-key": {
      label: "Provision the key",
      question: "Provision the key?",
      words:
        "A key is made. Answers about clearance are signed with it; its public half is published.",
    },
    "rotate-key": {
      label: "Rotate the key",
      question: "Rotate the key?",
      words: "A new key signs from now on. What was signed before still verifies.",
    },
    "private-key": {
      label: "Set the private key",
      question: "Set the private key?",
      words: "Paste the app’s private key as PEM. It is stored and never shown again.",
    },
  },
  pem: "Private key (PEM)",
  emergency: "The key is compromised: replace it at once, everywhere",
  overlap: "The old secret is accepted",
  overlaps: {
    3600: "for another hour, beside the new one (recommended)",
    900: "for another 15 minutes, beside the new one",
    0: "no longer: only if it has leaked",
  },
  exchangeOk: (path: string) => `The exchange worked (${path}).`,
  exchangeFailed: (code: string) => `The exchange did not work: ${code}.`,
} as const;

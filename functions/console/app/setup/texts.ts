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
  system: "the system",
  progress: (done: number, all: number) => `${done} of ${all} in place`,
  nothing: "Everything is in place.",
  noAction:
    "This is a setting of the deployment: it is set where the system is deployed, not here.",
  signingKey: "Signing key",
  nextKey: "Next key",
  activates: "starts to sign",
  overlapEnds: "the next rotation is possible",
  credential: "Enter this at your identity provider",
  issuer: "Issuer",
  subject: "Subject",
  audience: "Audience",
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
    "private-key": {
      label: "Set the private key",
      question: "Set the private key?",
      words: "Paste the app’s private key as PEM. It is stored and never shown again.",
    },
  },
  pem: "Private key (PEM)",
  emergency: "The key is compromised: replace it at once, everywhere",
  overlap: "Seconds the old secret is still accepted (0 to 3600)",
  exchangeOk: (path: string) => `The exchange worked (${path}).`,
  exchangeFailed: (code: string) => `The exchange did not work: ${code}.`,
} as const;

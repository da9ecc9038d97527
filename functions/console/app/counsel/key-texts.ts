/** Texts about counsel's own passkeys. */
export const keyTexts = {
  title: "Signing and passkeys",
  hint: "A passkey lives on counsel’s own device. Where one is required, the link is not enough to decide in counsel’s name. Keys enrolled or retired and every change of the requirement are recorded and appear in the evidence.",
  policy: "Decisions are signed with",
  policies: { link: "The link alone", key_required: "The link and counsel’s passkey" },
  requiredWithoutKey: "The link and counsel’s passkey; counsel has none in use and cannot decide",
  empty: "No passkey is enrolled.",
  tableName: "Passkeys",
  columns: { words: "Words", enrolled: "Enrolled", retired: "Retired", action: "Action" },
  inUse: "In use",

  requireKey: {
    label: "Require a passkey",
    question: (name: string) => `Require a passkey of ${name}?`,
    words:
      "From now on a decision counts only if it is signed with a passkey that was enrolled before the review was requested. Open reviews are affected too.",
  },
  requireWithoutKeyWords:
    "No passkey is in use. Until counsel has made one and a new review is requested, no decision is possible.",
  keyRequiredSaid: "A passkey is required from now on.",
  allowLink: {
    label: "Let the link suffice",
    question: (name: string) => `Let ${name} decide with the link alone?`,
    words:
      "From now on whoever has the link can decide. What was signed with a passkey stays as it is.",
  },
  linkAllowedSaid: "The link suffices from now on.",
  policyRecorded: "The change is recorded and appears in every later evidence of this counsel.",

  invite: {
    label: "Invite to make a key",
    question: (name: string) => `Invite ${name} to make a key?`,
    words: "You get a link to forward. It voids the last invitation.",
  },
  invited: "The invitation is made. Its link is shown once.",
  inviteMailed: "The invitation is made, and its link is mailed to counsel.",
  linkTitle: "Forward this invitation",
  linkWords: (until: string) =>
    `This is the only time the link is shown; it voids the last invitation. It can be used once, until ${until}. Send it to counsel alone.`,
  readOut:
    "Whoever opens the link can enrol a passkey. So counsel sees six words at the end, and must read them out to you over a channel of counsel’s own, such as a telephone number you knew before. Compare them with the words here; if they differ, retire the key.",
  linkLabel: "Invitation",
  copyLink: "Copy the link",
  forwarded: "I have forwarded it",
  leaveQuestion:
    "The invitation cannot be shown again. Leave only if you have forwarded it to counsel.",

  retire: {
    label: "Retire the key",
    question: (words: string) => `Retire the key ${words}?`,
    words:
      "It signs nothing from then on, and this cannot be taken back. What it signed before stays valid.",
  },
  retireWordsRequired:
    "A passkey is required: without another one counsel cannot decide, and a new one signs only reviews requested after it was enrolled.",
  retiredSaid: "The key is retired.",
} as const;

import { countOf } from "#shared/domain/text/text.ts";

/** The texts of the counsel screens. */
export const t = {
  title: "Counsel",
  create: "Register counsel",
  createFirst: "Register the first one",
  searchLabel: "Name, firm or e-mail",
  book: "Rule book",
  state: "State",
  states: { active: "Active", inactive: "Inactive" },
  signs: "Signs with",
  keysInUse: (n: number) => `${n === 1 ? "One passkey" : `${n} passkeys`} enrolled`,
  empty: "Nobody is registered yet. Register the counsel who will review your rules.",
  noneFits: "No counsel fits these filters.",
  fields: {
    framework_id: ["Rule book", "Counsel reviews the rules of one rule book."],
    display_name: ["Name"],
    email: ["E-mail", "Every decision is signed for this address."],
    firm: ["Firm"],
    jurisdiction: ["Jurisdiction"],
    bar_registration: ["Bar registration"],
    language: [
      "Language",
      "Of counsel’s pages and mails. Rules and decisions stay in the rule book’s language.",
    ],
    notes: ["Notes", "For your colleagues; counsel does not see them."],
  },
  chooseBook: "Choose a rule book",
  anyLanguage: "What their browser prefers",
  saved: (name: string) => `The details of ${name} are saved.`,
  retired: (name: string) => `${name} is retired: no review can be requested from them.`,
  broughtBack: (name: string) => `Reviews can be requested from ${name} again.`,
  nowConfirmed: (name: string) => `${name} is confirmed.`,
  edit: "Edit",
  signatures: "Signatures",
  since: "Registered",
  emailTitle: "Change the e-mail?",
  emailWords: (n: number, email: string) =>
    n === 0
      ? `No signature depends on it. The e-mail becomes ${email}.`
      : `${n === 1 ? "One signature was" : `${n} signatures were`} made for the present e-mail. After the change ${n === 1 ? "it verifies" : "they verify"} only for the old one, and the evidence says so. The e-mail becomes ${email}.`,
  emailAct: "Change the e-mail",
  deactivate: {
    label: "Deactivate",
    question: (name: string) => `Deactivate ${name}?`,
    words:
      "No new review can be requested from them. Open reviews and past decisions stay as they are. You can reactivate them at any time.",
  },
  reactivate: {
    label: "Reactivate",
    question: (name: string) => `Reactivate ${name}?`,
    words: "New reviews can be requested from them again.",
  },
  named: "Named by",
  unconfirmed: (by: string) => `${by}, passing a request on; not confirmed by an admin`,
  confirmed: (by: string) => `${by}, passing a request on; confirmed by an admin on`,
  notConfirmed: "Not confirmed",
  confirm: {
    label: "Confirm",
    question: (name: string) => `Confirm ${name}?`,
    words:
      "You vouch for them in place of the counsel who named them. From then on reviews can be requested of them, and proofs no longer say that nobody has confirmed them.",
  },
  identity: "Identity",
  secondPerson: "Confirmed by a second person on",
  secondPersonMissing: "A second person has to confirm who they are",
  changedBy: (users: readonly string[], isYou: boolean) =>
    isYou
      ? "You registered or changed them, so somebody else has to confirm them. Until then nothing reaches them."
      : `Compare the details with what you know of them from elsewhere before you confirm. ${users.length === 0 ? "Counsel who passed a request on wrote them." : `Written by ${users.join(", ")}.`}`,
  confirmAsSecond: {
    label: "Confirm",
    question: (name: string) => `Is this who ${name} is?`,
    words:
      "You confirm as a second person that name, address, firm, bar registration and way of signing are theirs. Check them with somebody other than whoever wrote them.",
  },
  secondHint: "Once saved, nothing reaches them until a second person has confirmed who they are.",
  thirdHint:
    "Somebody else changed these details, and nobody has confirmed them yet. If you change them too, neither of you can confirm them: a third person has to.",
  open: "Open requests",
  openOf: (n: number) => `${countOf(n, "request")} wait${n === 1 ? "s" : ""} for them`,
  cancelOpen: {
    label: "Cancel their open requests",
    question: (name: string) => `Cancel the requests that wait for ${name}?`,
    words:
      "Their links stop working at once. A panel that they are asked in counts on without them.",
    act: "Cancel them",
  },
  stillDecide: (n: number) =>
    `They can still decide ${n === 1 ? "the request that waits" : `the ${n} requests that wait`} for them.`,
  cancelled: (n: number, left: number) =>
    `${countOf(n, "request")} cancelled${left === 0 ? "." : `; ${left} could not be cancelled.`}`,
  trail: "Trail",
  trailHint: "Everything that was recorded about this counsel, oldest first.",
  requestReview: "Request review",
  reviews: "Their reviews",
} as const;

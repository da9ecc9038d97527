import { wordingFields } from "#shared/domain/frameworks/field-names.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import { decisionLabels } from "./labels.ts";

/*
 * All texts of counsel's pages. `**` marks bold text, `{name}` a placeholder. Every other language
 * has the same keys (`Catalogue`).
 */

/** The frame of every page. */
const frame = {
  skip: "Skip to the content",
  brand: "Countersign",
  confidential: "Confidential",
  foot: "Countersign · Review of compliance rules by outside counsel",
  copy: "Copy",
  language: "Language",
  noScript:
    "**JavaScript is off.** Allow it for this page, or open the link in another browser; nothing has been recorded.",
  /** Separates thousands. */
  thousands: ",",
} as const;

/** The four decisions, on the request and on a single rule, as worded for counsel. */
const options = {
  approved: {
    label: decisionLabels.en.approved,
    /** One or two sentences on what the decision means on record. */
    meaning: "The rules may be used exactly as shown here. On record this is an approval.",
    /** The comment's label if this option is chosen. */
    comment: "Remarks for the record",
    /** The label of a remark on one rule. */
    remark: "Remark on this rule (optional)",
  },
  approved_with_changes: {
    label: decisionLabels.en.approved_with_changes,
    meaning:
      "The rules may be used as shown here, and the changes you name should follow. On record this is an approval.",
    comment: "Which changes should follow?",
    remark: "Which changes should follow?",
  },
  changes_requested: {
    label: decisionLabels.en.changes_requested,
    meaning:
      "The rules need the changes you name before you can approve them. On record this is not an approval.",
    comment: "What has to change before you can approve?",
    remark: "What has to change before you can approve this rule?",
  },
  rejected: {
    label: decisionLabels.en.rejected,
    meaning: "The rules should not be used. On record this is not an approval.",
    comment: "Your reasons",
    remark: "Your reasons against this rule",
  },
} as const satisfies Record<Decision, object>;

/** The review's page, from the link to the receipt. */
const review = {
  title: "Rule review",
  steps: { name: "Steps", names: ["Read and decide", "Check", "Receipt"] },
  landing: {
    heading: "You are asked to review a set of rules",
    lead: "The compliance team at **{host}** asks for your professional opinion on rules of its rule book.",
    outline: [
      "**Read.** Every rule is shown in full, with its citations, as it was on the day of the request.",
      "**Decide.** Approve, approve with changes, request changes, or reject: all of it, or rule by rule.",
      "**Check and sign.** You see everything once more. A signed decision is final, and you get a receipt.",
    ],
    confidential:
      "**Confidential.** This link is for you alone: whoever holds it can decide in your name.",
    open: "Open the review",
    hint: "Nothing is recorded yet; the time of your first opening will be.",
  },
  loading: { heading: "Opening the review", text: "One moment." },
  failed: {
    heading: "The review could not be opened",
    text: "The connection to the service failed, or the service was busy. **No decision has been recorded, and trying again is safe.**",
    again: "Try again",
  },
  expired: {
    heading: "This review request has expired",
    text: [
      "The time for a decision is over. Nothing more can be recorded under this link.",
      "If your opinion is still wanted, ask the person who sent you the link for a new request.",
    ],
  },
  invalid: {
    heading: "This link is not valid",
    text: [
      "Nothing was recorded under it. If you have a newer link, open it: any draft waits there.",
      "Messages often break links: copy the whole link once more, or ask the person who sent you the link for a new one.",
    ],
  },
  cancelled: {
    heading: "This review request was withdrawn",
    text: [
      "The compliance team has cancelled the request. Nothing more can be recorded under this link.",
      "If you are in doubt, ask the person who sent you the link.",
    ],
  },
  closed: {
    heading: "This review request has ended",
    text: "Nothing more can be recorded under this link. Decisions that were made stay on record.",
  },
  /** Shown under a link that lapsed after counsel decided. */
  lapsed: {
    lead: "Your link has lapsed and no longer opens the wording. Your decision stays on record; this is its receipt.",
  },
  delegate: {
    open: "Pass this on",
    hint: "If somebody else should decide: the request can be passed on once, with a reason.",
    heading: "Pass this review on",
    lead: "The person you name is asked in your place and has the time that is left. **Your own link ends at once, and the request cannot be passed on again.** Both names stay on record.",
    fields: {
      display_name: "Name",
      email: "E-mail",
      firm: "Firm",
      jurisdiction: "Jurisdiction",
      bar_registration: "Bar registration",
      reason: "Reason",
    },
    reasonHint: "The compliance team sees it; it is kept with the record.",
    submit: "Pass it on",
    back: "Keep it",
    key: "Your device will ask for your passkey.",
  },
  passing: {
    heading: "Passing the review on",
    text: "Please leave this page open until it is done.",
  },
  delegated: {
    heading: "The review is passed on",
    text: "Asked in your place:",
    next: "Your link has ended. Nothing more is asked of you. You can close this page.",
  },
  overtaken: {
    heading: "This review was decided in the meantime",
    text: "A decision was recorded meanwhile, in another tab or by someone else with the link. It is final. **What you sent just now was not recorded.**",
    show: "Show the recorded decision",
    foreign: "If that decision is not yours, tell the person who sent you the link at once.",
  },
  sending: {
    heading: "Recording your decision",
    text: "Please leave this page open until the receipt appears.",
  },
  signing: {
    heading: "Your device asks for your passkey",
    text: "Follow what your browser shows. Nothing is sent until you have confirmed it there.",
  },
  unsigned: {
    heading: "Your passkey did not sign",
    text: "Your device or browser stopped, or you declined. **Nothing was sent, and trying again is safe.**",
    hint: "The passkey may be on another device: choose “another device” when your browser asks.",
    again: "Try again",
  },
  keyless: {
    heading: "Your passkey is missing",
    text: "This decision needs your own passkey, and none of yours counts for this request. **Nothing was recorded.**",
    ways: [
      "If you have none, or lost it, ask the person who sent you the link for one.",
      "A passkey counts only for requests made after it: ask for a new one.",
      "If your browser cannot use it, open this link in a current one.",
    ],
  },
  unconfirmed: {
    heading: "No confirmation arrived",
    text: "No answer came. **Sending again is safe:** a decision is recorded only once, and if the first one arrived, you get its receipt.",
  },
  refused: {
    heading: "Your decision was not recorded",
    text: "**Nothing was recorded, and sending again is safe.** If it fails again, wait some minutes; your draft stays here.",
  },
  resend: "Send again",
  back: "Back to the form",
  unsent: "What was not recorded",
  facts: {
    name: "About this review",
    client: "Client",
    counsel: "Counsel",
    framework: "Law",
    rules: "Rules",
    until: "Open until",
    reference: "Reference",
    matter: "Client’s reference",
    panel: "Panel",
    snapshot: "Snapshot (SHA-256)",
    wholeHash: "the whole hash",
    /** After the number of rules. */
    reading: "about {minutes} min to read",
    changed:
      "The differences are marked in each of these rules; the others are new or as approved.",
  },
  propose: {
    open: "Propose other words",
  },
  questions: {
    heading: "Ask before you decide",
    lead: "At most {most} questions. You can decide without an answer.",
    key: "Whoever holds the link can ask and take files; the decision needs your passkey.",
    about: "About",
    whole: "The review",
    text: "Your question",
    hint: "At most {most} characters. Others of a panel may see it, not who asked.",
    send: "Ask",
  },
  contents: {
    heading: "Contents",
    decision: "Your decision",
    hint: "The count helps you keep your place. It is not recorded.",
    keys: "On a rule: J next, K back, A approve and next, O object. Arrow keys move through this list.",
    rules: "The rules",
    bar: "Progress",
    filter: "Show",
    filters: {
      all: "All rules",
      changed: "Changed",
      unread: "Unread",
      objections: "With objections",
    },
    next: "Approve and next",
    toCheck: "Back to the check",
    none: "No rule here. Choose “All rules” to go on.",
  },
  rule: {
    citations: "Citations",
    description: "Description, as the customer sees it",
    verdict: "Suggested verdict",
    own: "Your verdict on this rule",
    remarkHint: "At most {most} characters.",
  },
  form: {
    heading: "Your decision",
    faults: "Please correct the following",
    restored: "Your earlier draft is back, without a file.",
    legend: "Which decision do you record?",
    /** Shown above the decisions if the page is not in the language of the rules. */
    signedIn:
      "The rules and the decision on record are in {language}; that wording counts. This page is a translation.",
    signedAs: "on record:",
    comment: "Comment",
    optional: "(optional)",
    commentHint: "Kept word for word, at most {most} characters.",
    ownReferenceHint: "It stands on receipt and certificate; your signature does not cover it.",
    file: "Supplementary document",
    fileHint:
      "One PDF, at most {mebibytes} MiB. Only its SHA-256 digest is kept; please keep the file.",
    dropFile: "Remove the file",
    check: "Check before you sign",
    hint: "Nothing is sent before you sign.",
  },
  check: {
    heading: "Check before you sign",
    final: "**This is final.** A signed decision cannot be changed or withdrawn, by you or by us.",
    decision: "Decision",
    comment: "Comment",
    document: "Document",
    ownReference: "Your reference",
    signedBy: "Signed by",
    keyAsked: "Your device will ask for your passkey when you sign.",
    sign: "Sign as",
    verdicts: "Verdicts on single rules",
  },
  receipt: {
    heading: "Your decision is recorded",
    lead: "Please print or download it for your records.",
    /** On paper: above the rules, and beside the code. */
    annex: "Annex: the rules, as decided",
    qr: "Code with the address of the log’s proof",
    proofAt: "Proof in the public log, within two minutes of the decision:",
    inAnnex: "In the annex, word for word.",
    decidedHeading: "This review is decided",
    decidedLead: "It is final; this is its receipt.",
    foreign: "If it is not yours, tell the person who sent you the link at once.",
    name: "Receipt",
    decidedAt: "Decided at",
    signature: "Signature",
    leaf: "Entry in the public log",
    ofReference: "the reference",
    ofSignature: "the signature",
    ofHash: "the hash",
    print: "Print",
    download: "Download as JSON",
    downloadProof: "Download for the verifier",
    proofHint:
      "The verifier’s file proves your decision without us; it is whole after two minutes.",
    next: "What happens next",
    seen: "The compliance team sees your decision from now on. Nothing more is asked of you.",
    return: "Your link shows this receipt until",
    bound:
      "The signature binds the decision, your e-mail address, a number used once and the time. None can be altered unnoticed.",
    revised: "If the rules are revised, a new request with a link of its own follows.",
  },
} as const;

/** Says what a signature covers, before signing and after it. */
const signing = {
  heading: "What you sign",
  headingAfter: "What you signed",
  wrong: "Something here is wrong",
  language: "Language that counts",
  notCovered: "Not signed",
  notCoveredText:
    "References, questions and answers, where the rules’ facts were read, translations, and what a panel makes of your decision.",
  readers: { before: "Who will see your words", after: "Who can see your words" },
  readersText:
    "In the requesting organisation everyone with access to its compliance system and its logs, and whoever it gives the file to; regulators’ rooms, unless it keeps your words back; nobody through the public log.",
  questions: { label: "Questions" },
} as const;

/** The draft that is kept on the device. */
const keeping = {
  warning:
    "Your draft stays in this browser until you sign. On a shared computer, remove it when you leave.",
  remove: "Remove it from this device",
  keep: "Keep it on this device",
  removed: "Removed: it lasts as long as this tab.",
} as const;

/** Request and certificate as files, and a law firm's own signature. */
const files = {
  heading: "For your files",
  request: "Request (PDF)",
  certificate: "Certificate (PDF)",
  hint: "In English. At most 10 files an hour.",
  signature: "Your firm’s own signature",
  signatureText:
    "Sign the certificate with a tool that appends, and hand it in here. A PDF signature reader or the EU’s DSS validator checks it, not we.",
  signed: "Signed certificate",
  send: "Hand it in",
} as const;

/** The page of an invitation to create a passkey. */
const key = {
  title: "Your passkey",
  landing: {
    heading: "Make the passkey you will sign with",
    lead: "The compliance team asks you to make a passkey of your own, so that nobody else can decide in your name: no link, no administrator and no copy of our database will be enough.",
    steps: [
      "**Make it.** Your device asks for your fingerprint, face or PIN. The passkey stays with you; we keep only its public half.",
      "**Read it out.** You are shown six words. Read them to the compliance team over the telephone, at a number you already know, so that they can be sure that the passkey is yours.",
      "**Sign with it.** Whenever you record a decision, your device asks for it once more.",
    ],
    other:
      "You can use this device, a security key, or another device such as your telephone: your browser offers them.",
    open: "Begin",
  },
  loading: { heading: "Opening the invitation", text: "One moment." },
  ready: {
    heading: "Is this you?",
    name: "Name",
    email: "E-mail",
    firm: "Firm",
    until: "Invitation ends",
    several: "You have a passkey already. This will be one more, on another device.",
    make: "Make the passkey",
    mistaken:
      "If this is somebody else, close this page and tell the person who sent you the link.",
  },
  working: {
    heading: "Your device asks you now",
    text: "Follow what your browser shows. Nothing is enrolled until you have confirmed it there.",
  },
  enrolled: {
    heading: "Your passkey is enrolled",
    words: "The six words of your passkey",
    read: "**Read these words to the compliance team now**, over a telephone number that you already know, not one from the message with the link. They compare them with what their system shows.",
    at: "Enrolled at",
    kind: "Kind",
    next: "Requests that are made from now on ask for this passkey. You can close this page.",
    lost: "If you lose it, ask for a new invitation; the old passkey is then retired, and the record shows it.",
  },
  declined: {
    heading: "No passkey was made",
    text: "Your device or browser stopped, or you declined. **Nothing is enrolled, and trying again is safe.**",
    hint: "If this device cannot make one, open the link on another device, such as a telephone, or choose “another device” when your browser asks.",
    again: "Try again",
  },
  unsupported: {
    heading: "This browser cannot make passkeys",
    text: "Open the link in a current version of Chrome, Edge, Firefox or Safari, on a computer or a telephone. Nothing has been enrolled; your link stays valid.",
  },
  refused: {
    heading: "The passkey was not enrolled",
    text: "The service did not take it. **Nothing is enrolled, and trying again is safe.**",
  },
  exists: {
    heading: "You have this passkey already",
    text: "This device holds a passkey for you that is enrolled. There is nothing left to do, or choose another device to add a second one.",
  },
  failed: {
    heading: "The invitation could not be opened",
    text: "The connection to the service failed, or the service was busy. **Nothing is enrolled, and trying again is safe.**",
  },
  invalid: {
    heading: "This link is not valid",
    text: "Nothing is found under this address. Links are often cut off when a message breaks them across lines: copy the whole link again, or ask whoever sent it for a new one.",
  },
  /** Why the invitation can no longer be used. */
  because: {
    replaced: "A newer invitation has replaced this one.",
    used: "It was used on {at}.",
    expired: "It expired on {at}.",
    inactive: "You are no longer registered as active counsel.",
  },
  ended: {
    heading: "This invitation can no longer be used",
    text: "Ask the person who sent you the link for a new invitation. A passkey that you have enrolled before stays as it is.",
  },
} as const;

/** The script texts of every page. The smaller pages need only `shared`. */
const shared = {
  noneGiven: "None given",
  copied: "Copied",
  selected: "Selected; copy it with your keyboard",
  /** Precedes the id of a failed request. */
  request: "Request",
} as const;

/** The script texts of the review page. */
const script = {
  ...shared,
  reviewOf: "Review of {name}",
  none: "None",
  erased: {
    one: "Erased since: {n} character.",
    other: "Erased since: {n} characters.",
  },
  yourTime: "your time",
  hashMatches: "Recomputed in your browser: it matches the text on this page.",
  hashDiffers:
    "The text on this page does not match this hash. Please do not decide; tell the sender.",
  proofToCome:
    "The proof follows within two minutes: open your link again then, and save the receipt.",
  proofIsHere: "The saved receipt holds the proof.",
  /** Part of the saved receipt. */
  hashCovers:
    "SHA-256 over the RFC 8785 text of the rules below, each with framework_id, sorted by use_case_id.",
  recordedBy: "Recorded by its SHA-256",
  fromYourFile: "from your file",
  documentTooLarge: "A document can be at most {most}.",
  notAPdf: "This is not a PDF.",
  unreadable: "It cannot be read. Choose it again.",
  sentWhenSigned: "PDF. It is sent only when you sign.",
  chooseADecision: "Choose one of the decisions.",
  shortenBy: {
    one: "Shorten the comment by {n} character.",
    other: "Shorten the comment by {n} characters.",
  },
  shortenRemark: "Shorten what you say of {rule}.",
  shortenAll: "Shorten what you say of single rules: at most {most} characters together.",
  remarkMissing: "Say why you do not approve {rule} as it is.",
  contradicts:
    "Not every rule is approved: choose another decision, or change the verdict on {rule}.",
  comment: "Comment",
  used: "{n} used.",
  changed: "Changed",
  changedSinceApproval: "Changed since approval",
  changedSinceLast: "Changed since the last approval",
  haveChanged: {
    one: "{n} rule has changed since the last approval",
    other: "{n} rules have changed since the last approval",
  },
  rules: { one: "{n} rule", other: "{n} rules" },
  bytes: { one: "{n} byte", other: "{n} bytes" },
  approvedTextTooLong: "The approved text is too long to be shown beside this one.",
  approvedBefore: "{field}: approved before",
  now: "{field}: now",
  /** Names of a rule's fields, for comparing its wordings. */
  fields: wordingFields,
  noRisk: "none",
  noDate: "no date",
  noAmendment: "nothing",
  rule: "Rule {n} of {all}",
  risk: "Risk: {level}",
  risks: {
    prohibited: "prohibited",
    high: "high",
    limited: "limited",
    minimal: "minimal",
  },
  linkToRule: "link to this rule",
  appliesFrom: "Applies from {from}.",
  appliesUntil: "Applies until {until}.",
  appliesBetween: "Applies from {from} until {until}.",
  inNewTab: " (opens in a new tab)",
  /** Why the service refused, by its code, for steps that do not say it themselves. */
  because: {
    review_expired: "It expired on {at}.",
    panel_decided: "Other counsel of the panel have decided.",
    review_delegated: "You passed it on to somebody else.",
  },
  opened: "read",
  /** The bar: how many rules are read, how many have objections, until when the review is open. */
  progress: "{read} of {all} read",
  objections: { one: "{n} objection", other: "{n} objections" },
  due: "open until {until}",
  shown: { one: "{n} rule shown", other: "{n} rules shown" },
  other: "Other rules",
  approvedNext: "Approved. Next: {rule}",
  earlier: "Your earlier verdict, of {on}: {verdict}.",
  becameAmended: "Since then the rule was amended: {fields}.",
  becameUnchanged: "Since then its wording has not changed.",
  proposed: "Proposed from your verdicts: {decision}. You can choose another one.",
  approvedAsIs: { one: "{n} rule approved as it is.", other: "{n} rules approved as they are." },
  withoutVerdict: {
    one: "{n} rule has no verdict of its own: the decision covers it.",
    other: "{n} rules have no verdict of their own: the decision covers them.",
  },
  unread: {
    one: "You have not read {n} rule to its end:",
    other: "You have not read {n} rules to their end:",
  },
  change: "Change",
  yourVerdict: "Your verdict: {verdict}",
  /** Shown if the link has lapsed: counsel's decision and its day. */
  youDecided: {
    approved: { one: "You approved {n} rule on {on}", other: "You approved {n} rules on {on}" },
    approved_with_changes: {
      one: "You approved {n} rule with changes on {on}",
      other: "You approved {n} rules with changes on {on}",
    },
    changes_requested: {
      one: "You requested changes to {n} rule on {on}",
      other: "You requested changes to {n} rules on {on}",
    },
    rejected: { one: "You rejected {n} rule on {on}", other: "You rejected {n} rules on {on}" },
  },
  /** Follows it if single rules were not approved. */
  youObjected: { one: ", with an objection to {rules}", other: ", with objections to {rules}" },
  /** Shown if the request belongs to a panel: how counsel's decision counts. */
  panel: {
    place: "You are one of {members} counsel who are asked about these rules.",
    need: {
      one: "A rule is approved as soon as {n} of you approves it.",
      other: "A rule is approved as soon as {n} of you approve it.",
    },
    ends: "The first refusal of a rule that is still open decides it.",
    outvoted: "A refusal is one vote: a rule is refused once too few can still approve it.",
    until:
      "The panel ends once every rule is decided; your request then ends too, and this link shows the result.",
    results: {
      open: "The panel is still deciding.",
      approved: "The panel has approved.",
      approved_with_changes: "The panel has approved with changes.",
      changes_requested: "The panel has asked for changes.",
      rejected: "The panel has rejected.",
      undecided: "The panel has come to no decision.",
      cancelled: "The panel was withdrawn.",
    },
    /** Shown under the link of a member whose panel ended without their decision. */
    ended: "{review}. {result}",
  },
  /** Who passed the request on to this counsel, when and why. */
  passedOn: "{from} passed this on to {to} on {on}: '{reason}'",
  /** Follows it until an admin confirms the delegate. */
  vouched: "vouched for by {by}, not confirmed by an admin",
  /** Shown if rules, `{rules}`, were amended after the request. */
  changedMeanwhile:
    "After this request was made, the wording of {rules} was changed. You decide on the wording shown here; another one is live now.",
  /** The outcome of a decision whose rules have different outcomes. */
  outcomes: {
    approved: { one: "{n} approved", other: "{n} approved" },
    approved_with_changes: { one: "{n} approved with changes", other: "{n} approved with changes" },
    changes_requested: { one: "{n} sent back", other: "{n} sent back" },
    rejected: { one: "{n} rejected", other: "{n} rejected" },
    undecided: { one: "{n} undecided", other: "{n} undecided" },
    /** An outcome with the names of its rules. */
    named: "{count}: {rules}",
  },
  /** The meaning of an approval that leaves rules out. */
  meaningExcept:
    "The rules may be used as shown here, **except {rules}**, and the changes you name should follow. On record this is an approval of the other rules.",
  questionsAsked: { one: "{n} question asked.", other: "{n} questions asked." },
  questionsOpen: { one: "{n} has no answer.", other: "{n} have no answer." },
  fileFailed: "It could not be made. Try again in a moment.",
  filesUsedUp: "At most 10 files an hour. Try again later.",
  signedKept: "Kept beside the decision. SHA-256: {sha256}",
  signedRefused: {
    not_a_signed_certificate:
      "This is not the certificate with a signature appended. Sign the certificate with a tool that appends; a detached signature stays with your firm.",
    too_many_signed_certificates: "Five signed certificates are kept already.",
    payload_too_large: "A document can be at most 4 MiB.",
  },
  signedFailed: "It was not kept. Try again in a moment.",
  removed: "removed",
  added: "added",
  legend: "In the wording below:",
  daysLeft: { one: "{n} day left", other: "{n} days left" },
  endsToday: "ends today",
  /** Why a request cannot be passed on, shown at the field or above the form. */
  delegation: {
    missing: "Fill this in.",
    email: "Enter one e-mail address, like name@firm.example.",
    refused: "This was not accepted: it {message}.",
    /** Why the address is refused, by the code of the refusal. */
    address: {
      delegate_is_counsel: "Name somebody else than yourself.",
      delegate_in_panel: "This person is asked already.",
      counsel_inactive: "This person is no longer registered. Name somebody else.",
      delegate_needs_key: "This person needs a passkey of their own first.",
    },
    delegation_not_allowed: "This request may not be passed on. Nothing was changed.",
    unsigned: "Your passkey did not sign. Nothing was sent.",
    unreachable: "No confirmation arrived. Sending again is safe: nothing is recorded twice.",
    failed: "The service could not do it. Nothing was changed, and sending again is safe.",
  },
  suggestions: {
    note: "You approve the wording shown. Your suggested words are not approved by this signature; if they are taken over, you will be asked again.",
    of: "Suggested, {field}:",
    fates: {
      taken_over: "Taken over.",
      changed_otherwise: "Changed otherwise.",
      unchanged: "Unchanged.",
      rule_ended: "Rule ended.",
    },
  },
  questions: {
    waiting: "Not answered yet.",
    answer: "Answer:",
    shared: "Answer to all:",
    many: "You cannot ask any more questions.",
  },
  /** The title and margins of the printed review. */
  printedTitle: "Rule review",
  printedReference: "Reference",
  printedSnapshot: "Snapshot",
} as const;

/** The page on which counsel stops reminders. */
const stop = {
  title: "Reminders",
  landing: {
    heading: "Stop reminders?",
    text: "You are sent no more reminders of reviews at this address. Links that you were sent stay valid, and new requests still reach you.",
    stop: "Do not remind me again",
  },
  working: { heading: "Stopping reminders", text: "One moment." },
  ended: {
    heading: "No more reminders",
    text: "Nothing else has changed: your reviews stay open until they expire.",
  },
  invalid: {
    heading: "This link is not valid",
    text: "It may have been cut off in the mail. Please copy it in full.",
  },
  failed: {
    heading: "That did not work",
    text: "Nothing was changed. Please try again in a moment.",
    again: "Try again",
  },
} as const;

export const en = {
  frame,
  options,
  review,
  signing,
  keeping,
  files,
  key,
  stop,
  shared,
  script,
} as const;

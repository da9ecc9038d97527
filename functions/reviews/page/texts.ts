/** What the review says where counsel signs with a passkey; `**` marks what is set in bold. */
export const signingTexts = {
  asked: "You sign with your own passkey: your device will ask for it when you sign.",
  signing: {
    heading: "Your device asks for your passkey",
    text: "Follow what your browser shows. Nothing is sent until you have confirmed it there.",
  },
  unsigned: {
    heading: "Your passkey did not sign",
    text: "Your device or browser stopped, or you declined. **Nothing was sent, and trying again is safe.**",
    hint: "The passkey may be on another device: choose “another device” when your browser asks.",
    again: "Try again",
    back: "Back to the form",
  },
  keyless: {
    heading: "Your passkey is missing",
    text: "This decision needs your own passkey, and none of yours counts for this request. **Nothing was recorded.**",
    ways: [
      "If you have not made one yet, or have lost it, ask the person who sent you the link for an invitation to make a passkey.",
      "A passkey counts only for requests that are made after it: once you have it, ask for a new request.",
      "If you have one and your browser cannot use it, open this link in a current version of Chrome, Edge, Firefox or Safari.",
    ],
  },
} as const;

/** What the pages of counsel's own key say; `**` marks what is set in bold. */
export const keyTexts = {
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
    copy: "Copy",
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
    text: "Nothing is found under this address. Links are often cut off when a message breaks them across lines: please copy the whole link once more, or ask the person who sent it for a new one.",
  },
  ended: {
    heading: "This invitation can no longer be used",
    text: "Ask the person who sent you the link for a new invitation. A passkey that you have enrolled before stays as it is.",
  },
} as const;

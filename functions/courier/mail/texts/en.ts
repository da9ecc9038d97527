import type { MailTexts } from "../mail-sentences.ts";

export const en: MailTexts = {
  subject: "Review of compliance rules: {framework}",
  reminderSubject: "Reminder: review of compliance rules, {framework}",
  extendedSubject: "More time: review of compliance rules, {framework}",
  answerSubject: "Your question is answered: review of compliance rules, {framework}",
  greeting: "Dear {name},",
  asks: "{asker} asks you to review {rules}.",
  reminds: "{asker} is still waiting for your review of {rules}.",
  extends: "{asker} gives you more time to review {rules}.",
  answers: "{asker} has answered a question about your review of {rules}.",
  rules: { one: "{count} rule of {framework}", other: "{count} rules of {framework}" },
  articles: "It is about {articles}.",
  panel: "You are one of {members} counsel who are asked; approvals needed: {need}.",
  passedOn: "{by} passed this request on to you.",
  until: "The review is open until {until}.",
  button: "Open the review",
  address: "If the button does not work, copy this address into your browser:",
  ownLink: "Please open the review with the link in an earlier mail.",
  matter: "Client’s reference",
  next: "You read the rules, decide, and receive a signed receipt; nothing is recorded before you press “Open the review” on the page.",
  confidential:
    "This link is meant for you alone: whoever holds it can decide in your name. Please do not forward this mail.",
  personal:
    "This link is meant for you alone: whoever holds it can decide in your name. If a colleague should decide instead, pass the request on from its page, not by forwarding this mail.",
  stop: "Do not remind me again",
  key: {
    subject: "Your passkey for {asker}",
    asks: "{asker} asks you to make a passkey of your own, with which you then sign your decisions.",
    until: "The invitation is open until {until}.",
    button: "Make the passkey",
    confidential:
      "This link is meant for you alone: whoever opens it first can sign in your name. Please do not forward this mail.",
  },
};

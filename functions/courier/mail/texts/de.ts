import type { MailTexts } from "../mail-sentences.ts";

export const de: MailTexts = {
  subject: "Prüfung von Compliance-Regeln: {framework}",
  reminderSubject: "Erinnerung: Prüfung von Compliance-Regeln, {framework}",
  extendedSubject: "Mehr Zeit: Prüfung von Compliance-Regeln, {framework}",
  answerSubject: "Ihre Frage ist beantwortet: Prüfung von Compliance-Regeln, {framework}",
  greeting: "Guten Tag {name},",
  asks: "{asker} bittet Sie um die Prüfung von {rules}.",
  reminds: "{asker} wartet noch auf Ihre Prüfung von {rules}.",
  extends: "{asker} gibt Ihnen mehr Zeit für die Prüfung von {rules}.",
  answers: "{asker} hat eine Frage zu Ihrer Prüfung von {rules} beantwortet.",
  rules: { one: "{count} Regel von {framework}", other: "{count} Regeln von {framework}" },
  articles: "Es geht um {articles}.",
  panel: "Sie sind eine von {members} gefragten Personen; nötige Zustimmungen: {need}.",
  passedOn: "{by} hat diese Anfrage an Sie weitergegeben.",
  until: "Die Prüfung ist offen bis {until}.",
  button: "Prüfung öffnen",
  address: "Wenn der Knopf nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:",
  ownLink: "Bitte öffnen Sie die Prüfung mit dem Link in einer früheren Mail.",
  matter: "Zeichen des Auftraggebers",
  next: "Sie lesen die Regeln, entscheiden und erhalten eine signierte Quittung; aufgezeichnet wird nichts, bevor Sie auf der Seite „Prüfung öffnen“ drücken.",
  confidential:
    "Dieser Link ist nur für Sie: Wer ihn hat, kann in Ihrem Namen entscheiden. Bitte leiten Sie diese Mail nicht weiter.",
  personal:
    "Dieser Link ist nur für Sie: Wer ihn hat, kann in Ihrem Namen entscheiden. Soll jemand anderes entscheiden, geben Sie die Anfrage auf ihrer Seite weiter, nicht durch Weiterleiten dieser Mail.",
  stop: "Nicht mehr erinnern",
  key: {
    subject: "Ihr Passkey für {asker}",
    asks: "{asker} bittet Sie, einen eigenen Passkey anzulegen, mit dem Sie dann Ihre Entscheidungen signieren.",
    until: "Die Einladung ist offen bis {until}.",
    button: "Passkey anlegen",
    confidential:
      "Dieser Link ist nur für Sie: Wer ihn zuerst öffnet, kann in Ihrem Namen signieren. Bitte leiten Sie diese Mail nicht weiter.",
  },
};

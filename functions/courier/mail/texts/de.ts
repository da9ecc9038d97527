import type { MailTexts } from "../mail-sentences.ts";

export const de: MailTexts = {
  subject: "Prüfung von Compliance-Regeln: {framework}",
  reminderSubject: "Erinnerung: Prüfung von Compliance-Regeln, {framework}",
  greeting: "Guten Tag {name},",
  asks: "{asker} bittet Sie um die Prüfung von {rules}.",
  reminds: "{asker} wartet noch auf Ihre Prüfung von {rules}.",
  rules: { one: "{count} Regel von {framework}", other: "{count} Regeln von {framework}" },
  until: "Die Prüfung ist offen bis {until}.",
  button: "Prüfung öffnen",
  address: "Wenn der Knopf nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:",
  matter: "Zeichen des Auftraggebers",
  next: "Sie lesen die Regeln, entscheiden und erhalten eine signierte Quittung; aufgezeichnet wird nichts, bevor Sie auf der Seite „Prüfung öffnen“ drücken.",
  confidential:
    "Dieser Link ist nur für Sie: Wer ihn hat, kann in Ihrem Namen entscheiden. Bitte leiten Sie diese Mail nicht weiter.",
  stop: "Nicht mehr erinnern",
};

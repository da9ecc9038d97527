import type { MailTexts } from "../mail-sentences.ts";

export const fr: MailTexts = {
  subject: "Examen de règles de conformité : {framework}",
  reminderSubject: "Rappel : examen de règles de conformité, {framework}",
  greeting: "Bonjour {name},",
  asks: "{asker} vous demande d’examiner {rules}.",
  reminds: "{asker} attend encore votre examen de {rules}.",
  rules: { one: "{count} règle de {framework}", other: "{count} règles de {framework}" },
  until: "L’examen est ouvert jusqu’au {until}.",
  button: "Ouvrir l’examen",
  address: "Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :",
  matter: "Référence du client",
  next: "Vous lisez les règles, décidez et recevez un reçu signé ; rien n’est enregistré avant que vous n’appuyiez sur « Ouvrir l’examen » sur la page.",
  confidential:
    "Ce lien n’est que pour vous : qui le détient peut décider en votre nom. Merci de ne pas transférer ce message.",
  stop: "Ne plus me rappeler",
};

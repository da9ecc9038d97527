import type { MailTexts } from "../mail-sentences.ts";

export const fr: MailTexts = {
  subject: "Examen de règles de conformité : {framework}",
  reminderSubject: "Rappel : examen de règles de conformité, {framework}",
  extendedSubject: "Délai prolongé : examen de règles de conformité, {framework}",
  answerSubject: "Réponse à votre question : examen de règles de conformité, {framework}",
  greeting: "Bonjour {name},",
  asks: "{asker} vous demande d’examiner {rules}.",
  reminds: "{asker} attend encore votre examen de {rules}.",
  extends: "{asker} prolonge le délai dont vous disposez pour examiner {rules}.",
  answers: "{asker} a répondu à une question sur votre examen de {rules}.",
  rules: { one: "{count} règle de {framework}", other: "{count} règles de {framework}" },
  articles: "Il s’agit de {articles}.",
  panel: "Vous êtes l’un des {members} avocats sollicités ; approbations nécessaires : {need}.",
  passedOn: "{by} vous a transmis cette demande.",
  until: "L’examen est ouvert jusqu’au {until}.",
  button: "Ouvrir l’examen",
  address: "Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :",
  ownLink: "Veuillez ouvrir l’examen avec le lien reçu dans un message précédent.",
  matter: "Référence du client",
  next: "Vous lisez les règles, décidez et recevez un reçu signé ; rien n’est enregistré avant que vous n’appuyiez sur « Ouvrir l’examen » sur la page.",
  confidential:
    "Ce lien n’est que pour vous : qui le détient peut décider en votre nom. Merci de ne pas transférer ce message.",
  personal:
    "Ce lien vous est personnel : quiconque le détient peut décider en votre nom. Si un confrère doit décider à votre place, transmettez la demande depuis sa page, et non en faisant suivre ce message.",
  stop: "Ne plus me rappeler",
  key: {
    subject: "Votre clé d’accès pour {asker}",
    asks: "{asker} vous demande de créer une clé d’accès personnelle, avec laquelle vous signerez ensuite vos décisions.",
    until: "L’invitation est ouverte jusqu’au {until}.",
    button: "Créer la clé d’accès",
    confidential:
      "Ce lien est pour vous seul : quiconque l’ouvre en premier peut signer en votre nom. Merci de ne pas transférer ce message.",
  },
};

import type { MailTexts } from "../mail-sentences.ts";

export const it: MailTexts = {
  subject: "Esame di regole di conformità: {framework}",
  reminderSubject: "Promemoria: esame di regole di conformità, {framework}",
  extendedSubject: "Più tempo: esame di regole di conformità, {framework}",
  answerSubject: "Risposta alla Sua domanda: esame di regole di conformità, {framework}",
  greeting: "Buongiorno {name},",
  asks: "{asker} Le chiede di esaminare {rules}.",
  reminds: "{asker} attende ancora il Suo esame di {rules}.",
  extends: "{asker} Le concede più tempo per esaminare {rules}.",
  answers: "{asker} ha risposto a una domanda sul Suo esame di {rules}.",
  rules: { one: "{count} regola di {framework}", other: "{count} regole di {framework}" },
  articles: "Si tratta di {articles}.",
  panel: "Lei è uno dei {members} legali interpellati; approvazioni necessarie: {need}.",
  passedOn: "{by} Le ha trasmesso questa richiesta.",
  until: "L’esame è aperto fino al {until}.",
  button: "Apri l’esame",
  address: "Se il pulsante non funziona, copi questo indirizzo nel browser:",
  ownLink: "Apra l’esame con il link di un’e-mail precedente.",
  matter: "Riferimento del cliente",
  next: "Lei legge le regole, decide e riceve una ricevuta firmata; nulla è registrato prima che prema «Apri l’esame» sulla pagina.",
  confidential:
    "Questo link è solo per Lei: chi lo possiede può decidere a Suo nome. La preghiamo di non inoltrare questo messaggio.",
  personal:
    "Questo link è solo per Lei: chi lo possiede può decidere a Suo nome. Se deve decidere un collega, trasmetta la richiesta dalla sua pagina, non inoltrando questa e-mail.",
  stop: "Non ricordarmelo più",
  key: {
    subject: "La Sua passkey per {asker}",
    asks: "{asker} Le chiede di creare una passkey personale, con cui firmerà poi le Sue decisioni.",
    until: "L’invito è aperto fino a {until}.",
    button: "Creare la passkey",
    confidential:
      "Questo link è solo per Lei: chi lo apre per primo può firmare a Suo nome. La preghiamo di non inoltrare questo messaggio.",
  },
};

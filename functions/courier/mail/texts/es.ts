import type { MailTexts } from "../mail-sentences.ts";

export const es: MailTexts = {
  subject: "Revisión de reglas de cumplimiento: {framework}",
  reminderSubject: "Recordatorio: revisión de reglas de cumplimiento, {framework}",
  extendedSubject: "Más plazo: revisión de reglas de cumplimiento, {framework}",
  answerSubject: "Respuesta a su pregunta: revisión de reglas de cumplimiento, {framework}",
  greeting: "Hola, {name}:",
  asks: "{asker} le pide que revise {rules}.",
  reminds: "{asker} sigue esperando su revisión de {rules}.",
  extends: "{asker} le concede más plazo para revisar {rules}.",
  answers: "{asker} ha respondido a una pregunta sobre su revisión de {rules}.",
  rules: { one: "{count} regla de {framework}", other: "{count} reglas de {framework}" },
  articles: "Se trata de {articles}.",
  panel: "Usted es uno de los {members} abogados consultados; aprobaciones necesarias: {need}.",
  passedOn: "{by} le ha trasladado esta solicitud.",
  until: "La revisión está abierta hasta el {until}.",
  button: "Abrir la revisión",
  address: "Si el botón no funciona, copie esta dirección en su navegador:",
  ownLink: "Abra la revisión con el enlace de un correo anterior.",
  matter: "Referencia del cliente",
  next: "Usted lee las reglas, decide y recibe un recibo firmado; no se registra nada antes de que pulse «Abrir la revisión» en la página.",
  confidential:
    "Este enlace es solo para usted: quien lo tenga puede decidir en su nombre. No reenvíe este correo.",
  personal:
    "Este enlace es solo para usted: quien lo tenga puede decidir en su nombre. Si debe decidir otra persona, traslade la solicitud desde su página, no reenviando este correo.",
  stop: "No recordármelo más",
  key: {
    subject: "Su clave de acceso para {asker}",
    asks: "{asker} le pide que cree una clave de acceso propia, con la que después firmará sus decisiones.",
    until: "La invitación está abierta hasta {until}.",
    button: "Crear la clave de acceso",
    confidential:
      "Este enlace es solo para usted: quien lo abra primero puede firmar en su nombre. No reenvíe este mensaje.",
  },
};

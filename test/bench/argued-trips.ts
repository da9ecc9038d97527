import type { UnitId } from "./scenarios/request.ts";

/** A higher number of round trips than usual, and why a request needs them. */
export interface Argued {
  allowed: number;
  why: string;
}

const trips = (allowed: number, why: string): Argued => ({ allowed, why });

const ROOM =
  "the link leads to the room, which leads to what it shows; the visit is counted first and has its row before the answer leaves";
const MACHINE =
  "a machine is found by its token, whose issuer's keys are read and kept, and its request is counted, before the work begins";
const EVIDENCE =
  "each step names what the next one reads: the record and its rows, what they speak of, where the log has them, what still waits";
const CERTIFICATE = `${EVIDENCE}; then the drawing's own row`;
const NUMBERED = "who may be there is read before the list that it changes, then the chain's head";

/** By function, or by function and variant as the section names it. */
export const argued: Readonly<Partial<Record<UnitId | `${UnitId}, ${string}`, Argued>>> = {
  searchRules: trips(3, "the books, the rules that match in them, and how these stand"),
  createReReviews: trips(
    8,
    "what is due is found out first; then each counsel's rules are commissioned as any review is, and what is left is counted",
  ),
  putEnforcement: trips(4, "the rules that the events name are there before the events are read"),
  testPreset: trips(
    4,
    "the probe is counted, its money is put aside, and what it cost is settled, for a model's first call of a month once it is known how many models the month has",
  ),
  testExtractorConnection: trips(
    7,
    "the tenant, its settings, the count of probes, the money put aside, the month's models before a new one, what it cost, and the row",
  ),
  reauthorizeConnection: trips(
    5,
    "the provider's answer changes the connection, whose schedule and newest run follow",
  ),
  downloadExport: trips(3, "the link names the tenant, which is looked up as for its members"),
  getArtifactHistory: trips(4, "the rows are read once the artifact is known to be the tenant's"),
  decideClassification: trips(
    5,
    "an index finds the artifact, which is read again before it is changed",
  ),
  "receiveEventbusWebhook, a duplicate": trips(
    3,
    "the claim is refused, the first delivery is read, and the repetition has its row",
  ),
  "receiveSourcehostWebhook, a duplicate": trips(
    3,
    "the claim is refused, the first delivery is read, and the repetition has its row",
  ),
  "receiveSourcehostWebhook, its secrets not known yet": trips(
    4,
    "secrets are known for 30 seconds; the first delivery to an instance looks up which ones count",
  ),
  deactivateCounsel: trips(4, "the answer says which of their requests are still open after it"),
  reactivateCounsel: trips(4, "the answer says which of their requests are still open after it"),
  retireCounselKey: trips(4, "the key is known before the rows that vouch for it are judged"),
  openKeyEnrolment: trips(3, "the link leads to counsel, and counsel to the keys they have"),
  enrolCounselKey: trips(5, "the link leads to counsel, whose signed rows are judged once more"),
  listObjections: trips(
    4,
    "the books, how their rules stand, the rules objected to, and the reviews with counsel's words",
  ),
  renewReviewLink: trips(4, "the request, its rows and counsel's, and who signed them"),
  extendReview: trips(5, "the request, its rows and counsel's, who signed them, what is open"),
  answerReviewQuestion: trips(4, "the request and its rows, and who signed them"),
  cancelPanel: trips(4, "the panel leads to its members, and these to who signed their rows"),
  getPanelBundle: trips(8, `the panel leads to its members; ${EVIDENCE}`),
  getPanelCertificate: trips(10, `the panel leads to its members; ${CERTIFICATE}`),
  "decideReview, in a panel, deciding nothing yet": trips(
    4,
    "the link leads to the panel and the other members' rows",
  ),
  "decideReview, in a panel of three, deciding it": trips(
    5,
    "the link leads to the panel, the other members' rows, and who signed them",
  ),
  "decideReview, in a panel of nine over 100 rules, deciding it": trips(
    5,
    "the link leads to the panel, the other members' rows, and who signed them",
  ),
  stopReminders: trips(5, "the link leads to counsel, whose signed rows are judged"),
  getCounselRequestFile: trips(3, "the link leads to the request, and the file is counted"),
  getCounselCertificate: trips(
    10,
    `the link leads to the request, and the file is counted; ${CERTIFICATE}`,
  ),
  putCounselSignedCertificate: trips(5, "the link, the certificate it belongs to, and its row"),
  getEvidence: trips(4, EVIDENCE),
  getBundle: trips(5, EVIDENCE),
  getCertificate: trips(8, CERTIFICATE),
  putSignedCertificate: trips(4, "the request, the certificate it belongs to, and its row"),
  listRoomFrameworks: trips(5, ROOM),
  listRoomRules: trips(6, `${ROOM}; then which of the decisions that count the room shows`),
  getRoomRule: trips(5, ROOM),
  getRoomCoverage: trips(6, ROOM),
  listRoomReviews: trips(6, ROOM),
  listAskedQuestions: trips(5, ROOM),
  askInRoom: trips(8, `${ROOM}; what is asked about is known before the question is counted`),
  getRoomEvidence: trips(9, `${ROOM}; ${EVIDENCE}`),
  getRoomBundle: trips(10, `${ROOM}; ${EVIDENCE}`),
  getRoomCertificate: trips(13, `${ROOM}; ${CERTIFICATE}`),
  exportRoom: trips(10, `${ROOM}; ${EVIDENCE}`),
  askSystems: trips(4, "the tenant, its settings, its connections, and what they have found"),
  rotateEvidenceLogKey: trips(
    7,
    "the log's newest row about its keys is proved before others are made, so that the new row follows it",
  ),
  rotateEvidenceRowsKey: trips(
    5,
    "the log's newest row about its keys is looked for before others are made, so that the new row follows it",
  ),
  putPipeline: trips(4, NUMBERED),
  deletePipeline: trips(4, NUMBERED),
  putMachine: trips(4, NUMBERED),
  deleteMachine: trips(4, NUMBERED),
  putTenantMachine: trips(5, NUMBERED),
  deleteTenantMachine: trips(5, NUMBERED),
  askFromPipeline: trips(6, MACHINE),
  listMachineAudit: trips(8, MACHINE),
  getMachineCoverage: trips(7, MACHINE),
  listMachineReviews: trips(7, MACHINE),
  getMachineBundle: trips(11, `${MACHINE}; the review is of a book that it may name; ${EVIDENCE}`),
  getMachineCertificate: trips(
    14,
    `${MACHINE}; the review is of a book that it may name; ${CERTIFICATE}`,
  ),
  putMachineRules: trips(8, MACHINE),
  askFromMachine: trips(7, MACHINE),
  askSystemsFromMachine: trips(
    9,
    `${MACHINE}; the organisation's policy says which books a question may name`,
  ),
  exportMachineArtifacts: trips(8, MACHINE),
  startMachineRun: trips(9, MACHINE),
  replayWebhookDelivery: trips(4, "the endpoint, the delivery, the count of repetitions, its mark"),
  replayTenantWebhookDelivery: trips(
    5,
    "the endpoint, the delivery, the count of repetitions, its mark",
  ),
  getLogCertificate: trips(3, "the row, where the log has it, and the tiles that prove it"),
  provisionCounselReviewHmacSecret: trips(4, "which secrets there are is known before the chain"),
  expireReviews: trips(6, "what is due is listed, then each request is judged and ended by itself"),
  runCourier: trips(
    12,
    "what is due is listed, then each message is taken, its stop link is stored before it is sent, and it is put down",
  ),
  checkAuditFeed: trips(3, "where the last check ended is known before the rows since then"),
  receiveMailEvents: trips(4, "the mail leads to its request before what is told of it is written"),
  recordDeparture: trips(5, "what is told counts once and for a tenant that is there"),
};

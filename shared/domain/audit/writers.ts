/*
 * The actions whose rows the evidence log takes, each with the operations that write it. The functions
 * of these operations may have certificates of writers. The log takes such a row only from them, and
 * the verifier believes it only from them.
 */

const endsRequests = [
  "cancelReview",
  "cancelPanel",
  "decideReview",
  "delegateReview",
  "expireReviews",
  "runCourier",
];
/** A panel ends by a member's decision, by the end of a member's request, or by an admin. */
const endsPanels = ["decideReview", "cancelReview", "cancelPanel", "expireReviews", "runCourier"];

export const writers = {
  "counsel.created": ["createCounsel", "delegateReview"],
  "counsel.updated": ["editCounsel"],
  "counsel.deactivated": ["deactivateCounsel"],
  "counsel.reactivated": ["reactivateCounsel"],
  "counsel.confirmed": ["confirmCounsel"],
  "counsel.reminders_stopped": ["stopReminders"],
  "counsel.mail_stopped": ["receiveMailEvents"],
  "counsel.key_invited": ["inviteCounselKey"],
  "counsel.key_enrolled": ["enrolCounselKey"],
  "counsel.key_retired": ["retireCounselKey"],
  "counsel.signing_policy_changed": ["editCounsel"],

  "rule_review.requested": ["createReview", "createPanel", "createReReviews", "delegateReview"],
  "rule_review.viewed_by_counsel": ["openReview"],
  "rule_review.approved": ["decideReview"],
  "rule_review.approved_with_changes": ["decideReview"],
  "rule_review.changes_requested": ["decideReview"],
  "rule_review.rejected": ["decideReview"],
  "rule_review.link_renewed": ["renewReviewLink"],
  "rule_review.extended": ["extendReview"],
  "rule_review.question_asked": ["askInReview"],
  "rule_review.question_answered": ["answerReviewQuestion"],
  // The mail provider may report on a mail before the courier has recorded that it was sent.
  "rule_review.link_mailed": ["runCourier", "receiveMailEvents"],
  "rule_review.reminded": ["runCourier", "receiveMailEvents"],
  "rule_review.mail_delivered": ["receiveMailEvents"],
  "rule_review.mail_bounced": ["receiveMailEvents", "runCourier"],
  "rule_review.mail_complained": ["receiveMailEvents"],
  "rule_review.words_erased": ["eraseWords"],
  "rule_review.certificate_signed": ["putSignedCertificate", "putCounselSignedCertificate"],
  "rule_review.cancelled": endsRequests,
  "rule_review.expired": [
    "expireReviews",
    "runCourier",
    "decideReview",
    "cancelReview",
    "cancelPanel",
  ],

  "review_panel.requested": ["createPanel"],
  "review_panel.member_replaced": ["delegateReview"],
  "review_panel.approved": endsPanels,
  "review_panel.approved_with_changes": endsPanels,
  "review_panel.rejected": endsPanels,
  "review_panel.changes_requested": endsPanels,
  "review_panel.undecided": endsPanels,
  "review_panel.cancelled": endsPanels,

  "framework.updated": ["putFramework"],
  "rules.imported": ["putRules", "putMachineRules"],
  "framework.enforcement.recorded": ["putEnforcement"],

  "artifact.classified": ["discoveryWorker", "decideClassification"],
  "artifact.confirmed": ["decideClassification"],
  "artifact.overridden": ["decideClassification"],
  "artifact.reopened": ["discoveryWorker", "decideClassification"],

  "room.created": ["createRoom"],
  "room.revoked": ["revokeRoom"],
  "room.question_asked": ["askInRoom"],
  "room.question_answered": ["answerRoomQuestion"],

  "clearance_pipeline.created": ["putPipeline"],
  "clearance_pipeline.updated": ["putPipeline"],
  "clearance_pipeline.deleted": ["deletePipeline"],
  "machine.created": ["putMachine", "putTenantMachine"],
  "machine.updated": ["putMachine", "putTenantMachine"],
  "machine.deleted": ["deleteMachine", "deleteTenantMachine"],
  "platform.clearance_key.provisioned": ["provisionClearanceKey"],
  "platform.clearance_key.rotated": ["rotateClearanceKey"],

  "tenant.exported": ["recordDeparture"],
  "tenant.removal_started": ["recordDeparture"],
  "tenant.removed": ["recordDeparture"],

  "platform.counsel_review_hmac_secret.provisioned": ["provisionCounselReviewHmacSecret"],
  "platform.counsel_review_hmac_secret.rotated": ["rotateCounselReviewHmacSecret"],
  "platform.counsel_review_hmac_secret.recovered": ["provisionCounselReviewHmacSecret"],
  // The first of these operations that sees a value other than the recorded one writes the row.
  "platform.two_people.toggled": [
    "createReview",
    "createPanel",
    "createReReviews",
    "renewReviewLink",
    "inviteCounselKey",
    "decideReview",
    "delegateReview",
  ],
  "platform.evidence_log_key.provisioned": ["sequenceLog"],
  "platform.evidence_log_key.rotated": ["rotateEvidenceLogKey"],
  "platform.evidence_rows_key.rotated": ["rotateEvidenceRowsKey"],
  "evidence_log.verifier_published": ["sequenceLog"],
  "certificate.issued": [
    "getCertificate",
    "getCounselCertificate",
    "getMachineCertificate",
    "getPanelCertificate",
    "getRoomCertificate",
  ],
} as const;

const all: Readonly<Record<string, readonly string[]>> = writers;

/** The operations that write rows of an action; none if the log does not take them. */
export const writersOf = (action: string): readonly string[] =>
  Object.hasOwn(all, action) ? (all[action] as readonly string[]) : [];

/** A rule that a question is about. */
export interface AskedRule {
  framework_id: string;
  use_case_id: string;
}

/** A question that a room's visitor asked, with its answer (contract, room.md, section 1). */
export interface RoomQuestion {
  id: string;
  room_id: string;
  /** The room's title, so that a list of questions does not have to read rooms. */
  room_title: string;
  rule: AskedRule | null;
  review_id: string | null;
  /** Verbatim. */
  text: string;
  asked_at: string;
  answer: string | null;
  answered_at: string | null;
}

/** Words for whether a law applies, and for what was done to its enforcement. */
export const lawTexts = {
  states: {
    not_yet: "Not yet in force",
    in_force: "In force",
    ended: "Ended",
    suspended: "Suspended",
    delayed: "Delayed",
  },
  kinds: {
    stayed: "Stayed",
    enjoined: "Enjoined",
    preempted: "Preempted",
    delayed: "Delayed",
    lifted: "Lifted",
    resumed: "Resumed",
    guidance: "Guidance",
  },
} as const;

/** The texts of the audit screens. */
export const t = {
  title: "Audit",
  lead: "Everything that changed anything, newest first.",
  oldestFirst: "Oldest first",
  columns: { when: "When", what: "What", about: "About", who: "Who" },
  system: "the system",
  filters: {
    action: "Action",
    resource_type: "Kind",
    resource_id: "Id",
    tenant_id: "Tenant",
    from: "From",
    to: "Until",
  },
  empty: "No row fits these filters.",
  live: "Follow live",
  following: "Following: new rows appear by themselves.",
  rowTitle: "Audit row",
  json: "The row as JSON",
  address: "Permanent address",
  gone: "There is no such row.",
  arrived: (n: number) => `${n} new ${n === 1 ? "row" : "rows"}`,
} as const;

/** The texts of the audit screens. */
export const t = {
  title: "Audit",
  lead: "Everything that changed anything, newest first.",
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
  noTenant: "None: the platform itself",
  empty: "No row fits these filters.",
  rowTitle: "Audit row",
  json: "The row as JSON",
  address: "Permanent address",
  gone: "There is no such row.",
} as const;

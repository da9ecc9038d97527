/** The counsel whom an admin registers in the sample's half year, by the plan's word for each. */
export const counsel = {
  marquardt: {
    framework_id: "eu_ai_act",
    display_name: "Dr. Helena Marquardt",
    email: "marquardt@marquardt-partner.example",
    firm: "Marquardt & Partner",
    jurisdiction: "DE",
    bar_registration: "RAK Frankfurt 20418",
    notes: "Prohibited practices and high-risk classification.",
  },
  ferrari: {
    framework_id: "eu_ai_act",
    display_name: "Avv. Luca Ferrari",
    email: "l.ferrari@studioferrari.example",
    firm: "Studio Legale Ferrari",
    jurisdiction: "IT",
    bar_registration: "Ordine di Milano A-77120",
    notes: "Transparency, employment, credit.",
  },
  laurent: {
    framework_id: "eu_ai_act",
    display_name: "Maître Camille Laurent",
    email: "claurent@laurent-avocats.example",
    firm: "Laurent Avocats",
    jurisdiction: "FR",
    bar_registration: "Barreau de Paris P0381",
  },
  okafor: {
    framework_id: "co_sb_26_189",
    display_name: "Rachel Okafor",
    email: "rokafor@okaforlegal.example",
    firm: "Okafor Legal LLC",
    jurisdiction: "US-CO",
    bar_registration: "Colorado Supreme Court 51190",
    notes: "Colorado only; answers within a week.",
  },
} as const;

export type CounselKey = keyof typeof counsel;

/** The person to whom a counsel passes a request on. No admin confirms her in the half year. */
export const delegate = {
  display_name: "Dr. Anna Conti",
  email: "a.conti@studioferrari.example",
  firm: "Studio Legale Ferrari",
  jurisdiction: "IT",
  bar_registration: "Ordine di Milano A-81954",
} as const;

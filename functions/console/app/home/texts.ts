/** The texts of Home. */
export const t = {
  title: "What waits for you",
} as const;

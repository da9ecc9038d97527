/** The names that a token's claim may have. */
export const claimName = /^[A-Za-z][A-Za-z0-9_.:/-]{0,127}$/;

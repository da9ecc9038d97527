/** How a claim of a token may be called. */
export const claimName = /^[A-Za-z][A-Za-z0-9_.:/-]{0,127}$/;

/** The names that a token's claim may have; the table's maps cannot hold a member `constructor`. */
export const claimName = /^(?!constructor$)[A-Za-z][A-Za-z0-9_.:/-]{0,127}$/;

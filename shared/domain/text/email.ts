/** The characters of an atom (RFC 5322, 3.2.3), lower case; without `|`, which separates fields. */
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{}~-]+";
/** A label of a host name (RFC 1123, 2.1). */
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";

/** RFC 5322's `addr-spec`: dot-atom and host, lower case, ASCII. Linear, as no part has dots. */
export const emailForm = `^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})*$`;

/** RFC 5321, 4.5.3.1. */
export const LONGEST_EMAIL = 254;
const LONGEST_LOCAL_PART = 64;

export const hasFittingLocalPart = (email: string): boolean =>
  email.indexOf("@") <= LONGEST_LOCAL_PART;

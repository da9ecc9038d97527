/** A page of the docs, beside the console. */
export const Guide = ({ to, label }: { to: string; label: string }) => (
  <a href={to} target="_blank" rel="noreferrer">
    {label}
  </a>
);

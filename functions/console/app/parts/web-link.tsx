import { line } from "./format.ts";

/** A link out of the console with the host it leads to; only an address of the web becomes one. */
export function WebLink({ url, label = "" }: { url: string; label?: string }) {
  const { protocol = "", host = "" } = URL.parse(url) ?? {};
  if (!/^https?:$/.test(protocol)) return <>{line(label || url)}</>;
  return (
    <a href={url} rel="noreferrer noopener" target="_blank">
      {label === "" ? host : `${line(label)} (${host})`}
    </a>
  );
}

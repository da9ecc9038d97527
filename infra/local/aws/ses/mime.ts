interface Parts {
  id: string;
  from: string;
  to: readonly string[];
  replyTo: readonly string[];
  subject: string;
  /** Milliseconds since the epoch. */
  at: number;
  headers: readonly { name: string; value: string }[];
  text: string;
  html: string;
}

/** A header's text as encoded words (RFC 2047), cut at whole characters. Plain ASCII is kept. */
function encoded(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 45) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  const all = [...words, word].map((one) => `=?UTF-8?B?${Buffer.from(one).toString("base64")}?=`);
  return all.join("\r\n ");
}

const lines = (text: string): string =>
  Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\r\n");

/** The message that SES makes from a mail's parts: multipart/alternative, text first. */
export function mimeOf(parts: Parts): string {
  const { id, from, to, replyTo, subject, at, headers, text, html } = parts;
  const boundary = `----=_${id}`;
  const part = (type: string, body: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=UTF-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines(body)}\r\n`;
  const head = [
    ["From", from],
    ["To", to.join(", ")],
    ...(replyTo.length === 0 ? [] : [["Reply-To", replyTo.join(", ")]]),
    ["Subject", encoded(subject)],
    ["Message-ID", `<${id}@email.amazonses.com>`],
    ["Date", new Date(at).toUTCString()],
    ...headers.map(({ name, value }) => [name, value]),
    ["MIME-Version", "1.0"],
    ["Content-Type", `multipart/alternative; boundary="${boundary}"`],
  ].map(([name, value]) => `${name}: ${value}`);
  return `${head.join("\r\n")}\r\n\r\n${part("text/plain", text)}${part("text/html", html)}--${boundary}--\r\n`;
}

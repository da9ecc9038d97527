/**
 * The rows of a CSV text (RFC 4180; comma or, if the first line has none, semicolon). A byte order
 * mark and empty lines are left out. null: a quoted cell is not closed, or continues after its end.
 */
export function parseCsv(text: string): string[][] | null {
  const body = text.replace(/^\uFEFF/, "");
  const first = body.split(/\r?\n/, 1)[0] ?? "";
  const separator = first.includes(",") || !first.includes(";") ? "," : ";";
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= body.length) {
    const cell = body[at] === '"' ? quoted(body, at) : plain(body, at, separator);
    if (cell === null) return null;
    row.push(cell.text);
    const end = body[cell.end];
    if (end !== separator) {
      if (end !== undefined && end !== "\n" && end !== "\r") return null;
      if (row.length > 1 || row[0] !== "") rows.push(row);
      row = [];
    }
    at = cell.end + (end === "\r" && body[cell.end + 1] === "\n" ? 2 : 1);
  }
  return rows;
}

interface Cell {
  text: string;
  /** Index of what follows the cell. */
  end: number;
}

function plain(body: string, start: number, separator: string): Cell {
  let end = start;
  while (end < body.length && body[end] !== separator && body[end] !== "\n" && body[end] !== "\r") {
    end += 1;
  }
  return { text: body.slice(start, end), end };
}

function quoted(body: string, start: number): Cell | null {
  let text = "";
  let at = start + 1;
  for (;;) {
    const end = body.indexOf('"', at);
    if (end === -1) return null;
    text += body.slice(at, end);
    if (body[end + 1] !== '"') return { text, end: end + 1 };
    text += '"';
    at = end + 2;
  }
}

import { alarms } from "virtual:guide";
import { Guide } from "../parts/guide.tsx";
import { type Columns, Table } from "../parts/table.tsx";
import { t } from "./texts.ts";

type Alarm = (typeof alarms)[number];

const columns: Columns<Alarm> = [
  [t.alarmColumns.name, ({ title, to }) => <Guide to={to} label={title} />],
  [t.alarmColumns.text, ({ text }) => text],
];

/** Every alarm of a deployment: its meaning, and a link to the section that says what to do. */
export const Alarms = () => (
  <section id="alarms">
    <h2 tabIndex={-1}>{t.alarms}</h2>
    <p class="hint">
      {t.alarmsHint} <Guide to="/docs/runbooks" label={t.runbooks} />
    </p>
    <Table name={t.alarms} columns={columns} rows={alarms} keyOf={({ title }) => title} />
  </section>
);

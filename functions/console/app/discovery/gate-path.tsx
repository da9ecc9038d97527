import { Mark, type Tone } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { ruleWords } from "../parts/rule-words.ts";
import type { Classification } from "./class.tsx";
import { t } from "./texts.ts";

type Gate = Classification["reasons"][number]["gate"];

interface Step {
  /** Its name among the texts. */
  id: keyof typeof t.gates;
  gates: readonly Gate[];
  /** The facts that it reads. */
  reads: readonly (keyof Classification["facts"])[];
  tone: Tone;
}

/** The gates in the order in which a system passes them. */
const steps: readonly Step[] = [
  { id: "ai", gates: [], reads: ["is_ai_system"], tone: "quiet" },
  { id: "5", gates: ["5"], reads: ["practices"], tone: "bad" },
  { id: "6(1)", gates: ["6(1)"], reads: ["safety_component"], tone: "warn" },
  { id: "6(2)", gates: ["6(2)"], reads: ["area", "biometric"], tone: "warn" },
  {
    id: "6(3)",
    gates: ["6(3)(a)", "6(3)(b)", "6(3)(c)", "6(3)(d)", "6(3) profiling"],
    reads: ["narrow_task", "profiles"],
    tone: "wait",
  },
  { id: "25", gates: ["25"], reads: ["role"], tone: "wait" },
  {
    id: "50",
    gates: ["50"],
    reads: ["interacts_with_people", "generates_content", "biometric"],
    tone: "wait",
  },
  { id: "co.consequential", gates: ["co.consequential"], reads: ["area", "decides"], tone: "warn" },
];

/** The way from the facts to the class, gate by gate. */
export function GatePath({ of }: { of: Classification }) {
  return (
    <section>
      <h2>{t.path}</h2>
      <p class="hint">{t.pathHint}</p>
      <ol class="steps">
        {steps.map((step) => (
          <GateStep key={step.id} step={step} of={of} />
        ))}
      </ol>
    </section>
  );
}

function GateStep({ step, of }: { step: Step; of: Classification }) {
  const opened = of.reasons.filter(({ gate }) => step.gates.includes(gate));
  const missing = step.reads.filter((fact) => of.facts[fact].value === null);
  const isOpen = of.open_questions.some(({ fact }) => missing.some((one) => one === fact));
  const tone = opened.length > 0 ? step.tone : isOpen ? "wait" : "quiet";
  return (
    <li>
      <p>
        <Mark tone={tone} /> <strong>{t.gates[step.id]}</strong>{" "}
        <span class="soft">{outcome(step, of, opened.length > 0, isOpen)}</span>
      </p>
      {opened.map(({ gate, rule, facts }) => (
        <p key={`${gate} ${rule?.use_case_id}`} class="fine">
          {gate}
          {rule && (
            <>
              {": "}
              {ruleWords(rule.use_case_id)} <code>{line(rule.use_case_id)}</code>
            </>
          )}{" "}
          <span class="soft">{t.because(facts.map((fact) => factName(fact)).join(", "))}</span>
        </p>
      ))}
    </li>
  );
}

function outcome(step: Step, of: Classification, isOpened: boolean, isOpen: boolean): string {
  if (step.id === "ai") {
    const { value } = of.facts.is_ai_system;
    return value === null ? t.gateOpen : value ? t.yes : t.no;
  }
  const isRuledOut = of.reasons.some(({ gate }) => gate === "6(3) profiling");
  if (step.id === "6(3)" && isRuledOut) return t.gateRuledOut;
  return isOpened ? t.gateOpened : isOpen ? t.gateOpen : t.gateClosed;
}

/** `is_ai_system` in words. */
const factName = (fact: string): string => line(fact).replaceAll("_", " ");

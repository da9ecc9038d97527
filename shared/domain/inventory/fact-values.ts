import type { BookId } from "#shared/domain/frameworks/books.ts";

/*
 * The values that a fact about an artifact may have. Areas and practices are the last part of the
 * ids of the rules they stand for, so that gates, questions and rule books name the same thing
 * (rule-books/eu-ai-act.json and co-sb-26-189.json; a test holds the three together).
 */

export const EU_AI_ACT = "eu_ai_act" satisfies BookId;
export const COLORADO = "co_sb_26_189" satisfies BookId;

/** A value and the words in which people and models are asked about it. */
export type Option = readonly [value: string, label: string];

/** A value, the id of the rule it stands for, and the subject of the rule. */
type RuleValue = readonly [use_case_id: string, label: string];

/** Points 2 to 8 of Annex III of the AI Act. */
const annexRules: readonly RuleValue[] = [
  ["annex3.2.critical_infrastructure", "Safety component of critical infrastructure"],
  ["annex3.3.a.education_admission", "Access, admission or assignment to education"],
  ["annex3.3.b.education_learning_outcomes", "Evaluation of learning outcomes"],
  ["annex3.3.c.education_level_assessment", "Assessing the appropriate level of education"],
  ["annex3.3.d.education_exam_monitoring", "Monitoring of students during tests"],
  ["annex3.4.a.employment_recruitment", "Recruitment and selection"],
  ["annex3.4.b.employment_worker_management", "Decisions on work and monitoring of workers"],
  ["annex3.5.a.public_assistance_benefits", "Eligibility for public assistance benefits"],
  ["annex3.5.b.creditworthiness", "Creditworthiness and credit scoring, but not detecting fraud"],
  ["annex3.5.c.life_health_insurance", "Risk and pricing in life and health insurance"],
  ["annex3.5.d.emergency_calls", "Emergency calls, dispatch and patient triage"],
  ["annex3.6.a.law_enforcement_victim_risk", "Law enforcement: risk of becoming a victim"],
  ["annex3.6.b.law_enforcement_polygraphs", "Law enforcement: polygraphs and similar tools"],
  ["annex3.6.c.law_enforcement_evidence_reliability", "Law enforcement: reliability of evidence"],
  ["annex3.6.d.law_enforcement_offending_risk", "Law enforcement: risk of (re-)offending"],
  ["annex3.6.e.law_enforcement_profiling", "Law enforcement: profiling in criminal matters"],
  ["annex3.7.a.migration_polygraphs", "Migration: polygraphs and similar tools"],
  ["annex3.7.b.migration_risk_assessment", "Migration: risks posed by a person"],
  ["annex3.7.c.migration_applications", "Migration: asylum, visa and residence applications"],
  ["annex3.7.d.migration_identification", "Migration: recognising or identifying persons"],
  ["annex3.8.a.justice_judicial_assistance", "Assistance to courts and dispute resolution"],
  ["annex3.8.b.democratic_processes", "Influencing elections or voting behaviour"],
];

/** Colorado's covered domains. */
const domainRules: readonly RuleValue[] = [
  ["covered_domain.a.education", "Colorado: education enrollment or opportunity"],
  ["covered_domain.b.employment", "Colorado: employment or an employment opportunity"],
  ["covered_domain.c.residential_real_estate", "Colorado: lease or purchase of a home"],
  ["covered_domain.d.financial_lending", "Colorado: a financial or lending service"],
  ["covered_domain.e.insurance", "Colorado: insurance"],
  ["covered_domain.f.health_care", "Colorado: health-care services"],
  ["covered_domain.g.government_services", "Colorado: essential government services"],
];

/**
 * The uses of Annex III that lie within a covered domain, so that a decision about the use is also one
 * about the domain. Uses that only overlap with a domain (monitoring of tests, patient triage) are not
 * listed.
 */
const domainOfUse: Readonly<Record<string, string>> = {
  education_admission: "education",
  education_level_assessment: "education",
  employment_recruitment: "employment",
  employment_worker_management: "employment",
  public_assistance_benefits: "government_services",
  creditworthiness: "financial_lending",
  life_health_insurance: "insurance",
};

/** Article 5(1) of the AI Act. */
const practiceRules: readonly RuleValue[] = [
  ["art5.1.a.manipulative_techniques", "Subliminal, manipulative or deceptive techniques"],
  ["art5.1.b.exploiting_vulnerabilities", "Exploiting vulnerabilities of persons"],
  ["art5.1.ba.non_consensual_intimate_material", "Intimate material of a person without consent"],
  ["art5.1.bb.child_sexual_abuse_material", "Child sexual abuse material"],
  ["art5.1.c.social_scoring", "Social scoring of persons or groups"],
  ["art5.1.d.individual_crime_prediction", "Predicting crimes solely from profiling"],
  ["art5.1.e.untargeted_facial_scraping", "Untargeted scraping of facial images"],
  ["art5.1.f.emotion_inference_work_education", "Inferring emotions at work or in education"],
  ["art5.1.g.biometric_categorisation_sensitive", "Biometrics to deduce sensitive attributes"],
  [
    "art5.1.h.realtime_remote_biometric_identification",
    "Real-time remote biometric identification for law enforcement in public",
  ],
];

const lastPart = (useCaseId: string): string => useCaseId.slice(useCaseId.lastIndexOf(".") + 1);

const byValue = (rules: readonly RuleValue[]): ReadonlyMap<string, string> =>
  new Map(rules.map(([id]) => [lastPart(id), id]));

const optionsOf = (rules: readonly RuleValue[]): Option[] =>
  rules.map(([id, label]) => [lastPart(id), label]);

/** Value of `area` → rule of Annex III. */
export const annexRuleOf = /* @__PURE__ */ byValue(annexRules);
/** Value of `area` that is a covered domain → Colorado's rule. */
export const domainRuleOf = /* @__PURE__ */ byValue(domainRules);
/** Value of `area` → Colorado's rule for the domain that it is, or lies within. */
export const coveredRuleOf: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ...domainRuleOf,
  ...Object.entries(domainOfUse).map(
    ([use, domain]) => [use, domainRuleOf.get(domain) ?? ""] as const,
  ),
]);
/** Value of `practices` → rule of Article 5. */
export const practiceRuleOf = /* @__PURE__ */ byValue(practiceRules);

/** The rules of Annex III, point 1, that a value of `biometric` stands for. */
export const biometricRuleOf: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["identification", "annex3.1.a.remote_biometric_identification"],
  ["categorisation", "annex3.1.b.biometric_categorisation"],
  ["emotion", "annex3.1.c.emotion_recognition"],
]);

export const areas = (): Option[] => [...optionsOf(annexRules), ...optionsOf(domainRules)];
export const practices = (): Option[] => optionsOf(practiceRules);

import type { BookId } from "./books.ts";

/** What rules of several books have in common, with the numbers of NIST's and ISO's frameworks. */
export interface Topic {
  /** Why the rules belong together, in one sentence. */
  reason: string;
  /** Book → its rules. Rules of different books are twins. */
  rules: Readonly<Partial<Record<BookId, readonly string[]>>>;
  /** Subcategories of the NIST AI RMF 1.0. */
  nist: readonly string[];
  /** Clauses and Annex A controls of ISO/IEC 42001:2023; the text is ISO's. */
  iso: readonly string[];
}

/** The cross-walk of the books that come with the project. Two rules share at most one topic. */
export const crosswalkTopics: readonly Topic[] = [
  {
    reason: "All concern automated decisions on recruitment, selection and work.",
    rules: {
      eu_ai_act: ["annex3.4.a.employment_recruitment", "annex3.4.b.employment_worker_management"],
      co_sb_26_189: ["covered_domain.b.employment"],
      us_ca_admt: ["significant_decision.4.employment"],
      us_hiring: [
        "nyc.bias_audit.currency",
        "il.ai.discriminatory_effect",
        "ca.ads.discrimination",
        "ca.ads.agents",
        "ca.ads.inquiries",
      ],
    },
    nist: ["MAP 1.1", "MAP 5.1", "MEASURE 2.11"],
    iso: ["6.1.4", "A.5.2", "A.5.4"],
  },
  {
    reason: "All concern automated decisions on access to education and its results.",
    rules: {
      eu_ai_act: [
        "annex3.3.a.education_admission",
        "annex3.3.b.education_learning_outcomes",
        "annex3.3.c.education_level_assessment",
        "annex3.3.d.education_exam_monitoring",
      ],
      co_sb_26_189: ["covered_domain.a.education"],
      us_ca_admt: ["significant_decision.3.education"],
    },
    nist: ["MAP 1.1", "MAP 5.1", "MEASURE 2.11"],
    iso: ["6.1.4", "A.5.2", "A.5.4"],
  },
  {
    reason: "All concern automated decisions on credit and financial services.",
    rules: {
      eu_ai_act: ["annex3.5.b.creditworthiness"],
      co_sb_26_189: ["covered_domain.d.financial_lending"],
      us_ca_admt: ["significant_decision.1.financial"],
    },
    nist: ["MAP 1.1", "MAP 5.1", "MEASURE 2.11"],
    iso: ["6.1.4", "A.5.2", "A.5.4"],
  },
  {
    reason: "Both concern automated decisions on insurance.",
    rules: {
      eu_ai_act: ["annex3.5.c.life_health_insurance"],
      co_sb_26_189: ["covered_domain.e.insurance"],
    },
    nist: ["MAP 1.1", "MAP 5.1", "MEASURE 2.11"],
    iso: ["6.1.4", "A.5.2", "A.5.4"],
  },
  {
    reason: "Both concern automated decisions on a home.",
    rules: {
      co_sb_26_189: ["covered_domain.c.residential_real_estate"],
      us_ca_admt: ["significant_decision.2.housing"],
    },
    nist: ["MAP 1.1", "MAP 5.1", "MEASURE 2.11"],
    iso: ["6.1.4", "A.5.2", "A.5.4"],
  },
  {
    reason: "Both concern automated decisions on health care.",
    rules: {
      co_sb_26_189: ["covered_domain.f.health_care"],
      us_ca_admt: ["significant_decision.5.healthcare"],
    },
    nist: ["MAP 1.1", "MAP 5.1", "MEASURE 2.6"],
    iso: ["6.1.4", "A.5.2", "A.5.4"],
  },
  {
    reason: "Both concern automated decisions on public benefits and services.",
    rules: {
      eu_ai_act: ["annex3.5.a.public_assistance_benefits"],
      co_sb_26_189: ["covered_domain.g.government_services"],
    },
    nist: ["MAP 1.1", "MAP 5.1", "MEASURE 2.11"],
    iso: ["6.1.4", "A.5.2", "A.5.4", "A.5.5"],
  },
  {
    reason: "All demand a notice before automated decision-making is used on a person.",
    rules: {
      co_sb_26_189: ["deployer.1704.1.notice"],
      us_ca_admt: ["notice.7220.pre_use"],
      us_hiring: ["nyc.notice", "il.ai.notice", "ct.ai.decision_notice"],
    },
    nist: ["GOVERN 1.1", "MEASURE 2.8"],
    iso: ["A.8.2", "A.8.5"],
  },
  {
    reason:
      "All demand that people are told that they deal with an artificial intelligence system.",
    rules: {
      eu_ai_act: ["art50.1.direct_interaction"],
      us_tx_hb_149: ["disclosure.552.051.agency", "disclosure.552.051.health_care"],
    },
    nist: ["GOVERN 1.1", "MEASURE 2.8"],
    iso: ["A.8.2", "A.8.5"],
  },
  {
    reason: "All let a person learn how a decision about them was made, and on which data.",
    rules: {
      co_sb_26_189: ["deployer.1704.3.adverse_outcome"],
      us_ca_admt: ["access.7222.requests"],
      us_hiring: ["nyc.data_disclosure"],
    },
    nist: ["MEASURE 2.8", "MEASURE 2.9", "MEASURE 3.3"],
    iso: ["A.8.2", "A.8.3"],
  },
  {
    reason: "Both let a person have a decision reviewed by someone who can change it.",
    rules: {
      co_sb_26_189: ["deployer.1705.1.human_review"],
      us_ca_admt: ["opt_out.7221.b.human_appeal"],
    },
    nist: ["GOVERN 3.2", "MAP 3.5", "MANAGE 4.1"],
    iso: ["A.9.2", "A.9.3"],
  },
  {
    reason: "Both forbid a social score that harms people out of context or proportion.",
    rules: {
      eu_ai_act: ["art5.1.c.social_scoring"],
      us_tx_hb_149: ["prohibited.552.053.social_scoring"],
    },
    nist: ["GOVERN 1.1", "MAP 1.1", "MANAGE 1.1"],
    iso: ["A.5.5", "A.9.4"],
  },
  {
    reason: "All forbid systems that steer people into harming themselves or others.",
    rules: {
      eu_ai_act: ["art5.1.a.manipulative_techniques", "art5.1.b.exploiting_vulnerabilities"],
      us_tx_hb_149: ["prohibited.552.052.manipulation"],
    },
    nist: ["GOVERN 1.1", "MEASURE 2.6", "MANAGE 1.1"],
    iso: ["A.5.4", "A.9.4"],
  },
  {
    reason: "All forbid systems made for unlawful sexual material.",
    rules: {
      eu_ai_act: [
        "art5.1.ba.non_consensual_intimate_material",
        "art5.1.bb.child_sexual_abuse_material",
      ],
      us_tx_hb_149: ["prohibited.552.057.sexual_content"],
    },
    nist: ["GOVERN 1.1", "MEASURE 2.6", "MANAGE 1.1"],
    iso: ["A.5.5", "A.9.4"],
  },
  {
    reason: "All limit how people are identified by their body or by images gathered of them.",
    rules: {
      eu_ai_act: [
        "art5.1.e.untargeted_facial_scraping",
        "art5.1.h.realtime_remote_biometric_identification",
        "annex3.1.a.remote_biometric_identification",
      ],
      us_tx_hb_149: ["prohibited.552.054.biometric_identification", "biometric.503.001.capture"],
    },
    nist: ["GOVERN 1.1", "MAP 4.1", "MEASURE 2.10"],
    iso: ["A.5.4", "A.7.3"],
  },
  {
    reason:
      "Both forbid discrimination by artificial intelligence, one by its effect, one by its intent.",
    rules: {
      us_tx_hb_149: ["prohibited.552.056.discrimination"],
      us_hiring: ["il.ai.zip_code_proxy", "ct.ai.no_defence"],
    },
    nist: ["GOVERN 1.1", "MEASURE 2.11"],
    iso: ["A.5.4", "A.7.4"],
  },
  {
    reason: "All concern the data with which bias is found and measured.",
    rules: {
      eu_ai_act: ["art4a.bias_detection_data"],
      us_hiring: ["nyc.bias_audit.calculations", "nyc.bias_audit.data"],
    },
    nist: ["MEASURE 1.1", "MEASURE 2.11"],
    iso: ["A.7.2", "A.7.4", "A.7.5"],
  },
  {
    reason: "Both demand an assessment that is documented before use and reported to an authority.",
    rules: {
      eu_ai_act: ["art6.4.registration"],
      us_ca_admt: ["risk_assessment.7150.significant_decision"],
    },
    nist: ["MAP 4.1", "MAP 5.1", "MANAGE 1.2"],
    iso: ["6.1.2", "6.1.4", "A.5.3"],
  },
  {
    reason: "All demand records that show afterwards how the duties were met.",
    rules: {
      co_sb_26_189: ["deployer.1703.records", "developer.1702.4.records"],
      us_hiring: ["ca.ads.records"],
    },
    nist: ["GOVERN 1.4"],
    iso: ["7.5", "A.6.2.8"],
  },
  {
    reason: "Both concern what the maker of a system tells those who use it.",
    rules: { co_sb_26_189: ["developer.1702.1.documentation", "developer.1702.2.updates"] },
    nist: ["GOVERN 6.1", "MAP 2.2"],
    iso: ["A.6.2.7", "A.8.2", "A.10.4"],
  },
  {
    reason: "What a person can have corrected or refuse.",
    rules: {
      co_sb_26_189: ["deployer.1705.1.correction"],
    },
    nist: ["MEASURE 3.3", "MANAGE 4.1"],
    iso: ["A.7.4", "A.9.2"],
  },
  {
    reason: "When a person can refuse automated decision-making.",
    rules: {
      us_ca_admt: ["opt_out.7221.requests", "opt_out.7221.b.ability_and_allocation"],
    },
    nist: ["MAP 3.5", "MANAGE 2.4"],
    iso: ["A.9.2"],
  },
  {
    reason: "What an authority is told about artificial intelligence as a cause of layoffs.",
    rules: { us_hiring: ["ct.ai.layoff_notice"] },
    nist: ["GOVERN 1.1", "MAP 5.1"],
    iso: ["A.5.4", "A.8.5"],
  },
  {
    reason: "What the public is told about an audit.",
    rules: { us_hiring: ["nyc.published_summary"] },
    nist: ["MEASURE 2.8", "MEASURE 2.11"],
    iso: ["A.8.3", "A.8.5"],
  },
  {
    reason: "A right that a system may not be built to infringe.",
    rules: { us_tx_hb_149: ["prohibited.552.055.constitutional_rights"] },
    nist: ["GOVERN 1.1", "MAP 5.1"],
    iso: ["A.5.5", "A.9.4"],
  },
  {
    reason: "What people know who operate the systems.",
    rules: { eu_ai_act: ["art4.ai_literacy"] },
    nist: ["GOVERN 2.2"],
    iso: ["7.2", "7.3"],
  },
  {
    reason: "Generated content is recognisable as such.",
    rules: {
      eu_ai_act: [
        "art50.2.synthetic_content_marking",
        "art50.3.emotion_or_biometric_categorisation_notice",
        "art50.4.1.deep_fakes",
        "art50.4.2.public_interest_text",
      ],
    },
    nist: ["GOVERN 1.1", "MEASURE 2.8"],
    iso: ["A.8.2", "A.8.5"],
  },
  {
    reason: "What a system may not conclude about a person.",
    rules: {
      eu_ai_act: [
        "art5.1.d.individual_crime_prediction",
        "art5.1.f.emotion_inference_work_education",
        "art5.1.g.biometric_categorisation_sensitive",
      ],
    },
    nist: ["GOVERN 1.1", "MAP 1.1", "MANAGE 1.1"],
    iso: ["A.5.4", "A.9.4"],
  },
  {
    reason: "Uses with a high risk for safety.",
    rules: {
      eu_ai_act: [
        "art6.1.safety_component",
        "annex3.2.critical_infrastructure",
        "annex3.5.d.emergency_calls",
      ],
    },
    nist: ["MAP 1.1", "MAP 5.1", "MEASURE 2.6"],
    iso: ["6.1.2", "A.5.2", "A.6.2.4"],
  },
  {
    reason: "Uses of the state and of biometrics with a high risk for rights.",
    rules: {
      eu_ai_act: [
        "annex3.1.b.biometric_categorisation",
        "annex3.1.c.emotion_recognition",
        "annex3.6.a.law_enforcement_victim_risk",
        "annex3.6.b.law_enforcement_polygraphs",
        "annex3.6.c.law_enforcement_evidence_reliability",
        "annex3.6.d.law_enforcement_offending_risk",
        "annex3.6.e.law_enforcement_profiling",
        "annex3.7.a.migration_polygraphs",
        "annex3.7.b.migration_risk_assessment",
        "annex3.7.c.migration_applications",
        "annex3.7.d.migration_identification",
        "annex3.8.a.justice_judicial_assistance",
        "annex3.8.b.democratic_processes",
      ],
    },
    nist: ["MAP 1.1", "MAP 5.1", "MEASURE 2.11"],
    iso: ["6.1.4", "A.5.2", "A.5.4", "A.5.5"],
  },
];

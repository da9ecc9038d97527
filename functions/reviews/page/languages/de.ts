import type { Catalogue } from "./catalogue.ts";
import { decisionLabels } from "./labels.ts";

const shared = {
  noneGiven: "Keine Angabe",
  copied: "Kopiert",
  selected: "Markiert; kopieren Sie es mit der Tastatur",
  request: "Anfrage",
};

export const de: Catalogue = {
  frame: {
    skip: "Zum Inhalt",
    brand: "Countersign",
    confidential: "Vertraulich",
    foot: "Countersign · Prüfung von Compliance-Regeln durch externe Anwälte",
    copy: "Kopieren",
    language: "Sprache",
    noScript:
      "**JavaScript ist ausgeschaltet.** Bitte erlauben Sie es für diese Seite, oder öffnen Sie den Link in einem anderen Browser; es wurde nichts aufgezeichnet.",
    thousands: ".",
  },
  options: {
    approved: {
      label: decisionLabels.de.approved,
      meaning:
        "Die Regeln dürfen genau so verwendet werden, wie sie hier stehen. In den Akten ist das eine Genehmigung.",
      comment: "Anmerkungen für die Akten",
      remark: "Anmerkung zu dieser Regel (freiwillig)",
    },
    approved_with_changes: {
      label: decisionLabels.de.approved_with_changes,
      meaning:
        "Die Regeln dürfen so verwendet werden, wie sie hier stehen; die genannten Änderungen sollen folgen. In den Akten ist das eine Genehmigung.",
      comment: "Welche Änderungen sollen folgen?",
      remark: "Welche Änderungen sollen folgen?",
    },
    changes_requested: {
      label: decisionLabels.de.changes_requested,
      meaning:
        "Die Regeln brauchen die genannten Änderungen, bevor Sie genehmigen können. In den Akten ist das keine Genehmigung.",
      comment: "Was muss sich ändern, bevor Sie genehmigen können?",
      remark: "Was muss sich ändern, bevor Sie diese Regel genehmigen können?",
    },
    rejected: {
      label: decisionLabels.de.rejected,
      meaning: "Die Regeln sollen nicht verwendet werden. In den Akten ist das keine Genehmigung.",
      comment: "Ihre Gründe",
      remark: "Ihre Gründe gegen diese Regel",
    },
  },
  review: {
    title: "Prüfung von Regeln",
    steps: { name: "Schritte", names: ["Lesen und entscheiden", "Kontrollieren", "Quittung"] },
    landing: {
      heading: "Sie werden gebeten, Regeln zu prüfen",
      lead: "Das Compliance-Team von **{host}** bittet um Ihre fachliche Meinung zu Regeln seines Regelwerks.",
      outline: [
        "**Lesen.** Jede Regel steht hier vollständig, mit ihren Fundstellen, wie sie am Tag der Anfrage war.",
        "**Entscheiden.** Genehmigen, mit Änderungen genehmigen, Änderungen verlangen oder ablehnen: alles zusammen oder Regel für Regel.",
        "**Kontrollieren und unterschreiben.** Sie sehen alles noch einmal. Eine unterschriebene Entscheidung ist endgültig, und Sie erhalten eine Quittung.",
      ],
      confidential:
        "**Vertraulich.** Dieser Link ist nur für Sie: Wer ihn hat, kann in Ihrem Namen entscheiden. Bitte geben Sie ihn nicht weiter.",
      open: "Prüfung öffnen",
      hint: "Noch ist nichts aufgezeichnet; der Zeitpunkt Ihres ersten Öffnens wird es sein.",
    },
    loading: {
      heading: "Die Prüfung wird geöffnet",
      text: "Einen Moment.",
    },
    failed: {
      heading: "Die Prüfung konnte nicht geöffnet werden",
      text: "Die Verbindung zum Dienst ist gescheitert, oder der Dienst war ausgelastet. **Es wurde keine Entscheidung aufgezeichnet, und ein neuer Versuch ist unbedenklich.**",
      again: "Noch einmal versuchen",
    },
    expired: {
      heading: "Diese Anfrage ist abgelaufen",
      text: [
        "Die Zeit für eine Entscheidung ist vorbei; unter diesem Link kann nichts mehr aufgezeichnet werden. Das sagt nichts über Sie oder Ihren Zugang.",
        "Wenn Ihre Meinung noch gewünscht ist, bitten Sie die Person, die Ihnen den Link geschickt hat, um eine neue Anfrage.",
      ],
    },
    invalid: {
      heading: "Dieser Link ist nicht gültig",
      text: [
        "Es wurde nichts aufgezeichnet. Haben Sie einen neueren Link erhalten, öffnen Sie bitte diesen; ein Entwurf, der auf diesem Gerät gespeichert ist, wartet dort.",
        "Sonst kopieren Sie bitte den ganzen Link noch einmal, denn Nachrichten brechen Links oft um, oder bitten Sie die Person, die ihn geschickt hat, um einen neuen.",
      ],
    },
    cancelled: {
      heading: "Diese Anfrage wurde zurückgezogen",
      text: [
        "Das Compliance-Team hat die Anfrage zurückgezogen; unter diesem Link kann nichts mehr aufgezeichnet werden.",
        "Fragen Sie im Zweifel die Person, die Ihnen den Link geschickt hat.",
      ],
    },
    closed: {
      heading: "Diese Anfrage ist beendet",
      text: "Unter diesem Link kann nichts mehr aufgezeichnet werden. Getroffene Entscheidungen bleiben aufgezeichnet.",
    },
    lapsed: {
      lead: "Ihr Link ist abgelaufen und öffnet den Wortlaut nicht mehr. Ihre Entscheidung bleibt aufgezeichnet; dies ist ihre Quittung.",
    },
    delegate: {
      open: "Weitergeben",
      hint: "Falls jemand anderes entscheiden soll: Die Anfrage lässt sich einmal weitergeben, mit einem Grund.",
      heading: "Diese Prüfung weitergeben",
      lead: "Wen Sie nennen, wird an Ihrer Stelle gefragt und hat die Zeit, die übrig ist. **Ihr eigener Link endet sofort, und die Anfrage kann nicht noch einmal weitergegeben werden.** Beide Namen bleiben aufgezeichnet.",
      fields: {
        display_name: "Name",
        email: "E-Mail",
        firm: "Kanzlei",
        jurisdiction: "Rechtsordnung",
        bar_registration: "Kammerzulassung",
        reason: "Grund",
      },
      reasonHint: "Das Compliance-Team sieht ihn; er wird mit aufgezeichnet.",
      submit: "Weitergeben",
      back: "Behalten",
      key: "Ihr Gerät wird nach Ihrem Passkey fragen.",
    },
    passing: {
      heading: "Die Prüfung wird weitergegeben",
      text: "Bitte lassen Sie diese Seite offen, bis sie sagt, dass es geschehen ist.",
    },
    delegated: {
      heading: "Die Prüfung ist weitergegeben",
      text: "An Ihrer Stelle gefragt:",
      next: "Ihr Link ist beendet, und von Ihnen wird nichts weiter gebraucht. Sie können diese Seite schließen.",
    },
    overtaken: {
      heading: "Inzwischen wurde entschieden",
      text: "Während Sie lasen, wurde eine Entscheidung aufgezeichnet: in einem anderen Tab oder von jemandem, der den Link ebenfalls hat. Sie ist endgültig. **Was Sie gerade gesendet haben, wurde nicht aufgezeichnet.**",
      show: "Die aufgezeichnete Entscheidung zeigen",
      foreign:
        "Wenn diese Entscheidung nicht von Ihnen ist, sagen Sie es sofort der Person, die Ihnen den Link geschickt hat.",
    },
    sending: {
      heading: "Ihre Entscheidung wird aufgezeichnet",
      text: "Bitte lassen Sie diese Seite offen, bis die Quittung erscheint.",
    },
    signing: {
      heading: "Ihr Gerät fragt nach Ihrem Passkey",
      text: "Folgen Sie dem, was Ihr Browser zeigt. Gesendet wird erst, wenn Sie dort bestätigt haben.",
    },
    unsigned: {
      heading: "Ihr Passkey hat nicht unterschrieben",
      text: "Ihr Gerät oder Browser hat abgebrochen, oder Sie haben abgelehnt. **Es wurde nichts gesendet, und ein neuer Versuch ist unbedenklich.**",
      hint: "Der Passkey ist vielleicht auf einem anderen Gerät: Wählen Sie „anderes Gerät“, wenn Ihr Browser fragt.",
      again: "Noch einmal versuchen",
    },
    keyless: {
      heading: "Ihr Passkey fehlt",
      text: "Diese Entscheidung braucht Ihren eigenen Passkey, und keiner von Ihnen gilt für diese Anfrage. **Es wurde nichts aufgezeichnet.**",
      ways: [
        "Wenn Sie noch keinen haben oder ihn verloren haben, bitten Sie die Person, die Ihnen den Link geschickt hat, um eine Einladung dazu.",
        "Ein Passkey gilt nur für Anfragen, die nach ihm entstehen: Bitten Sie um eine neue, sobald Sie ihn haben.",
        "Wenn Sie einen haben und Ihr Browser ihn nicht benutzen kann, öffnen Sie diesen Link in einer aktuellen Version von Chrome, Edge, Firefox oder Safari.",
      ],
    },
    unconfirmed: {
      heading: "Es kam keine Bestätigung",
      text: "Die Verbindung brach ab, bevor der Dienst bestätigen konnte. **Noch einmal senden ist unbedenklich:** Eine Entscheidung wird nur einmal aufgezeichnet, und wenn der erste Versuch ankam, erhalten Sie dessen Quittung.",
    },
    refused: {
      heading: "Ihre Entscheidung wurde nicht aufgezeichnet",
      text: "Der Dienst konnte sie gerade nicht aufzeichnen. **Es wurde nichts aufgezeichnet, und noch einmal senden ist unbedenklich.** Scheitert es wieder, warten Sie bitte einige Minuten; Ihr Entwurf bleibt hier.",
    },
    resend: "Noch einmal senden",
    back: "Zurück zum Formular",
    unsent: "Was nicht aufgezeichnet wurde",
    facts: {
      name: "Über diese Prüfung",
      client: "Auftraggeber",
      counsel: "Anwalt",
      framework: "Gesetz",
      rules: "Regeln",
      until: "Offen bis",
      reference: "Aktenzeichen",
      matter: "Zeichen des Auftraggebers",
      panel: "Gremium",
      snapshot: "Momentaufnahme (SHA-256)",
      wholeHash: "den ganzen Hashwert",
      reading: "etwa {minutes} Min. Lesezeit",
      changed:
        "Die Unterschiede stehen bei jeder dieser Regeln; die übrigen sind neu oder wie genehmigt.",
    },
    propose: {
      open: "Andere Worte vorschlagen",
    },
    questions: {
      heading: "Fragen vor der Entscheidung",
      lead: "Höchstens {most} Fragen an das Compliance-Team; sie werden aufbewahrt. Sie können ohne Antwort entscheiden.",
      key: "Wer den Link hat, kann fragen und Dateien abrufen; die Entscheidung braucht Ihren Passkey.",
      about: "Betrifft",
      whole: "Die ganze Prüfung",
      text: "Ihre Frage",
      hint: "Höchstens {most} Zeichen. Andere Mitglieder eines Gremiums können sie sehen, nicht wer gefragt hat.",
      send: "Fragen",
    },
    contents: {
      heading: "Inhalt",
      decision: "Ihre Entscheidung",
      hint: "Die Zählung hilft Ihnen, die Stelle zu halten. Sie wird nicht aufgezeichnet.",
      keys: "Tasten, wenn der Fokus auf einer Regel liegt: J weiter, K zurück, A genehmigen und weiter, O Einwand. Pfeiltasten gehen durch diese Liste.",
      rules: "Die Regeln",
      bar: "Fortschritt",
      filter: "Zeigen",
      filters: {
        all: "Alle Regeln",
        changed: "Geändert",
        unread: "Ungelesen",
        objections: "Mit Einwand",
      },
      next: "Genehmigen und weiter",
      toCheck: "Zurück zur Kontrolle",
      none: "Hier ist keine Regel. Wählen Sie „Alle Regeln“.",
    },
    rule: {
      citations: "Fundstellen",
      description: "Beschreibung, wie der Kunde sie sieht",
      verdict: "Vorgeschlagene Aussage",
      own: "Ihr Urteil zu dieser Regel",
      remarkHint: "Höchstens {most} Zeichen.",
    },
    form: {
      heading: "Ihre Entscheidung",
      faults: "Bitte berichtigen Sie Folgendes",
      restored: "Ihr früherer Entwurf ist wieder da. Eine Datei muss noch einmal gewählt werden.",
      legend: "Welche Entscheidung zeichnen Sie auf?",
      signedIn:
        "Die Regeln und die aufgezeichnete Entscheidung sind in dieser Sprache: {language}. Dieser Wortlaut gilt; diese Seite ist eine Übersetzung.",
      signedAs: "aufgezeichnet als:",
      comment: "Kommentar",
      optional: "(freiwillig)",
      commentHint: "Wird Wort für Wort aufbewahrt, höchstens {most} Zeichen.",
      ownReferenceHint:
        "Für Ihre Akten: Es steht auf Beleg und Zertifikat; Ihre Unterschrift deckt es nicht ab.",
      file: "Ergänzendes Dokument",
      fileHint:
        "Ein PDF, höchstens {mebibytes} MiB. Nur sein SHA-256-Wert wird mit Ihrer Entscheidung aufbewahrt; bitte behalten Sie die Datei.",
      dropFile: "Datei entfernen",
      check: "Vor der Unterschrift kontrollieren",
      hint: "Vor Ihrer Unterschrift wird nichts gesendet.",
    },
    check: {
      heading: "Vor der Unterschrift kontrollieren",
      final:
        "**Das ist endgültig.** Eine unterschriebene Entscheidung kann weder von Ihnen noch von uns geändert oder zurückgenommen werden.",
      decision: "Entscheidung",
      comment: "Kommentar",
      document: "Dokument",
      ownReference: "Ihr Zeichen",
      signedBy: "Unterschrift von",
      keyAsked: "Ihr Gerät wird nach Ihrem Passkey fragen, wenn Sie unterschreiben.",
      sign: "Unterschreiben als",
      verdicts: "Urteile zu einzelnen Regeln",
    },
    receipt: {
      heading: "Ihre Entscheidung ist aufgezeichnet",
      lead: "Bitte drucken oder speichern Sie sie für Ihre Unterlagen.",
      annex: "Anhang: die Regeln, wie entschieden",
      qr: "Code mit der Adresse des Beweises im Protokoll",
      proofAt: "Beweis im öffentlichen Protokoll, binnen zwei Minuten nach der Entscheidung:",
      inAnnex: "Im Anhang, Wort für Wort.",
      decidedHeading: "Diese Prüfung ist entschieden",
      decidedLead: "Sie ist endgültig; dies ist ihre Quittung.",
      foreign:
        "Wenn sie nicht von Ihnen ist, sagen Sie es sofort der Person, die Ihnen den Link geschickt hat.",
      name: "Quittung",
      decidedAt: "Entschieden am",
      signature: "Signatur",
      leaf: "Eintrag im öffentlichen Protokoll",
      ofReference: "das Aktenzeichen",
      ofSignature: "die Signatur",
      ofHash: "den Hashwert",
      print: "Drucken",
      download: "Als JSON speichern",
      downloadProof: "Für das Prüfprogramm speichern",
      proofHint:
        "Die Datei für das Prüfprogramm beweist Ihre Entscheidung ohne uns; sie ist nach zwei Minuten vollständig.",
      next: "Wie es weitergeht",
      seen: "Das Compliance-Team sieht Ihre Entscheidung ab jetzt. Von Ihnen wird nichts weiter gebraucht.",
      return: "Ihr Link zeigt diese Quittung bis",
      bound:
        "Die Signatur verbindet die Entscheidung, Ihre E-Mail-Adresse, eine einmal benutzte Zahl und die Zeit. Nichts davon lässt sich unbemerkt ändern.",
      revised: "Werden die Regeln überarbeitet, folgt eine neue Anfrage mit eigenem Link.",
    },
  },
  signing: {
    heading: "Was Sie unterschreiben",
    headingAfter: "Was Sie unterschrieben haben",
    wrong: "Hier stimmt etwas nicht",
    language: "Maßgebliche Sprache",
    notCovered: "Nicht unterschrieben",
    notCoveredText:
      "Die Aktenzeichen beider Seiten, Fragen und ihre Antworten, wo die Angaben zu den Regeln gelesen wurden, eine Übersetzung dieser Seite und was ein Gremium aus Ihrer Entscheidung macht.",
    readers: { before: "Wer Ihre Worte sehen wird", after: "Wer Ihre Worte sehen kann" },
    readersText:
      "In der anfragenden Organisation alle mit Zugang zu ihrem Compliance-System und dessen Protokollen, und wem sie die Datei gibt; die Räume von Aufsichtsbehörden, außer sie hält Ihre Worte zurück; niemand durch das öffentliche Protokoll.",
    questions: { label: "Fragen" },
  },
  keeping: {
    warning:
      "Ihr Entwurf bleibt in diesem Browser, damit beim Schließen des Tabs nichts verloren geht. Entfernen Sie ihn auf einem gemeinsam genutzten Computer, bevor Sie gehen: Wer diesen Browser benutzt, kann ihn lesen.",
    remove: "Von diesem Gerät entfernen",
    keep: "Auf diesem Gerät behalten",
    removed: "Entfernt: Er hält ab jetzt so lange wie dieser Tab.",
  },
  files: {
    heading: "Für Ihre Akten",
    request: "Anfrage (PDF)",
    certificate: "Zertifikat (PDF)",
    hint: "Auf Englisch. Höchstens 10 Dateien in der Stunde.",
    signature: "Die eigene Unterschrift Ihrer Kanzlei",
    signatureText:
      "Sie können das Zertifikat mit Ihrem eigenen Programm unterschreiben, wenn es seine Unterschrift anhängt, und die Datei hier abgeben. Geprüft wird sie von einem Leser für PDF-Unterschriften oder dem DSS-Validator der EU, nicht von uns.",
    signed: "Unterschriebenes Zertifikat",
    send: "Abgeben",
  },
  key: {
    title: "Ihr Passkey",
    landing: {
      heading: "Erstellen Sie den Passkey, mit dem Sie unterschreiben",
      lead: "Das Compliance-Team bittet Sie um einen eigenen Passkey, damit niemand sonst in Ihrem Namen entscheiden kann: kein Link, keine Verwaltung und keine Kopie unserer Datenbank wird genügen.",
      steps: [
        "**Erstellen.** Ihr Gerät fragt nach Fingerabdruck, Gesicht oder PIN. Der Passkey bleibt bei Ihnen; wir behalten nur die öffentliche Hälfte.",
        "**Vorlesen.** Sie sehen sechs Wörter. Lesen Sie sie dem Compliance-Team am Telefon vor, unter einer Nummer, die Sie schon kennen, damit sicher ist, dass der Passkey Ihrer ist.",
        "**Unterschreiben.** Wenn Sie eine Entscheidung aufzeichnen, fragt Ihr Gerät noch einmal danach.",
      ],
      other:
        "Sie können dieses Gerät, einen Sicherheitsschlüssel oder ein anderes Gerät wie Ihr Telefon benutzen: Ihr Browser bietet sie an.",
      open: "Beginnen",
    },
    loading: { heading: "Die Einladung wird geöffnet", text: "Einen Moment." },
    ready: {
      heading: "Sind Sie das?",
      name: "Name",
      email: "E-Mail",
      firm: "Kanzlei",
      until: "Einladung endet",
      several: "Sie haben schon einen Passkey. Dies wird ein weiterer, auf einem anderen Gerät.",
      make: "Passkey erstellen",
      mistaken:
        "Wenn das jemand anderes ist, schließen Sie diese Seite und sagen Sie es der Person, die Ihnen den Link geschickt hat.",
    },
    working: {
      heading: "Ihr Gerät fragt Sie jetzt",
      text: "Folgen Sie dem, was Ihr Browser zeigt. Eingetragen wird erst, wenn Sie dort bestätigt haben.",
    },
    enrolled: {
      heading: "Ihr Passkey ist eingetragen",
      words: "Die sechs Wörter Ihres Passkeys",
      read: "**Lesen Sie diese Wörter jetzt dem Compliance-Team vor**, unter einer Telefonnummer, die Sie schon kennen, nicht unter einer aus der Nachricht mit dem Link. Es vergleicht sie mit dem, was sein System zeigt.",
      at: "Eingetragen am",
      kind: "Art",
      next: "Anfragen, die ab jetzt entstehen, verlangen diesen Passkey. Sie können diese Seite schließen.",
      lost: "Wenn Sie ihn verlieren, bitten Sie um eine neue Einladung; der alte Passkey wird dann stillgelegt, und die Aufzeichnung zeigt es.",
    },
    declined: {
      heading: "Es wurde kein Passkey erstellt",
      text: "Ihr Gerät oder Browser hat abgebrochen, oder Sie haben abgelehnt. **Es ist nichts eingetragen, und ein neuer Versuch ist unbedenklich.**",
      hint: "Wenn dieses Gerät keinen erstellen kann, öffnen Sie den Link auf einem anderen, etwa einem Telefon, oder wählen Sie „anderes Gerät“, wenn Ihr Browser fragt.",
      again: "Noch einmal versuchen",
    },
    unsupported: {
      heading: "Dieser Browser kann keine Passkeys erstellen",
      text: "Öffnen Sie den Link in einer aktuellen Version von Chrome, Edge, Firefox oder Safari, auf einem Computer oder Telefon. Es wurde nichts eingetragen; Ihr Link bleibt gültig.",
    },
    refused: {
      heading: "Der Passkey wurde nicht eingetragen",
      text: "Der Dienst hat ihn nicht angenommen. **Es ist nichts eingetragen, und ein neuer Versuch ist unbedenklich.**",
    },
    exists: {
      heading: "Sie haben diesen Passkey schon",
      text: "Auf diesem Gerät ist ein Passkey von Ihnen, der eingetragen ist. Es bleibt nichts zu tun; für einen zweiten wählen Sie ein anderes Gerät.",
    },
    failed: {
      heading: "Die Einladung konnte nicht geöffnet werden",
      text: "Die Verbindung zum Dienst ist gescheitert, oder der Dienst war ausgelastet. **Es ist nichts eingetragen, und ein neuer Versuch ist unbedenklich.**",
    },
    invalid: {
      heading: "Dieser Link ist nicht gültig",
      text: "Unter dieser Adresse ist nichts zu finden. Links werden oft abgeschnitten, wenn eine Nachricht sie umbricht: Bitte kopieren Sie den ganzen Link noch einmal, oder bitten Sie die Person, die ihn geschickt hat, um einen neuen.",
    },
    because: {
      replaced: "Eine neuere Einladung hat diese ersetzt.",
      used: "Sie wurde am {at} benutzt.",
      expired: "Sie ist am {at} abgelaufen.",
      inactive: "Sie sind nicht mehr als aktiv eingetragen.",
    },
    ended: {
      heading: "Diese Einladung gilt nicht mehr",
      text: "Bitten Sie die Person, die Ihnen den Link geschickt hat, um eine neue. Ein Passkey, den Sie früher eingetragen haben, bleibt, wie er ist.",
    },
  },
  stop: {
    title: "Erinnerungen",
    landing: {
      heading: "Keine Erinnerungen mehr?",
      text: "Unter dieser Adresse erhalten Sie keine Erinnerungen an Prüfungen mehr. Links, die Sie haben, bleiben gültig, und neue Anfragen erreichen Sie weiterhin.",
      stop: "Nicht mehr erinnern",
    },
    working: { heading: "Erinnerungen werden abgestellt", text: "Einen Moment." },
    ended: {
      heading: "Keine Erinnerungen mehr",
      text: "Sonst hat sich nichts geändert: Ihre Prüfungen bleiben offen, bis sie ablaufen.",
    },
    invalid: {
      heading: "Dieser Link ist nicht gültig",
      text: "Vielleicht wurde er in der Mail abgeschnitten. Bitte kopieren Sie ihn vollständig.",
    },
    failed: {
      heading: "Das hat nicht geklappt",
      text: "Es wurde nichts geändert. Bitte versuchen Sie es gleich noch einmal.",
      again: "Noch einmal versuchen",
    },
  },
  shared,
  script: {
    ...shared,
    reviewOf: "Prüfung: {name}",
    none: "Keine",
    erased: {
      one: "Inzwischen gelöscht: {n} Zeichen.",
      other: "Inzwischen gelöscht: {n} Zeichen.",
    },
    yourTime: "Ihre Zeit",
    hashMatches: "In Ihrem Browser nachgerechnet: stimmt mit dem Text dieser Seite überein.",
    hashDiffers:
      "Der Text dieser Seite passt nicht zu diesem Hashwert. Bitte entscheiden Sie nicht; sagen Sie es dem Absender.",
    proofToCome:
      "Der Beweis folgt in zwei Minuten: Öffnen Sie dann Ihren Link noch einmal und speichern Sie die Quittung.",
    proofIsHere: "Die gespeicherte Quittung enthält den Beweis.",
    hashCovers:
      "SHA-256 over the RFC 8785 text of the rules below, each with framework_id, sorted by use_case_id.",
    recordedBy: "Aufgezeichnet mit seinem SHA-256",
    fromYourFile: "aus Ihrer Datei",
    documentTooLarge: "Ein Dokument darf höchstens {most} groß sein.",
    notAPdf: "Das ist kein PDF.",
    unreadable: "Es ist nicht lesbar. Wählen Sie es noch einmal.",
    sentWhenSigned: "PDF. Gesendet wird es erst mit Ihrer Unterschrift.",
    chooseADecision: "Wählen Sie eine der Entscheidungen.",
    shortenBy: {
      one: "Kürzen Sie den Kommentar um {n} Zeichen.",
      other: "Kürzen Sie den Kommentar um {n} Zeichen.",
    },
    shortenRemark: "Kürzen Sie, was Sie zu „{rule}“ sagen.",
    shortenAll: "Kürzen Sie, was Sie zu einzelnen Regeln sagen: höchstens {most} Zeichen zusammen.",
    remarkMissing: "Sagen Sie, warum Sie „{rule}“ nicht so genehmigen.",
    contradicts:
      "Nicht jede Regel ist genehmigt: Wählen Sie eine andere Entscheidung, oder ändern Sie das Urteil zu „{rule}“.",
    comment: "Kommentar",
    used: "{n} benutzt.",
    changed: "Geändert",
    changedSinceApproval: "Seit der Genehmigung geändert",
    changedSinceLast: "Seit der letzten Genehmigung geändert",
    haveChanged: {
      one: "{n} Regel wurde seit der letzten Genehmigung geändert",
      other: "{n} Regeln wurden seit der letzten Genehmigung geändert",
    },
    rules: { one: "{n} Regel", other: "{n} Regeln" },
    bytes: { one: "{n} Byte", other: "{n} Byte" },
    approvedTextTooLong: "Der genehmigte Text ist zu lang, um hier neben diesem gezeigt zu werden.",
    approvedBefore: "{field}: bisher genehmigt",
    now: "{field}: jetzt",
    fields: {
      title: "Titel",
      citations: "Fundstellen",
      customer_description_preview: "Beschreibung, wie der Kunde sie sieht",
      suggested_verdict_copy: "Vorgeschlagene Aussage",
      risk_level: "Risikostufe",
      applies_from: "Gilt ab",
      applies_until: "Gilt bis",
      amended_by: "Geändert durch",
    },
    noRisk: "keine",
    noDate: "kein Datum",
    noAmendment: "nichts",
    rule: "Regel {n} von {all}",
    risk: "Risiko: {level}",
    risks: { prohibited: "verboten", high: "hoch", limited: "begrenzt", minimal: "minimal" },
    linkToRule: "Link zu dieser Regel",
    appliesFrom: "Gilt ab {from}.",
    appliesUntil: "Gilt bis {until}.",
    appliesBetween: "Gilt von {from} bis {until}.",
    inNewTab: " (öffnet einen neuen Tab)",
    because: {
      review_expired: "Sie ist am {at} abgelaufen.",
      panel_decided: "Andere Anwälte des Gremiums haben entschieden.",
      review_delegated: "Sie haben sie an jemand anderen weitergegeben.",
    },
    opened: "gelesen",
    progress: "{read} von {all} gelesen",
    objections: { one: "{n} Einwand", other: "{n} Einwände" },
    due: "offen bis {until}",
    shown: { one: "{n} Regel wird gezeigt", other: "{n} Regeln werden gezeigt" },
    other: "Weitere Regeln",
    approvedNext: "Genehmigt. Weiter: {rule}",
    earlier: "Ihr früheres Urteil vom {on}: {verdict}.",
    becameAmended: "Seitdem wurde die Regel geändert: {fields}.",
    becameUnchanged: "Ihr Wortlaut hat sich seitdem nicht geändert.",
    proposed:
      "Vorschlag aus Ihren Urteilen: {decision}. Sie können eine andere Entscheidung wählen.",
    approvedAsIs: {
      one: "{n} Regel genehmigt, wie sie ist.",
      other: "{n} Regeln genehmigt, wie sie sind.",
    },
    withoutVerdict: {
      one: "{n} Regel hat kein eigenes Urteil: Die Entscheidung gilt auch für sie.",
      other: "{n} Regeln haben kein eigenes Urteil: Die Entscheidung gilt auch für sie.",
    },
    unread: {
      one: "{n} Regel haben Sie nicht zu Ende gelesen:",
      other: "{n} Regeln haben Sie nicht zu Ende gelesen:",
    },
    change: "Ändern",
    yourVerdict: "Ihr Urteil: {verdict}",
    youDecided: {
      approved: {
        one: "Sie haben am {on} {n} Regel genehmigt",
        other: "Sie haben am {on} {n} Regeln genehmigt",
      },
      approved_with_changes: {
        one: "Sie haben am {on} {n} Regel mit Änderungen genehmigt",
        other: "Sie haben am {on} {n} Regeln mit Änderungen genehmigt",
      },
      changes_requested: {
        one: "Sie haben am {on} Änderungen an {n} Regel verlangt",
        other: "Sie haben am {on} Änderungen an {n} Regeln verlangt",
      },
      rejected: {
        one: "Sie haben am {on} {n} Regel abgelehnt",
        other: "Sie haben am {on} {n} Regeln abgelehnt",
      },
    },
    youObjected: { one: ", mit Einwand gegen {rules}", other: ", mit Einwänden gegen {rules}" },
    panel: {
      place:
        "Sie sind eine von {members} Personen, die zu diesen Regeln gefragt werden, jede mit einer eigenen Anfrage.",
      need: {
        one: "Eine Regel ist genehmigt, sobald {n} von Ihnen sie genehmigt.",
        other: "Eine Regel ist genehmigt, sobald {n} von Ihnen sie genehmigen.",
      },
      ends: "Wird eine noch offene Regel zum ersten Mal nicht genehmigt, ist damit über sie entschieden.",
      outvoted:
        "Eine Ablehnung ist eine Stimme: Eine Regel ist nicht genehmigt, sobald nicht mehr genug von Ihnen sie genehmigen können.",
      until:
        "Das Gremium endet, sobald über jede Regel entschieden ist. Geschieht das vor Ihrer Entscheidung, endet Ihre Anfrage damit, und dieser Link sagt Ihnen, was entschieden wurde.",
      results: {
        open: "Das Gremium entscheidet noch.",
        approved: "Das Gremium hat genehmigt.",
        approved_with_changes: "Das Gremium hat mit Änderungen genehmigt.",
        changes_requested: "Das Gremium hat Änderungen verlangt.",
        rejected: "Das Gremium hat abgelehnt.",
        undecided: "Das Gremium hat keine Entscheidung getroffen.",
        cancelled: "Das Gremium wurde zurückgezogen.",
      },
      ended: "{review}. {result}",
    },
    passedOn: "{from} hat dies am {on} an {to} weitergegeben: „{reason}“",
    vouched: "{by} bürgt für die Person, ein Admin hat sie nicht bestätigt",
    changedMeanwhile:
      "Seit dieser Anfrage wurde der Wortlaut geändert: {rules}. Sie entscheiden über den Wortlaut, der hier steht; der aktuelle Wortlaut ist ein anderer.",
    outcomes: {
      approved: { one: "{n} genehmigt", other: "{n} genehmigt" },
      approved_with_changes: {
        one: "{n} mit Änderungen genehmigt",
        other: "{n} mit Änderungen genehmigt",
      },
      changes_requested: { one: "{n} zurückgegeben", other: "{n} zurückgegeben" },
      rejected: { one: "{n} abgelehnt", other: "{n} abgelehnt" },
      undecided: { one: "{n} unentschieden", other: "{n} unentschieden" },
      named: "{count}: {rules}",
    },
    meaningExcept:
      "Die Regeln dürfen so verwendet werden, wie sie hier stehen, **ausgenommen {rules}**; die genannten Änderungen sollen folgen. In den Akten ist das eine Genehmigung der übrigen Regeln.",
    questionsAsked: { one: "{n} Frage gestellt.", other: "{n} Fragen gestellt." },
    questionsOpen: { one: "{n} ist ohne Antwort.", other: "{n} sind ohne Antwort." },
    fileFailed:
      "Die Datei konnte gerade nicht erstellt werden. Versuchen Sie es gleich noch einmal.",
    filesUsedUp: "Das waren 10 Dateien in dieser Stunde. Versuchen Sie es später noch einmal.",
    signedKept: "Liegt nun bei der Entscheidung. SHA-256: {sha256}",
    signedRefused: {
      not_a_signed_certificate:
        "Das ist kein Zertifikat dieser Entscheidung mit angehängter Unterschrift. Unterschreiben Sie die Datei so, wie Sie sie heruntergeladen haben, mit einem Programm, das anhängt; eine getrennte Unterschrift bleibt bei Ihrer Kanzlei.",
      too_many_signed_certificates: "Fünf unterschriebene Zertifikate liegen schon vor.",
      payload_too_large: "Die Datei darf höchstens 4 MiB haben.",
    },
    signedFailed: "Sie wurde nicht angenommen. Versuchen Sie es gleich noch einmal.",
    removed: "entfernt",
    added: "hinzugefügt",
    legend: "Im Wortlaut unten:",
    daysLeft: { one: "noch {n} Tag", other: "noch {n} Tage" },
    endsToday: "endet heute",
    delegation: {
      missing: "Bitte ausfüllen.",
      email: "Geben Sie eine E-Mail-Adresse an, wie name@kanzlei.example.",
      refused: "Das wurde nicht angenommen (auf Englisch): {message}.",
      address: {
        delegate_is_counsel: "Nennen Sie jemand anderen als sich selbst.",
        delegate_in_panel: "Diese Person wird schon gefragt.",
        counsel_inactive:
          "Diese Person ist nicht mehr registriert. Nennen Sie jemand anderen, oder fragen Sie die Person, die Ihnen den Link geschickt hat.",
        delegate_needs_key:
          "Diese Person muss mit einem eigenen Passkey entscheiden und hat noch keinen. Bitten Sie die Person, die Ihnen den Link geschickt hat, um eine Einladung für sie.",
      },
      delegation_not_allowed:
        "Diese Anfrage darf nicht weitergegeben werden. Es wurde nichts geändert.",
      unsigned:
        "Ihr Passkey hat nicht unterschrieben. Es wurde nichts gesendet, und ein neuer Versuch ist unbedenklich.",
      unreachable:
        "Es kam keine Bestätigung. Nichts Geschriebenes ist verloren, und noch einmal senden ist unbedenklich: Nichts wird zweimal aufgezeichnet.",
      failed:
        "Der Dienst konnte es gerade nicht tun. Es wurde nichts geändert, nichts Geschriebenes ist verloren, und noch einmal senden ist unbedenklich.",
    },
    suggestions: {
      note: "Sie genehmigen den gezeigten Wortlaut. Ihre vorgeschlagenen Worte sind durch diese Unterschrift nicht genehmigt; werden sie übernommen, werden Sie erneut gefragt.",
      of: "Vorgeschlagen, {field}:",
      fates: {
        taken_over: "Übernommen.",
        changed_otherwise: "Anders geändert.",
        unchanged: "Unverändert.",
        rule_ended: "Die Regel gilt nicht mehr.",
      },
    },
    questions: {
      waiting: "Noch nicht beantwortet.",
      answer: "Antwort:",
      shared: "An das ganze Gremium beantwortet:",
      many: "Weitere Fragen sind nicht möglich.",
    },
    printedTitle: "Prüfung von Regeln",
    printedReference: "Aktenzeichen",
    printedSnapshot: "Momentaufnahme",
  },
};

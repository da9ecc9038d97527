import type { Catalogue } from "./catalogue.ts";
import { decisionLabels } from "./labels.ts";

const shared = {
  noneGiven: "Non indicato",
  copied: "Copiato",
  selected: "Selezionato; lo copi con la tastiera",
  request: "Richiesta",
};

export const it: Catalogue = {
  frame: {
    skip: "Vai al contenuto",
    brand: "Countersign",
    confidential: "Riservato",
    foot: "Countersign · Esame di regole di conformità da parte di avvocati esterni",
    copy: "Copia",
    language: "Lingua",
    noScript:
      "**JavaScript è disattivato.** Lo consenta per questa pagina o apra il link in un altro browser; nulla è stato registrato.",
    thousands: ".",
  },
  options: {
    approved: {
      label: decisionLabels.it.approved,
      meaning:
        "Le regole possono essere usate esattamente come sono qui. Agli atti è un’approvazione.",
      comment: "Osservazioni per gli atti",
      remark: "Osservazione su questa regola (facoltativa)",
    },
    approved_with_changes: {
      label: decisionLabels.it.approved_with_changes,
      meaning:
        "Le regole possono essere usate come sono qui, e le modifiche indicate dovrebbero seguire. Agli atti è un’approvazione.",
      comment: "Quali modifiche dovrebbero seguire?",
      remark: "Quali modifiche dovrebbero seguire?",
    },
    changes_requested: {
      label: decisionLabels.it.changes_requested,
      meaning:
        "Le regole richiedono le modifiche indicate prima dell’approvazione. Agli atti non è un’approvazione.",
      comment: "Che cosa deve cambiare prima dell’approvazione?",
      remark: "Che cosa deve cambiare prima di approvare questa regola?",
    },
    rejected: {
      label: decisionLabels.it.rejected,
      meaning: "Le regole non dovrebbero essere usate. Agli atti non è un’approvazione.",
      comment: "I Suoi motivi",
      remark: "I Suoi motivi contro questa regola",
    },
  },
  review: {
    title: "Esame di regole",
    steps: { name: "Passi", names: ["Leggere e decidere", "Controllare", "Ricevuta"] },
    landing: {
      heading: "Le si chiede di esaminare alcune regole",
      lead: "Il team di conformità di **{host}** chiede il Suo parere professionale su regole della sua raccolta.",
      outline: [
        "**Leggere.** Ogni regola è riportata per intero, con i riferimenti, com’era il giorno della richiesta.",
        "**Decidere.** Approvare, approvare con modifiche, chiedere modifiche o respingere: tutto, o regola per regola.",
        "**Controllare e firmare.** Vedrà tutto ancora una volta. Una decisione firmata è definitiva, e riceverà una ricevuta.",
      ],
      confidential:
        "**Riservato.** Questo link è solo per Lei: chi lo possiede può decidere a Suo nome. La preghiamo di non inoltrarlo.",
      open: "Apri l’esame",
      hint: "Nulla è ancora registrato; l’ora della Sua prima apertura lo sarà.",
    },
    loading: { heading: "Apertura dell’esame", text: "Un momento." },
    failed: {
      heading: "Non è stato possibile aprire l’esame",
      text: "La connessione al servizio non è riuscita, o il servizio era occupato. **Nessuna decisione è stata registrata, e può riprovare senza rischi.**",
      again: "Riprova",
    },
    expired: {
      heading: "Questa richiesta è scaduta",
      text: [
        "Il tempo per decidere è finito; con questo link non si può più registrare nulla. Ciò non dice nulla di Lei o del Suo accesso.",
        "Se il Suo parere è ancora gradito, chieda una nuova richiesta a chi Le ha inviato il link.",
      ],
    },
    invalid: {
      heading: "Questo link non è valido",
      text: [
        "Nulla è stato registrato. Se ha ricevuto un link più recente, apra quello; una bozza conservata su questo dispositivo La attende lì.",
        "Altrimenti copi di nuovo il link intero, perché i messaggi spesso tagliano i link, oppure ne chieda uno nuovo a chi glielo ha inviato.",
      ],
    },
    cancelled: {
      heading: "Questa richiesta è stata ritirata",
      text: [
        "Il team di conformità ha ritirato la richiesta; con questo link non si può più registrare nulla.",
        "In caso di dubbio, chieda a chi Le ha inviato il link.",
      ],
    },
    closed: {
      heading: "Questa richiesta è conclusa",
      text: "Con questo link non si può più registrare nulla. Le decisioni prese restano registrate.",
    },
    lapsed: {
      lead: "Il Suo link è scaduto e non apre più il testo delle regole. La Sua decisione resta registrata; questa è la ricevuta.",
    },
    delegate: {
      open: "Passare ad altri",
      hint: "Se deve decidere qualcun altro: la richiesta può essere passata una volta, con un motivo.",
      heading: "Passare questo esame",
      lead: "La persona che Lei indica è interpellata al Suo posto, con il tempo che resta. **Il Suo link finisce subito, e la richiesta non può essere passata di nuovo.** Entrambi i nomi restano registrati.",
      fields: {
        display_name: "Nome",
        email: "E-mail",
        firm: "Studio",
        jurisdiction: "Ordinamento",
        bar_registration: "Iscrizione all’albo",
        reason: "Motivo",
      },
      reasonHint: "Il team di conformità lo vede; resta registrato.",
      submit: "Passare",
      back: "Tenere",
      key: "Il Suo dispositivo chiederà la Sua passkey.",
    },
    passing: {
      heading: "L’esame viene passato",
      text: "Lasci aperta questa pagina finché non conferma.",
    },
    delegated: {
      heading: "L’esame è stato passato",
      text: "Interpellato al Suo posto:",
      next: "Il Suo link è finito, e non Le è chiesto altro. Può chiudere questa pagina.",
    },
    overtaken: {
      heading: "Nel frattempo si è deciso",
      text: "Mentre leggeva è stata registrata una decisione: in un’altra scheda, o da qualcun altro che possiede il link. È definitiva. **Ciò che ha appena inviato non è stato registrato.**",
      show: "Mostra la decisione registrata",
      foreign: "Se quella decisione non è Sua, avvisi subito chi Le ha inviato il link.",
    },
    sending: {
      heading: "Registrazione della Sua decisione",
      text: "Lasci aperta questa pagina finché non appare la ricevuta.",
    },
    signing: {
      heading: "Il Suo dispositivo chiede la Sua passkey",
      text: "Segua ciò che mostra il browser. Nulla è inviato prima della Sua conferma.",
    },
    unsigned: {
      heading: "La Sua passkey non ha firmato",
      text: "Il dispositivo o il browser si è fermato, o Lei ha rifiutato. **Nulla è stato inviato, e può riprovare senza rischi.**",
      hint: "La passkey può essere su un altro dispositivo: scelga «altro dispositivo» quando il browser lo chiede.",
      again: "Riprova",
    },
    keyless: {
      heading: "Manca la Sua passkey",
      text: "Questa decisione richiede la Sua passkey, e nessuna delle Sue vale per questa richiesta. **Nulla è stato registrato.**",
      ways: [
        "Se non ne ha ancora una, o l’ha persa, chieda un invito a chi Le ha inviato il link.",
        "Una passkey vale solo per richieste fatte dopo di essa: quando l’avrà, ne chieda una nuova.",
        "Se ne ha una e il browser non può usarla, apra questo link in una versione attuale di Chrome, Edge, Firefox o Safari.",
      ],
    },
    unconfirmed: {
      heading: "Non è arrivata alcuna conferma",
      text: "La connessione è caduta prima della conferma. **Inviare di nuovo è sicuro:** una decisione è registrata una volta sola, e se il primo invio è arrivato, riceverà la sua ricevuta.",
    },
    refused: {
      heading: "La Sua decisione non è stata registrata",
      text: "Il servizio non ha potuto registrarla ora. **Nulla è stato registrato, e inviare di nuovo è sicuro.** Se non riesce ancora, attenda qualche minuto; la bozza resta qui.",
    },
    resend: "Invia di nuovo",
    back: "Torna al modulo",
    unsent: "Ciò che non è stato registrato",
    facts: {
      name: "Su questo esame",
      client: "Cliente",
      counsel: "Avvocato",
      framework: "Legge",
      rules: "Regole",
      until: "Aperto fino al",
      reference: "Riferimento",
      matter: "Riferimento del cliente",
      panel: "Collegio",
      snapshot: "Istantanea (SHA-256)",
      wholeHash: "l’impronta intera",
      reading: "circa {minutes} min di lettura",
      changed:
        "Le differenze sono segnate in ciascuna di queste regole; le altre sono nuove o come approvate.",
    },
    propose: {
      open: "Proporre altre parole",
    },
    questions: {
      heading: "Chiedere prima di decidere",
      lead: "Al massimo {most} domande al team di conformità; sono conservate. Può decidere senza risposta.",
      key: "Chi ha il link può fare domande e ottenere i file; la decisione richiede la Sua passkey.",
      about: "Riguarda",
      whole: "L’intero esame",
      text: "La Sua domanda",
      hint: "Al massimo {most} caratteri. Gli altri membri di un collegio possono vederla, senza sapere chi ha chiesto.",
      send: "Chiedi",
    },
    contents: {
      heading: "Indice",
      decision: "La Sua decisione",
      hint: "Il conteggio aiuta a tenere il segno. Non è registrato.",
      keys: "Tasti, quando il focus è su una regola: J avanti, K indietro, A approva e prosegui, O obiezione. Le frecce scorrono questo elenco.",
      rules: "Le regole",
      bar: "Avanzamento",
      filter: "Mostra",
      filters: {
        all: "Tutte le regole",
        changed: "Modificate",
        unread: "Non lette",
        objections: "Con obiezione",
      },
      next: "Approva e prosegui",
      toCheck: "Torna al controllo",
      none: "Qui non ci sono regole. Scelga «Tutte le regole».",
    },
    rule: {
      citations: "Riferimenti",
      description: "Descrizione, come la vede il cliente",
      verdict: "Testo proposto",
      own: "Il Suo parere su questa regola",
      remarkHint: "Al massimo {most} caratteri.",
    },
    form: {
      heading: "La Sua decisione",
      faults: "Corregga quanto segue",
      restored: "La bozza precedente è tornata. Un file va scelto di nuovo.",
      legend: "Quale decisione registra?",
      signedIn:
        "Le regole e la decisione registrata sono in questa lingua: {language}. Vale quel testo; questa pagina è una traduzione.",
      signedAs: "registrato come:",
      comment: "Commento",
      optional: "(facoltativo)",
      commentHint: "Conservato parola per parola, al massimo {most} caratteri.",
      ownReferenceHint:
        "Per i Suoi atti: figura su ricevuta e certificato; la Sua firma non lo copre.",
      file: "Documento integrativo",
      fileHint:
        "Un PDF, al massimo {mebibytes} MiB. Con la decisione si conserva solo la sua impronta SHA-256; tenga il file.",
      dropFile: "Togli il file",
      check: "Controlla prima di firmare",
      hint: "Nulla è inviato prima della firma.",
    },
    check: {
      heading: "Controlli prima di firmare",
      final:
        "**È definitivo.** Una decisione firmata non può essere modificata né ritirata, da Lei o da noi.",
      decision: "Decisione",
      comment: "Commento",
      document: "Documento",
      ownReference: "Il Suo riferimento",
      signedBy: "Firmata da",
      keyAsked: "Alla firma il Suo dispositivo chiederà la passkey.",
      sign: "Firma come",
      verdicts: "Pareri su singole regole",
    },
    receipt: {
      heading: "La Sua decisione è registrata",
      lead: "La stampi o la scarichi per i Suoi atti.",
      annex: "Allegato: le regole, come decise",
      qr: "Codice con l’indirizzo della prova nel registro",
      proofAt: "Prova nel registro pubblico, entro due minuti dalla decisione:",
      inAnnex: "Nell’allegato, parola per parola.",
      decidedHeading: "Questo esame è deciso",
      decidedLead: "È definitivo; questa è la ricevuta.",
      foreign: "Se non è Sua, avvisi subito chi Le ha inviato il link.",
      name: "Ricevuta",
      decidedAt: "Deciso il",
      signature: "Firma",
      leaf: "Voce nel registro pubblico",
      ofReference: "il riferimento",
      ofSignature: "la firma",
      ofHash: "l’impronta",
      print: "Stampa",
      download: "Scarica come JSON",
      downloadProof: "Scarica per il verificatore",
      proofHint:
        "Il file del verificatore prova la Sua decisione senza di noi; è completo dopo due minuti.",
      next: "Che cosa segue",
      seen: "Il team di conformità vede la Sua decisione da ora. Non Le è chiesto altro.",
      return: "Il Suo link mostra questa ricevuta fino al",
      bound:
        "La firma lega la decisione, il Suo indirizzo e-mail, un numero usato una volta e l’ora. Nulla può essere modificato senza che si noti.",
      revised: "Se le regole sono riviste, segue una nuova richiesta con un link proprio.",
    },
  },
  signing: {
    heading: "Che cosa firma",
    headingAfter: "Che cosa ha firmato",
    wrong: "Qui c’è qualcosa di sbagliato",
    language: "Lingua che fa fede",
    notCovered: "Non firmato",
    notCoveredText:
      "Il riferimento di ciascuna parte, le domande e le risposte, dove sono stati letti i dati delle regole, una traduzione di questa pagina e ciò che un collegio fa della sua decisione.",
    readers: { before: "Chi vedrà le sue parole", after: "Chi può vedere le sue parole" },
    readersText:
      "Nell’organizzazione che chiede, chiunque abbia accesso al suo sistema di compliance e ai suoi registri, e chi riceve da essa il file; le stanze delle autorità, salvo che trattenga le sue parole; nessuno attraverso il registro pubblico.",
    questions: { label: "Domande" },
  },
  keeping: {
    warning:
      "La bozza resta in questo browser: chiudere la scheda non fa perdere nulla. Su un computer condiviso la rimuova quando se ne va: chi usa questo browser può leggerla.",
    remove: "Rimuovere da questo dispositivo",
    keep: "Conservare su questo dispositivo",
    removed: "Rimossa: da ora dura quanto questa scheda.",
  },
  files: {
    heading: "Per i suoi atti",
    request: "Richiesta (PDF)",
    certificate: "Certificato (PDF)",
    hint: "In inglese. Al massimo 10 file all’ora.",
    signature: "La firma del suo studio",
    signatureText:
      "Può firmare il certificato con il suo strumento, se aggiunge la firma in coda, e consegnare qui il file. Lo verifica un lettore di firme PDF o il validatore DSS dell’UE, non noi.",
    signed: "Certificato firmato",
    send: "Consegnare",
  },
  key: {
    title: "La Sua passkey",
    landing: {
      heading: "Crei la passkey con cui firmerà",
      lead: "Il team di conformità Le chiede una passkey Sua, perché nessun altro possa decidere a Suo nome: non basterà un link, né un amministratore, né una copia della nostra banca dati.",
      steps: [
        "**Crearla.** Il dispositivo chiede l’impronta, il volto o un PIN. La passkey resta a Lei; noi conserviamo solo la metà pubblica.",
        "**Leggerla.** Vedrà sei parole. Le legga al team di conformità per telefono, a un numero che già conosce, perché sia certo che la passkey è Sua.",
        "**Firmare.** A ogni decisione il dispositivo la chiederà.",
      ],
      other:
        "Può usare questo dispositivo, una chiave di sicurezza o un altro dispositivo come il telefono: il browser li propone.",
      open: "Inizia",
    },
    loading: { heading: "Apertura dell’invito", text: "Un momento." },
    ready: {
      heading: "È Lei?",
      name: "Nome",
      email: "E-mail",
      firm: "Studio",
      until: "Fine dell’invito",
      several: "Ha già una passkey. Questa sarà un’altra, su un altro dispositivo.",
      make: "Crea la passkey",
      mistaken: "Se è un’altra persona, chiuda questa pagina e avvisi chi Le ha inviato il link.",
    },
    working: {
      heading: "Il Suo dispositivo ora chiede",
      text: "Segua ciò che mostra il browser. Nulla è iscritto prima della Sua conferma.",
    },
    enrolled: {
      heading: "La Sua passkey è iscritta",
      words: "Le sei parole della Sua passkey",
      read: "**Legga ora queste parole al team di conformità**, a un numero di telefono che già conosce, non a uno del messaggio con il link. Le confronta con ciò che mostra il suo sistema.",
      at: "Iscritta il",
      kind: "Tipo",
      next: "Le richieste fatte da ora chiedono questa passkey. Può chiudere questa pagina.",
      lost: "Se la perde, chieda un nuovo invito; la vecchia passkey è allora ritirata, e gli atti lo mostrano.",
    },
    declined: {
      heading: "Nessuna passkey è stata creata",
      text: "Il dispositivo o il browser si è fermato, o Lei ha rifiutato. **Nulla è iscritto, e può riprovare senza rischi.**",
      hint: "Se questo dispositivo non può crearla, apra il link su un altro, come un telefono, o scelga «altro dispositivo» quando il browser lo chiede.",
      again: "Riprova",
    },
    unsupported: {
      heading: "Questo browser non può creare passkey",
      text: "Apra il link in una versione attuale di Chrome, Edge, Firefox o Safari, su un computer o un telefono. Nulla è stato iscritto; il link resta valido.",
    },
    refused: {
      heading: "La passkey non è stata iscritta",
      text: "Il servizio non l’ha accettata. **Nulla è iscritto, e può riprovare senza rischi.**",
    },
    exists: {
      heading: "Ha già questa passkey",
      text: "Questo dispositivo ha una Sua passkey iscritta. Non resta nulla da fare; per una seconda scelga un altro dispositivo.",
    },
    failed: {
      heading: "Non è stato possibile aprire l’invito",
      text: "La connessione al servizio non è riuscita, o il servizio era occupato. **Nulla è iscritto, e può riprovare senza rischi.**",
    },
    invalid: {
      heading: "Questo link non è valido",
      text: "A questo indirizzo non c’è nulla. I link vengono spesso tagliati quando un messaggio li divide su più righe: copi di nuovo il link intero, o ne chieda uno nuovo a chi lo ha inviato.",
    },
    because: {
      replaced: "Un invito più recente lo ha sostituito.",
      used: "È stato usato il {at}.",
      expired: "È scaduto il {at}.",
      inactive: "Lei non risulta più tra gli avvocati attivi.",
    },
    ended: {
      heading: "Questo invito non può più essere usato",
      text: "Ne chieda uno nuovo a chi Le ha inviato il link. Una passkey iscritta prima resta com’è.",
    },
  },
  stop: {
    title: "Promemoria",
    landing: {
      heading: "Fermare i promemoria?",
      text: "A questo indirizzo non riceverà più promemoria di esami. I link ricevuti restano validi, e le nuove richieste Le arrivano ancora.",
      stop: "Non ricordarmelo più",
    },
    working: { heading: "I promemoria vengono fermati", text: "Un momento." },
    ended: {
      heading: "Nessun altro promemoria",
      text: "Null’altro è cambiato: i Suoi esami restano aperti fino alla scadenza.",
    },
    invalid: {
      heading: "Questo link non è valido",
      text: "Forse è stato tagliato nel messaggio. Lo copi per intero.",
    },
    failed: {
      heading: "Non ha funzionato",
      text: "Nulla è stato modificato. Riprovi tra un momento.",
      again: "Riprova",
    },
  },
  shared,
  script: {
    ...shared,
    reviewOf: "Esame: {name}",
    none: "Nessuno",
    erased: {
      one: "Cancellato nel frattempo: {n} carattere.",
      other: "Cancellato nel frattempo: {n} caratteri.",
    },
    yourTime: "ora Sua",
    hashMatches: "Ricalcolata nel Suo browser: corrisponde al testo di questa pagina.",
    hashDiffers:
      "Il testo di questa pagina non corrisponde a questa impronta. Non decida; avvisi il mittente.",
    proofToCome:
      "La prova segue entro due minuti: apra allora di nuovo il link e salvi la ricevuta.",
    proofIsHere: "La ricevuta salvata contiene la prova.",
    hashCovers:
      "SHA-256 over the RFC 8785 text of the rules below, each with framework_id, sorted by use_case_id.",
    recordedBy: "Registrato con il suo SHA-256",
    fromYourFile: "dal Suo file",
    documentTooLarge: "Un documento può avere al massimo {most}.",
    notAPdf: "Non è un PDF.",
    unreadable: "Non è leggibile. Lo scelga di nuovo.",
    sentWhenSigned: "PDF. È inviato solo alla firma.",
    chooseADecision: "Scelga una delle decisioni.",
    shortenBy: {
      one: "Accorci il commento di {n} carattere.",
      other: "Accorci il commento di {n} caratteri.",
    },
    shortenRemark: "Accorci ciò che dice di «{rule}».",
    shortenAll: "Accorci ciò che dice delle regole: al massimo {most} caratteri in tutto.",
    remarkMissing: "Dica perché non approva «{rule}» così com’è.",
    contradicts:
      "Non tutte le regole sono approvate: scelga un’altra decisione, o cambi il parere su «{rule}».",
    comment: "Commento",
    used: "{n} usati.",
    changed: "Modificata",
    changedSinceApproval: "Modificata dopo l’approvazione",
    changedSinceLast: "Modificata dopo l’ultima approvazione",
    haveChanged: {
      one: "{n} regola è cambiata dopo l’ultima approvazione",
      other: "{n} regole sono cambiate dopo l’ultima approvazione",
    },
    rules: { one: "{n} regola", other: "{n} regole" },
    bytes: { one: "{n} byte", other: "{n} byte" },
    approvedTextTooLong: "Il testo approvato è troppo lungo per stare accanto a questo.",
    approvedBefore: "{field}: approvato prima",
    now: "{field}: ora",
    fields: {
      title: "Titolo",
      citations: "Riferimenti",
      customer_description_preview: "Descrizione, come la vede il cliente",
      suggested_verdict_copy: "Testo proposto",
      risk_level: "Livello di rischio",
      applies_from: "Si applica dal",
      applies_until: "Si applica fino al",
      amended_by: "Modificata da",
    },
    noRisk: "nessuno",
    noDate: "nessuna data",
    noAmendment: "nulla",
    rule: "Regola {n} di {all}",
    risk: "Rischio: {level}",
    risks: { prohibited: "vietato", high: "alto", limited: "limitato", minimal: "minimo" },
    linkToRule: "link a questa regola",
    appliesFrom: "Si applica dal {from}.",
    appliesUntil: "Si applica fino al {until}.",
    appliesBetween: "Si applica dal {from} al {until}.",
    inNewTab: " (si apre in una nuova scheda)",
    because: {
      review_expired: "È scaduta il {at}.",
      panel_decided: "Altri avvocati del collegio hanno deciso.",
      review_delegated: "L’ha passata a un’altra persona.",
    },
    opened: "letta",
    progress: "{read} di {all} lette",
    objections: { one: "{n} obiezione", other: "{n} obiezioni" },
    due: "aperto fino al {until}",
    shown: { one: "{n} regola mostrata", other: "{n} regole mostrate" },
    other: "Altre regole",
    approvedNext: "Approvata. Avanti: {rule}",
    earlier: "Il Suo parere precedente, del {on}: {verdict}.",
    becameAmended: "Da allora la regola è stata modificata: {fields}.",
    becameUnchanged: "Da allora il suo testo non è cambiato.",
    proposed: "Proposta in base ai Suoi pareri: {decision}. Può scegliere un’altra decisione.",
    approvedAsIs: {
      one: "{n} regola approvata così com’è.",
      other: "{n} regole approvate così come sono.",
    },
    withoutVerdict: {
      one: "{n} regola non ha un parere proprio: la decisione vale per essa.",
      other: "{n} regole non hanno un parere proprio: la decisione vale per esse.",
    },
    unread: {
      one: "Non ha letto {n} regola fino in fondo:",
      other: "Non ha letto {n} regole fino in fondo:",
    },
    change: "Cambia",
    yourVerdict: "Il Suo parere: {verdict}",
    youDecided: {
      approved: {
        one: "Lei ha approvato {n} regola il {on}",
        other: "Lei ha approvato {n} regole il {on}",
      },
      approved_with_changes: {
        one: "Lei ha approvato {n} regola con modifiche il {on}",
        other: "Lei ha approvato {n} regole con modifiche il {on}",
      },
      changes_requested: {
        one: "Lei ha chiesto modifiche a {n} regola il {on}",
        other: "Lei ha chiesto modifiche a {n} regole il {on}",
      },
      rejected: {
        one: "Lei ha respinto {n} regola il {on}",
        other: "Lei ha respinto {n} regole il {on}",
      },
    },
    youObjected: { one: ", con un’obiezione a {rules}", other: ", con obiezioni a {rules}" },
    panel: {
      place:
        "Lei è una delle {members} persone interpellate su queste regole, ciascuna con una richiesta propria.",
      need: {
        one: "Una regola è approvata non appena {n} di voi la approva.",
        other: "Una regola è approvata non appena {n} di voi la approvano.",
      },
      ends: "Il primo rifiuto di una regola ancora aperta decide su di essa.",
      outvoted:
        "Un rifiuto è un voto: una regola è rifiutata quando troppo pochi di voi possono ancora approvarla.",
      until:
        "Il collegio termina quando ogni regola è decisa. Se ciò accade prima della Sua decisione, la Sua richiesta termina con esso e questo link Le dice che cosa è stato deciso.",
      results: {
        open: "Il collegio sta ancora decidendo.",
        approved: "Il collegio ha approvato.",
        approved_with_changes: "Il collegio ha approvato con modifiche.",
        changes_requested: "Il collegio ha chiesto modifiche.",
        rejected: "Il collegio ha respinto.",
        undecided: "Il collegio non è giunto ad alcuna decisione.",
        cancelled: "Il collegio è stato ritirato.",
      },
      ended: "{review}. {result}",
    },
    passedOn: "{from} ha passato questo a {to} il {on}: «{reason}»",
    vouched: "con la garanzia di {by}, senza conferma di un amministratore",
    changedMeanwhile:
      "Dopo questa richiesta il testo è stato modificato: {rules}. Lei decide sul testo che è qui; il testo attuale è un altro.",
    outcomes: {
      approved: { one: "{n} approvata", other: "{n} approvate" },
      approved_with_changes: {
        one: "{n} approvata con modifiche",
        other: "{n} approvate con modifiche",
      },
      changes_requested: { one: "{n} rinviata", other: "{n} rinviate" },
      rejected: { one: "{n} respinta", other: "{n} respinte" },
      undecided: { one: "{n} non decisa", other: "{n} non decise" },
      named: "{count}: {rules}",
    },
    meaningExcept:
      "Le regole possono essere usate come sono qui, **tranne {rules}**, e le modifiche indicate dovrebbero seguire. Agli atti è un’approvazione delle altre regole.",
    questionsAsked: { one: "{n} domanda posta.", other: "{n} domande poste." },
    questionsOpen: { one: "{n} è senza risposta.", other: "{n} sono senza risposta." },
    fileFailed: "Il file non è stato creato ora. Riprovi fra un momento.",
    filesUsedUp: "Erano 10 file in un’ora. Riprovi più tardi.",
    signedKept: "Conservato accanto alla decisione. SHA-256: {sha256}",
    signedRefused: {
      not_a_signed_certificate:
        "Questo non è un certificato di questa decisione con una firma aggiunta. Firmi il file come l’ha scaricato, con uno strumento che aggiunge in coda; una firma separata resta al suo studio.",
      too_many_signed_certificates: "Cinque certificati firmati sono già conservati.",
      payload_too_large: "Il file può avere al massimo 4 MiB.",
    },
    signedFailed: "Non è stato conservato. Riprovi fra un momento.",
    removed: "tolto",
    added: "aggiunto",
    legend: "Nel testo qui sotto:",
    daysLeft: { one: "ancora {n} giorno", other: "ancora {n} giorni" },
    endsToday: "scade oggi",
    delegation: {
      missing: "Compili questo campo.",
      email: "Indichi un indirizzo e-mail, come nome@studio.example.",
      refused: "Non è stato accettato (in inglese): {message}.",
      address: {
        delegate_is_counsel: "Indichi una persona diversa da Lei.",
        delegate_in_panel: "Questa persona è già interpellata.",
        counsel_inactive:
          "Questa persona non è più registrata. Indichi qualcun altro, o si rivolga a chi Le ha inviato il link.",
        delegate_needs_key:
          "Questa persona deve decidere con una passkey propria e non ne ha ancora. Chieda un invito per lei a chi Le ha inviato il link.",
      },
      delegation_not_allowed: "Questa richiesta non può essere passata. Nulla è stato modificato.",
      unsigned:
        "La Sua passkey non ha firmato. Nulla è stato inviato, e può riprovare senza rischi.",
      unreachable:
        "Nessuna conferma è arrivata. Nulla di ciò che ha scritto è perso, e può inviare di nuovo senza rischi: nulla viene registrato due volte.",
      failed:
        "Il servizio non ha potuto farlo ora. Nulla è stato modificato, nulla di ciò che ha scritto è perso, e può inviare di nuovo senza rischi.",
    },
    suggestions: {
      note: "Lei approva il testo mostrato. Le parole che propone non sono approvate con questa firma; se vengono adottate, Le sarà chiesto di nuovo.",
      of: "Proposto, {field}:",
      fates: {
        taken_over: "Adottato.",
        changed_otherwise: "Modificato diversamente.",
        unchanged: "Invariato.",
        rule_ended: "La regola è cessata.",
      },
    },
    questions: {
      waiting: "Ancora senza risposta.",
      answer: "Risposta:",
      shared: "Risposta a tutto il collegio:",
      many: "Non si possono fare altre domande.",
    },
    printedTitle: "Esame di regole",
    printedReference: "Riferimento",
    printedSnapshot: "Istantanea",
  },
};

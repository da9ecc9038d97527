import type { Catalogue } from "./catalogue.ts";
import { decisionLabels } from "./labels.ts";

const shared = {
  noneGiven: "Non indiqué",
  copied: "Copié",
  selected: "Sélectionné ; copiez-le avec le clavier",
  request: "Requête",
};

export const fr: Catalogue = {
  frame: {
    skip: "Aller au contenu",
    brand: "Countersign",
    confidential: "Confidentiel",
    foot: "Countersign · Examen de règles de conformité par des avocats externes",
    copy: "Copier",
    language: "Langue",
    noScript:
      "**JavaScript est désactivé.** Autorisez-le pour cette page ou ouvrez le lien dans un autre navigateur ; rien n’a été enregistré.",
    thousands: "\u202f",
  },
  options: {
    approved: {
      label: decisionLabels.fr.approved,
      meaning:
        "Les règles peuvent être utilisées exactement comme elles figurent ici. Au dossier, c’est une approbation.",
      comment: "Remarques pour le dossier",
      remark: "Remarque sur cette règle (facultatif)",
    },
    approved_with_changes: {
      label: decisionLabels.fr.approved_with_changes,
      meaning:
        "Les règles peuvent être utilisées comme elles figurent ici, et les modifications indiquées devraient suivre. Au dossier, c’est une approbation.",
      comment: "Quelles modifications devraient suivre ?",
      remark: "Quelles modifications devraient suivre ?",
    },
    changes_requested: {
      label: decisionLabels.fr.changes_requested,
      meaning:
        "Les règles doivent être modifiées comme vous l’indiquez avant votre approbation. Au dossier, ce n’est pas une approbation.",
      comment: "Que faut-il modifier avant votre approbation ?",
      remark: "Que faut-il modifier avant que vous approuviez cette règle ?",
    },
    rejected: {
      label: decisionLabels.fr.rejected,
      meaning:
        "Les règles ne devraient pas être utilisées. Au dossier, ce n’est pas une approbation.",
      comment: "Vos motifs",
      remark: "Vos motifs contre cette règle",
    },
  },
  review: {
    title: "Examen de règles",
    steps: { name: "Étapes", names: ["Lire et décider", "Vérifier", "Reçu"] },
    landing: {
      heading: "On vous demande d’examiner des règles",
      lead: "L’équipe conformité de **{host}** vous demande votre avis professionnel sur des règles de son recueil.",
      outline: [
        "**Lire.** Chaque règle figure en entier, avec ses références, telle qu’au jour de la demande.",
        "**Décider.** Approuver, approuver avec modifications, demander des modifications ou rejeter : le tout, ou règle par règle.",
        "**Vérifier et signer.** Vous revoyez tout. Une décision signée est définitive, et vous recevez un reçu.",
      ],
      confidential:
        "**Confidentiel.** Ce lien n’est que pour vous : qui le détient peut décider en votre nom. Merci de ne pas le transmettre.",
      open: "Ouvrir l’examen",
      hint: "Rien n’est encore enregistré ; l’heure de votre première ouverture le sera.",
    },
    loading: {
      heading: "Ouverture de l’examen",
      text: "Un instant.",
    },
    failed: {
      heading: "L’examen n’a pas pu être ouvert",
      text: "La connexion au service a échoué, ou le service était occupé. **Aucune décision n’a été enregistrée, et vous pouvez réessayer sans risque.**",
      again: "Réessayer",
    },
    expired: {
      heading: "Cette demande a expiré",
      text: [
        "Le délai de décision est passé ; plus rien ne peut être enregistré sous ce lien. Cela ne dit rien de vous ni de votre accès.",
        "Si votre avis est toujours souhaité, demandez une nouvelle demande à la personne qui vous a envoyé le lien.",
      ],
    },
    invalid: {
      heading: "Ce lien n’est pas valable",
      text: [
        "Rien n’a été enregistré. Si vous avez reçu un lien plus récent, ouvrez-le ; un brouillon gardé sur cet appareil vous y attend.",
        "Sinon, copiez le lien entier encore une fois, car les messages coupent souvent les liens, ou demandez-en un nouveau à la personne qui vous l’a envoyé.",
      ],
    },
    cancelled: {
      heading: "Cette demande a été retirée",
      text: [
        "L’équipe conformité a retiré la demande ; plus rien ne peut être enregistré sous ce lien.",
        "En cas de doute, demandez à la personne qui vous a envoyé le lien.",
      ],
    },
    closed: {
      heading: "Cette demande est close",
      text: "Plus rien ne peut être enregistré sous ce lien. Les décisions prises restent enregistrées.",
    },
    lapsed: {
      lead: "Votre lien a expiré et n’ouvre plus le texte des règles. Votre décision reste enregistrée ; voici son reçu.",
    },
    delegate: {
      open: "Transmettre",
      hint: "Si quelqu’un d’autre doit décider : la demande peut être transmise une fois, avec un motif.",
      heading: "Transmettre cet examen",
      lead: "La personne que vous nommez est sollicitée à votre place et dispose du temps restant. **Votre propre lien prend fin aussitôt, et la demande ne peut plus être transmise.** Les deux noms restent au dossier.",
      fields: {
        display_name: "Nom",
        email: "E-mail",
        firm: "Cabinet",
        jurisdiction: "Ressort",
        bar_registration: "Inscription au barreau",
        reason: "Motif",
      },
      reasonHint: "L’équipe conformité le voit ; il est conservé au dossier.",
      submit: "Transmettre",
      back: "Garder",
      key: "Votre appareil demandera votre clé d’accès.",
    },
    passing: {
      heading: "L’examen est en cours de transmission",
      text: "Laissez cette page ouverte jusqu’à ce qu’elle confirme.",
    },
    delegated: {
      heading: "L’examen est transmis",
      text: "Sollicité à votre place :",
      next: "Votre lien a pris fin, et rien d’autre ne vous est demandé. Vous pouvez fermer cette page.",
    },
    overtaken: {
      heading: "Une décision a été prise entre-temps",
      text: "Pendant votre lecture, une décision a été enregistrée : dans un autre onglet, ou par quelqu’un d’autre qui détient le lien. Elle est définitive. **Ce que vous venez d’envoyer n’a pas été enregistré.**",
      show: "Afficher la décision enregistrée",
      foreign:
        "Si cette décision n’est pas la vôtre, prévenez aussitôt la personne qui vous a envoyé le lien.",
    },
    sending: {
      heading: "Enregistrement de votre décision",
      text: "Laissez cette page ouverte jusqu’à l’apparition du reçu.",
    },
    signing: {
      heading: "Votre appareil demande votre clé d’accès",
      text: "Suivez ce que montre votre navigateur. Rien n’est envoyé avant votre confirmation.",
    },
    unsigned: {
      heading: "Votre clé d’accès n’a pas signé",
      text: "Votre appareil ou votre navigateur s’est arrêté, ou vous avez refusé. **Rien n’a été envoyé, et vous pouvez réessayer sans risque.**",
      hint: "La clé d’accès est peut-être sur un autre appareil : choisissez « autre appareil » quand votre navigateur le propose.",
      again: "Réessayer",
    },
    keyless: {
      heading: "Votre clé d’accès manque",
      text: "Cette décision exige votre propre clé d’accès, et aucune des vôtres ne vaut pour cette demande. **Rien n’a été enregistré.**",
      ways: [
        "Si vous n’en avez pas encore, ou si vous l’avez perdue, demandez une invitation à la personne qui vous a envoyé le lien.",
        "Une clé d’accès ne vaut que pour les demandes faites après elle : demandez-en une nouvelle dès que vous l’avez.",
        "Si vous en avez une et que votre navigateur ne peut pas l’utiliser, ouvrez ce lien dans une version récente de Chrome, Edge, Firefox ou Safari.",
      ],
    },
    unconfirmed: {
      heading: "Aucune confirmation n’est arrivée",
      text: "La connexion a été coupée avant la confirmation. **Renvoyer est sans risque :** une décision n’est enregistrée qu’une fois, et si le premier envoi est arrivé, vous recevez son reçu.",
    },
    refused: {
      heading: "Votre décision n’a pas été enregistrée",
      text: "Le service n’a pas pu l’enregistrer à l’instant. **Rien n’a été enregistré, et renvoyer est sans risque.** Si cela échoue encore, attendez quelques minutes ; votre brouillon reste ici.",
    },
    resend: "Renvoyer",
    back: "Retour au formulaire",
    unsent: "Ce qui n’a pas été enregistré",
    facts: {
      name: "À propos de cet examen",
      client: "Client",
      counsel: "Avocat",
      framework: "Loi",
      rules: "Règles",
      until: "Ouvert jusqu’au",
      reference: "Référence",
      matter: "Référence du client",
      panel: "Collège",
      snapshot: "Instantané (SHA-256)",
      wholeHash: "l’empreinte entière",
      reading: "environ {minutes} min de lecture",
      changed:
        "Les différences sont marquées dans chacune de ces règles ; les autres sont nouvelles ou telles qu’approuvées.",
    },
    propose: {
      open: "Proposer d’autres termes",
    },
    questions: {
      heading: "Poser une question avant de décider",
      lead: "Au plus {most} questions à l’équipe de conformité ; elles sont conservées. Vous pouvez décider sans réponse.",
      key: "Quiconque détient le lien peut poser des questions et obtenir les fichiers ; la décision exige votre clé d’accès.",
      about: "Au sujet de",
      whole: "Tout l’examen",
      text: "Votre question",
      hint: "Au plus {most} caractères. Les autres membres d’un collège peuvent la voir, sans savoir qui l’a posée.",
      send: "Demander",
    },
    contents: {
      heading: "Sommaire",
      decision: "Votre décision",
      hint: "Le compte vous aide à garder votre place. Il n’est pas enregistré.",
      keys: "Touches, quand une règle a le focus : J suivante, K précédente, A approuver et continuer, O objection. Les flèches parcourent cette liste.",
      rules: "Les règles",
      bar: "Progression",
      filter: "Afficher",
      filters: {
        all: "Toutes les règles",
        changed: "Modifiées",
        unread: "Non lues",
        objections: "Avec objection",
      },
      next: "Approuver et continuer",
      toCheck: "Retour à la vérification",
      none: "Aucune règle ici. Choisissez « Toutes les règles ».",
    },
    rule: {
      citations: "Références",
      description: "Description, telle que le client la voit",
      verdict: "Énoncé proposé",
      own: "Votre avis sur cette règle",
      remarkHint: "Au plus {most} caractères.",
    },
    form: {
      heading: "Votre décision",
      faults: "Veuillez corriger ce qui suit",
      restored: "Votre brouillon précédent est revenu. Un fichier doit être choisi à nouveau.",
      legend: "Quelle décision enregistrez-vous ?",
      signedIn:
        "Les règles et la décision enregistrée sont dans cette langue : {language}. C’est ce texte qui fait foi ; cette page est une traduction.",
      signedAs: "enregistré comme :",
      comment: "Commentaire",
      optional: "(facultatif)",
      commentHint: "Conservé mot pour mot, au plus {most} caractères.",
      ownReferenceHint:
        "Pour vos dossiers : elle figure sur le reçu et le certificat ; votre signature ne la couvre pas.",
      file: "Document complémentaire",
      fileHint:
        "Un PDF, au plus {mebibytes} Mio. Seule son empreinte SHA-256 est conservée avec votre décision ; gardez le fichier.",
      dropFile: "Retirer le fichier",
      check: "Vérifier avant de signer",
      hint: "Rien n’est envoyé avant votre signature.",
    },
    check: {
      heading: "Vérifier avant de signer",
      final:
        "**C’est définitif.** Une décision signée ne peut être ni modifiée ni retirée, par vous ou par nous.",
      decision: "Décision",
      comment: "Commentaire",
      document: "Document",
      ownReference: "Votre référence",
      signedBy: "Signée par",
      keyAsked: "Votre appareil demandera votre clé d’accès à la signature.",
      sign: "Signer en tant que",
      verdicts: "Avis sur des règles",
    },
    receipt: {
      heading: "Votre décision est enregistrée",
      lead: "Imprimez-la ou téléchargez-la pour vos dossiers.",
      annex: "Annexe : les règles telles que décidées",
      qr: "Code avec l’adresse de la preuve au journal",
      proofAt: "Preuve au journal public, dans les deux minutes suivant la décision :",
      inAnnex: "En annexe, mot pour mot.",
      decidedHeading: "Cet examen est décidé",
      decidedLead: "La décision est définitive ; voici son reçu.",
      foreign:
        "Si elle n’est pas la vôtre, prévenez aussitôt la personne qui vous a envoyé le lien.",
      name: "Reçu",
      decidedAt: "Décidé le",
      signature: "Signature",
      leaf: "Entrée au journal public",
      ofReference: "la référence",
      ofSignature: "la signature",
      ofHash: "l’empreinte",
      print: "Imprimer",
      download: "Télécharger en JSON",
      downloadProof: "Télécharger pour le vérificateur",
      proofHint:
        "Le fichier du vérificateur prouve votre décision sans nous ; il est complet après deux minutes.",
      next: "La suite",
      seen: "L’équipe conformité voit votre décision dès maintenant. Rien d’autre ne vous est demandé.",
      return: "Votre lien montre ce reçu jusqu’au",
      bound:
        "La signature lie la décision, votre adresse e-mail, un nombre utilisé une fois et l’heure. Rien de cela ne peut être modifié sans que cela se voie.",
      revised: "Si les règles sont révisées, une nouvelle demande suit, avec son propre lien.",
    },
  },
  signing: {
    heading: "Ce que vous signez",
    headingAfter: "Ce que vous avez signé",
    wrong: "Quelque chose est inexact ici",
    language: "Langue qui fait foi",
    notCovered: "Non signé",
    notCoveredText:
      "La référence de chaque partie, les questions et leurs réponses, le lieu où les faits des règles ont été lus, une traduction de cette page, et ce qu’un collège fait de votre décision.",
    readers: { before: "Qui verra vos mots", after: "Qui peut voir vos mots" },
    readersText:
      "Dans l’organisation qui demande, toute personne ayant accès à son système de conformité et à ses journaux, et quiconque reçoit d’elle le fichier ; les salles des autorités, sauf si elle retient vos mots ; personne par le journal public.",
    questions: { label: "Questions" },
  },
  keeping: {
    warning:
      "Votre brouillon est gardé dans ce navigateur : fermer l’onglet ne fait rien perdre. Sur un ordinateur partagé, retirez-le en partant : quiconque utilise ce navigateur peut le lire.",
    remove: "Le retirer de cet appareil",
    keep: "Le garder sur cet appareil",
    removed: "Retiré : il dure désormais autant que cet onglet.",
  },
  files: {
    heading: "Pour vos dossiers",
    request: "Demande (PDF)",
    certificate: "Certificat (PDF)",
    hint: "En anglais. Au plus 10 fichiers par heure.",
    signature: "La signature de votre cabinet",
    signatureText:
      "Vous pouvez signer le certificat avec votre propre outil, s’il ajoute sa signature à la fin, et remettre le fichier ici. Un lecteur de signatures PDF ou le validateur DSS de l’UE la vérifie, pas nous.",
    signed: "Certificat signé",
    send: "Remettre",
  },
  key: {
    title: "Votre clé d’accès",
    landing: {
      heading: "Créez la clé d’accès avec laquelle vous signerez",
      lead: "L’équipe conformité vous demande de créer votre propre clé d’accès, pour que personne d’autre ne décide en votre nom : ni un lien, ni un administrateur, ni une copie de notre base de données ne suffira.",
      steps: [
        "**Créer.** Votre appareil demande votre empreinte, votre visage ou un code. La clé d’accès reste chez vous ; nous n’en gardons que la moitié publique.",
        "**Lire à voix haute.** Six mots s’affichent. Lisez-les à l’équipe conformité au téléphone, à un numéro que vous connaissez déjà, pour qu’elle soit sûre que la clé est la vôtre.",
        "**Signer.** À chaque décision, votre appareil la demandera.",
      ],
      other:
        "Vous pouvez utiliser cet appareil, une clé de sécurité ou un autre appareil comme votre téléphone : votre navigateur les propose.",
      open: "Commencer",
    },
    loading: { heading: "Ouverture de l’invitation", text: "Un instant." },
    ready: {
      heading: "Est-ce vous ?",
      name: "Nom",
      email: "E-mail",
      firm: "Cabinet",
      until: "Fin de l’invitation",
      several: "Vous avez déjà une clé d’accès. Celle-ci sera une de plus, sur un autre appareil.",
      make: "Créer la clé d’accès",
      mistaken:
        "Si c’est quelqu’un d’autre, fermez cette page et prévenez la personne qui vous a envoyé le lien.",
    },
    working: {
      heading: "Votre appareil vous le demande",
      text: "Suivez ce que montre votre navigateur. Rien n’est inscrit avant votre confirmation.",
    },
    enrolled: {
      heading: "Votre clé d’accès est inscrite",
      words: "Les six mots de votre clé d’accès",
      read: "**Lisez ces mots à l’équipe conformité maintenant**, à un numéro de téléphone que vous connaissez déjà, pas à un numéro du message avec le lien. Elle les compare avec ce que montre son système.",
      at: "Inscrite le",
      kind: "Type",
      next: "Les demandes faites dès maintenant exigent cette clé d’accès. Vous pouvez fermer cette page.",
      lost: "Si vous la perdez, demandez une nouvelle invitation ; l’ancienne clé est alors retirée, et le dossier le montre.",
    },
    declined: {
      heading: "Aucune clé d’accès n’a été créée",
      text: "Votre appareil ou votre navigateur s’est arrêté, ou vous avez refusé. **Rien n’est inscrit, et vous pouvez réessayer sans risque.**",
      hint: "Si cet appareil ne peut pas en créer, ouvrez le lien sur un autre, par exemple un téléphone, ou choisissez « autre appareil » quand votre navigateur le propose.",
      again: "Réessayer",
    },
    unsupported: {
      heading: "Ce navigateur ne peut pas créer de clé d’accès",
      text: "Ouvrez le lien dans une version récente de Chrome, Edge, Firefox ou Safari, sur un ordinateur ou un téléphone. Rien n’a été inscrit ; votre lien reste valable.",
    },
    refused: {
      heading: "La clé d’accès n’a pas été inscrite",
      text: "Le service ne l’a pas acceptée. **Rien n’est inscrit, et vous pouvez réessayer sans risque.**",
    },
    exists: {
      heading: "Vous avez déjà cette clé d’accès",
      text: "Cet appareil détient une clé d’accès à vous qui est inscrite. Il ne reste rien à faire ; pour une seconde, choisissez un autre appareil.",
    },
    failed: {
      heading: "L’invitation n’a pas pu être ouverte",
      text: "La connexion au service a échoué, ou le service était occupé. **Rien n’est inscrit, et vous pouvez réessayer sans risque.**",
    },
    invalid: {
      heading: "Ce lien n’est pas valable",
      text: "Rien ne se trouve à cette adresse. Les liens sont souvent coupés quand un message les répartit sur plusieurs lignes : copiez le lien entier encore une fois, ou demandez-en un nouveau à la personne qui l’a envoyé.",
    },
    because: {
      replaced: "Une invitation plus récente l’a remplacée.",
      used: "Elle a été utilisée le {at}.",
      expired: "Elle a expiré le {at}.",
      inactive: "Vous n’êtes plus inscrit comme avocat actif.",
    },
    ended: {
      heading: "Cette invitation ne peut plus être utilisée",
      text: "Demandez-en une nouvelle à la personne qui vous a envoyé le lien. Une clé d’accès inscrite auparavant reste comme elle est.",
    },
  },
  stop: {
    title: "Rappels",
    landing: {
      heading: "Arrêter les rappels ?",
      text: "Vous ne recevrez plus de rappels d’examens à cette adresse. Les liens reçus restent valables, et les nouvelles demandes vous parviennent toujours.",
      stop: "Ne plus me rappeler",
    },
    working: { heading: "Arrêt des rappels", text: "Un instant." },
    ended: {
      heading: "Plus de rappels",
      text: "Rien d’autre n’a changé : vos examens restent ouverts jusqu’à leur expiration.",
    },
    invalid: {
      heading: "Ce lien n’est pas valable",
      text: "Il a peut-être été coupé dans le message. Copiez-le en entier.",
    },
    failed: {
      heading: "Cela n’a pas fonctionné",
      text: "Rien n’a été modifié. Réessayez dans un instant.",
      again: "Réessayer",
    },
  },
  shared,
  script: {
    ...shared,
    reviewOf: "Examen : {name}",
    none: "Aucun",
    erased: {
      one: "Effacé depuis : {n} caractère.",
      other: "Effacé depuis : {n} caractères.",
    },
    yourTime: "votre heure",
    hashMatches: "Recalculée dans votre navigateur : elle correspond au texte de cette page.",
    hashDiffers:
      "Le texte de cette page ne correspond pas à cette empreinte. Ne décidez pas ; prévenez l’expéditeur.",
    proofToCome:
      "La preuve suit sous deux minutes : rouvrez alors votre lien et enregistrez le reçu.",
    proofIsHere: "Le reçu enregistré contient la preuve.",
    hashCovers:
      "SHA-256 over the RFC 8785 text of the rules below, each with framework_id, sorted by use_case_id.",
    recordedBy: "Enregistré par son SHA-256",
    fromYourFile: "de votre fichier",
    documentTooLarge: "Un document peut faire au plus {most}.",
    notAPdf: "Ce n’est pas un PDF.",
    unreadable: "Il est illisible. Choisissez-le à nouveau.",
    sentWhenSigned: "PDF. Il n’est envoyé qu’à la signature.",
    chooseADecision: "Choisissez une des décisions.",
    shortenBy: {
      one: "Raccourcissez le commentaire de {n} caractère.",
      other: "Raccourcissez le commentaire de {n} caractères.",
    },
    shortenRemark: "Raccourcissez ce que vous dites de « {rule} ».",
    shortenAll: "Raccourcissez ce que vous dites des règles : au plus {most} caractères en tout.",
    remarkMissing: "Dites pourquoi vous n’approuvez pas « {rule} » en l’état.",
    contradicts:
      "Toutes les règles ne sont pas approuvées : choisissez une autre décision, ou changez l’avis sur « {rule} ».",
    comment: "Commentaire",
    used: "{n} utilisés.",
    changed: "Modifiée",
    changedSinceApproval: "Modifiée depuis l’approbation",
    changedSinceLast: "Modifiée depuis la dernière approbation",
    haveChanged: {
      one: "{n} règle a changé depuis la dernière approbation",
      other: "{n} règles ont changé depuis la dernière approbation",
    },
    rules: { one: "{n} règle", other: "{n} règles" },
    bytes: { one: "{n} octet", other: "{n} octets" },
    approvedTextTooLong: "Le texte approuvé est trop long pour être affiché à côté de celui-ci.",
    approvedBefore: "{field} : approuvé auparavant",
    now: "{field} : maintenant",
    fields: {
      title: "Titre",
      citations: "Références",
      customer_description_preview: "Description, telle que le client la voit",
      suggested_verdict_copy: "Énoncé proposé",
      risk_level: "Niveau de risque",
      applies_from: "Applicable dès le",
      applies_until: "Applicable jusqu’au",
      amended_by: "Modifiée par",
    },
    noRisk: "aucun",
    noDate: "pas de date",
    noAmendment: "rien",
    rule: "Règle {n} sur {all}",
    risk: "Risque : {level}",
    risks: { prohibited: "interdit", high: "élevé", limited: "limité", minimal: "minimal" },
    linkToRule: "lien vers cette règle",
    appliesFrom: "Applicable dès le {from}.",
    appliesUntil: "Applicable jusqu’au {until}.",
    appliesBetween: "Applicable du {from} au {until}.",
    inNewTab: " (ouvre un nouvel onglet)",
    because: {
      review_expired: "Elle a expiré le {at}.",
      panel_decided: "D’autres avocats du collège ont décidé.",
      review_delegated: "Vous l’avez transmise à une autre personne.",
    },
    opened: "lue",
    progress: "{read} sur {all} lues",
    objections: { one: "{n} objection", other: "{n} objections" },
    due: "ouvert jusqu’au {until}",
    shown: { one: "{n} règle affichée", other: "{n} règles affichées" },
    other: "Autres règles",
    approvedNext: "Approuvée. Suivante : {rule}",
    earlier: "Votre avis précédent, du {on} : {verdict}.",
    becameAmended: "Depuis, la règle a été modifiée : {fields}.",
    becameUnchanged: "Depuis, son texte n’a pas changé.",
    proposed: "Proposé d’après vos avis : {decision}. Vous pouvez choisir une autre décision.",
    approvedAsIs: {
      one: "{n} règle approuvée telle quelle.",
      other: "{n} règles approuvées telles quelles.",
    },
    withoutVerdict: {
      one: "{n} règle n’a pas d’avis propre : la décision vaut pour elle.",
      other: "{n} règles n’ont pas d’avis propre : la décision vaut pour elles.",
    },
    unread: {
      one: "Vous n’avez pas lu {n} règle jusqu’au bout :",
      other: "Vous n’avez pas lu {n} règles jusqu’au bout :",
    },
    change: "Modifier",
    yourVerdict: "Votre avis : {verdict}",
    youDecided: {
      approved: {
        one: "Vous avez approuvé {n} règle le {on}",
        other: "Vous avez approuvé {n} règles le {on}",
      },
      approved_with_changes: {
        one: "Vous avez approuvé {n} règle avec modifications le {on}",
        other: "Vous avez approuvé {n} règles avec modifications le {on}",
      },
      changes_requested: {
        one: "Vous avez demandé des modifications à {n} règle le {on}",
        other: "Vous avez demandé des modifications à {n} règles le {on}",
      },
      rejected: {
        one: "Vous avez rejeté {n} règle le {on}",
        other: "Vous avez rejeté {n} règles le {on}",
      },
    },
    youObjected: {
      one: ", avec une objection à {rules}",
      other: ", avec des objections à {rules}",
    },
    panel: {
      place:
        "Vous êtes l’une des {members} personnes consultées sur ces règles, chacune par une demande qui lui est propre.",
      need: {
        one: "Une règle est approuvée dès que {n} d’entre vous l’approuve.",
        other: "Une règle est approuvée dès que {n} d’entre vous l’approuvent.",
      },
      ends: "Le premier refus d’une règle encore ouverte décide de celle-ci.",
      outvoted:
        "Un refus est une voix : une règle est refusée dès que trop peu d’entre vous peuvent encore l’approuver.",
      until:
        "Le collège prend fin dès que chaque règle est décidée. Si cela arrive avant votre décision, votre demande prend fin avec lui, et ce lien vous dit ce qui a été décidé.",
      results: {
        open: "Le collège n’a pas encore décidé.",
        approved: "Le collège a approuvé.",
        approved_with_changes: "Le collège a approuvé avec modifications.",
        changes_requested: "Le collège a demandé des modifications.",
        rejected: "Le collège a rejeté.",
        undecided: "Le collège n’est parvenu à aucune décision.",
        cancelled: "Le collège a été retiré.",
      },
      ended: "{review}. {result}",
    },
    passedOn: "{from} a transmis ceci à {to} le {on} : « {reason} »",
    vouched: "sous la garantie de {by}, sans confirmation d’un administrateur",
    changedMeanwhile:
      "Depuis cette demande, le texte a été modifié : {rules}. Vous décidez du texte qui figure ici ; le texte actuel est différent.",
    outcomes: {
      approved: { one: "{n} approuvée", other: "{n} approuvées" },
      approved_with_changes: {
        one: "{n} approuvée avec modifications",
        other: "{n} approuvées avec modifications",
      },
      changes_requested: { one: "{n} renvoyée", other: "{n} renvoyées" },
      rejected: { one: "{n} rejetée", other: "{n} rejetées" },
      undecided: { one: "{n} non tranchée", other: "{n} non tranchées" },
      named: "{count} : {rules}",
    },
    meaningExcept:
      "Les règles peuvent être utilisées comme elles figurent ici, **sauf {rules}**, et les modifications indiquées devraient suivre. Au dossier, c’est une approbation des autres règles.",
    questionsAsked: { one: "{n} question posée.", other: "{n} questions posées." },
    questionsOpen: { one: "{n} est sans réponse.", other: "{n} sont sans réponse." },
    fileFailed: "Le fichier n’a pas pu être produit à l’instant. Réessayez dans un moment.",
    filesUsedUp: "C’étaient 10 fichiers en une heure. Réessayez plus tard.",
    signedKept: "Gardé avec la décision. SHA-256 : {sha256}",
    signedRefused: {
      not_a_signed_certificate:
        "Ce n’est pas un certificat de cette décision suivi d’une signature. Signez le fichier tel que vous l’avez téléchargé, avec un outil qui ajoute à la fin ; une signature détachée reste à votre cabinet.",
      too_many_signed_certificates: "Cinq certificats signés sont déjà gardés.",
      payload_too_large: "Le fichier peut avoir au plus 4 Mio.",
    },
    signedFailed: "Il n’a pas été gardé. Réessayez dans un moment.",
    removed: "supprimé",
    added: "ajouté",
    legend: "Dans le texte ci-dessous :",
    daysLeft: { one: "encore {n} jour", other: "encore {n} jours" },
    endsToday: "se termine aujourd’hui",
    delegation: {
      missing: "Remplissez ce champ.",
      email: "Indiquez une adresse e-mail, comme nom@cabinet.example.",
      refused: "Cela n’a pas été accepté (en anglais) : {message}.",
      address: {
        delegate_is_counsel: "Nommez quelqu’un d’autre que vous.",
        delegate_in_panel: "Cette personne est déjà sollicitée.",
        counsel_inactive:
          "Cette personne n’est plus enregistrée. Désignez quelqu’un d’autre, ou adressez-vous à la personne qui vous a envoyé le lien.",
        delegate_needs_key:
          "Cette personne doit décider avec sa propre clé d’accès et n’en a pas encore. Demandez une invitation pour elle à la personne qui vous a envoyé le lien.",
      },
      delegation_not_allowed: "Cette demande ne peut pas être transmise. Rien n’a été modifié.",
      unsigned:
        "Votre clé d’accès n’a pas signé. Rien n’a été envoyé, et un nouvel essai est sans risque.",
      unreachable:
        "Aucune confirmation n’est arrivée. Rien de ce que vous avez écrit n’est perdu, et un nouvel envoi est sans risque : rien n’est enregistré deux fois.",
      failed:
        "Le service n’a pas pu le faire à l’instant. Rien n’a été modifié, rien de ce que vous avez écrit n’est perdu, et un nouvel envoi est sans risque.",
    },
    suggestions: {
      note: "Vous approuvez le texte affiché. Les termes que vous proposez ne sont pas approuvés par cette signature ; s’ils sont repris, vous serez consulté de nouveau.",
      of: "Proposé, {field} :",
      fates: {
        taken_over: "Repris.",
        changed_otherwise: "Modifié autrement.",
        unchanged: "Inchangé.",
        rule_ended: "La règle n’est plus en vigueur.",
      },
    },
    questions: {
      waiting: "Pas encore de réponse.",
      answer: "Réponse :",
      shared: "Réponse à tout le collège :",
      many: "Aucune autre question n’est possible.",
    },
    printedTitle: "Examen de règles",
    printedReference: "Référence",
    printedSnapshot: "Instantané",
  },
};

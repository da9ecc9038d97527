import type { Catalogue } from "./catalogue.ts";
import { decisionLabels } from "./labels.ts";

const shared = {
  noneGiven: "Sin indicar",
  copied: "Copiado",
  selected: "Seleccionado; cópielo con el teclado",
  request: "Solicitud",
};

export const es: Catalogue = {
  frame: {
    skip: "Ir al contenido",
    brand: "Countersign",
    confidential: "Confidencial",
    foot: "Countersign · Revisión de reglas de cumplimiento por abogados externos",
    copy: "Copiar",
    language: "Idioma",
    noScript:
      "**JavaScript está desactivado.** Permítalo en esta página o abra el enlace en otro navegador; no se ha registrado nada.",
    thousands: ".",
  },
  options: {
    approved: {
      label: decisionLabels.es.approved,
      meaning:
        "Las reglas pueden usarse exactamente como figuran aquí. En el registro es una aprobación.",
      comment: "Observaciones para el registro",
      remark: "Observación sobre esta regla (opcional)",
    },
    approved_with_changes: {
      label: decisionLabels.es.approved_with_changes,
      meaning:
        "Las reglas pueden usarse como figuran aquí, y los cambios que indique deberían seguir. En el registro es una aprobación.",
      comment: "¿Qué cambios deberían seguir?",
      remark: "¿Qué cambios deberían seguir?",
    },
    changes_requested: {
      label: decisionLabels.es.changes_requested,
      meaning:
        "Las reglas necesitan los cambios que indique antes de que pueda aprobarlas. En el registro no es una aprobación.",
      comment: "¿Qué debe cambiar antes de que pueda aprobar?",
      remark: "¿Qué debe cambiar antes de que pueda aprobar esta regla?",
    },
    rejected: {
      label: decisionLabels.es.rejected,
      meaning: "Las reglas no deberían usarse. En el registro no es una aprobación.",
      comment: "Sus motivos",
      remark: "Sus motivos contra esta regla",
    },
  },
  review: {
    title: "Revisión de reglas",
    steps: { name: "Pasos", names: ["Leer y decidir", "Comprobar", "Recibo"] },
    landing: {
      heading: "Se le pide que revise unas reglas",
      lead: "El equipo de cumplimiento de **{host}** le pide su opinión profesional sobre reglas de su compendio.",
      outline: [
        "**Leer.** Cada regla figura completa, con sus referencias, tal como era el día de la solicitud.",
        "**Decidir.** Aprobar, aprobar con cambios, pedir cambios o rechazar: todo, o regla por regla.",
        "**Comprobar y firmar.** Lo verá todo otra vez. Una decisión firmada es definitiva, y recibirá un recibo.",
      ],
      confidential:
        "**Confidencial.** Este enlace es solo para usted: quien lo tenga puede decidir en su nombre. No lo comparta.",
      open: "Abrir la revisión",
      hint: "Aún no se registra nada; la hora de su primera apertura sí se registrará.",
    },
    loading: { heading: "Abriendo la revisión", text: "Un momento." },
    failed: {
      heading: "No se pudo abrir la revisión",
      text: "Falló la conexión con el servicio, o estaba ocupado. **No se ha registrado ninguna decisión, y puede intentarlo de nuevo sin riesgo.**",
      again: "Intentar de nuevo",
    },
    expired: {
      heading: "Esta solicitud ha caducado",
      text: [
        "El plazo para decidir ha terminado; con este enlace ya no se puede registrar nada. Esto no dice nada de usted ni de su acceso.",
        "Si aún se desea su opinión, pida una nueva solicitud a la persona que le envió el enlace.",
      ],
    },
    invalid: {
      heading: "Este enlace no es válido",
      text: [
        "No se ha registrado nada. Si recibió un enlace más reciente, abra ese; un borrador guardado en este dispositivo le espera allí.",
        "Si no, copie otra vez el enlace entero, porque los mensajes suelen cortar los enlaces, o pida uno nuevo a la persona que se lo envió.",
      ],
    },
    cancelled: {
      heading: "Esta solicitud fue retirada",
      text: [
        "El equipo de cumplimiento ha retirado la solicitud; con este enlace ya no se puede registrar nada.",
        "En caso de duda, pregunte a la persona que le envió el enlace.",
      ],
    },
    closed: {
      heading: "Esta solicitud ha terminado",
      text: "Con este enlace ya no se puede registrar nada. Las decisiones tomadas siguen registradas.",
    },
    lapsed: {
      lead: "Su enlace ha caducado y ya no abre el texto de las reglas. Su decisión sigue registrada; este es su recibo.",
    },
    delegate: {
      open: "Pasar a otra persona",
      hint: "Si debe decidir otra persona: la solicitud puede pasarse una vez, con un motivo.",
      heading: "Pasar esta revisión",
      lead: "Se pregunta a la persona que usted nombre en su lugar, con el tiempo que queda. **Su propio enlace termina enseguida, y la solicitud no puede pasarse otra vez.** Ambos nombres quedan registrados.",
      fields: {
        display_name: "Nombre",
        email: "Correo electrónico",
        firm: "Bufete",
        jurisdiction: "Jurisdicción",
        bar_registration: "Colegiación",
        reason: "Motivo",
      },
      reasonHint: "El equipo de cumplimiento lo ve; queda registrado.",
      submit: "Pasarla",
      back: "Conservarla",
      key: "Su dispositivo le pedirá su clave de acceso.",
    },
    passing: {
      heading: "Pasando la revisión",
      text: "Deje esta página abierta hasta que confirme.",
    },
    delegated: {
      heading: "La revisión se ha pasado",
      text: "Se pregunta en su lugar a:",
      next: "Su enlace ha terminado y no se le pide nada más. Puede cerrar esta página.",
    },
    overtaken: {
      heading: "Entretanto se ha decidido",
      text: "Mientras leía se registró una decisión: en otra pestaña, o por otra persona que tiene el enlace. Es definitiva. **Lo que acaba de enviar no se ha registrado.**",
      show: "Mostrar la decisión registrada",
      foreign: "Si esa decisión no es suya, avise enseguida a la persona que le envió el enlace.",
    },
    sending: {
      heading: "Registrando su decisión",
      text: "Deje esta página abierta hasta que aparezca el recibo.",
    },
    signing: {
      heading: "Su dispositivo pide su clave de acceso",
      text: "Siga lo que muestra su navegador. No se envía nada hasta que lo confirme allí.",
    },
    unsigned: {
      heading: "Su clave de acceso no firmó",
      text: "Su dispositivo o navegador se detuvo, o usted rechazó. **No se ha enviado nada, y puede intentarlo de nuevo sin riesgo.**",
      hint: "La clave de acceso puede estar en otro dispositivo: elija «otro dispositivo» cuando su navegador pregunte.",
      again: "Intentar de nuevo",
    },
    keyless: {
      heading: "Falta su clave de acceso",
      text: "Esta decisión necesita su propia clave de acceso, y ninguna de las suyas vale para esta solicitud. **No se ha registrado nada.**",
      ways: [
        "Si aún no tiene ninguna, o la ha perdido, pida una invitación a la persona que le envió el enlace.",
        "Una clave de acceso solo vale para solicitudes posteriores a ella: cuando la tenga, pida una nueva.",
        "Si tiene una y su navegador no puede usarla, abra este enlace en una versión actual de Chrome, Edge, Firefox o Safari.",
      ],
    },
    unconfirmed: {
      heading: "No llegó confirmación",
      text: "La conexión falló antes de que el servicio confirmara. **Enviar otra vez es seguro:** una decisión se registra una sola vez, y si el primer intento llegó, recibirá su recibo.",
    },
    refused: {
      heading: "Su decisión no se ha registrado",
      text: "El servicio no pudo registrarla ahora. **No se ha registrado nada, y enviar otra vez es seguro.** Si vuelve a fallar, espere unos minutos; su borrador queda aquí.",
    },
    resend: "Enviar otra vez",
    back: "Volver al formulario",
    unsent: "Lo que no se ha registrado",
    facts: {
      name: "Sobre esta revisión",
      client: "Cliente",
      counsel: "Abogado",
      framework: "Ley",
      rules: "Reglas",
      until: "Abierta hasta",
      reference: "Referencia",
      matter: "Referencia del cliente",
      panel: "Panel",
      snapshot: "Instantánea (SHA-256)",
      wholeHash: "la huella entera",
      reading: "unos {minutes} min de lectura",
      changed:
        "Las diferencias figuran en cada una de estas reglas; las demás son nuevas o como se aprobaron.",
    },
    propose: {
      open: "Proponer otras palabras",
    },
    questions: {
      heading: "Preguntar antes de decidir",
      lead: "Como máximo {most} preguntas al equipo de cumplimiento; se conservan. Puede decidir sin respuesta.",
      key: "Quien tenga el enlace puede preguntar y obtener los archivos; la decisión requiere su clave de acceso.",
      about: "Sobre",
      whole: "Toda la revisión",
      text: "Su pregunta",
      hint: "Como máximo {most} caracteres. Los demás miembros de un panel pueden verla, sin saber quién preguntó.",
      send: "Preguntar",
    },
    contents: {
      heading: "Índice",
      decision: "Su decisión",
      hint: "La cuenta le ayuda a no perderse. No se registra.",
      keys: "Teclas, con el foco en una regla: J siguiente, K anterior, A aprobar y seguir, O objeción. Las flechas recorren esta lista.",
      rules: "Las reglas",
      bar: "Progreso",
      filter: "Mostrar",
      filters: {
        all: "Todas las reglas",
        changed: "Cambiadas",
        unread: "Sin leer",
        objections: "Con objeción",
      },
      next: "Aprobar y seguir",
      toCheck: "Volver a comprobar",
      none: "Aquí no hay reglas. Elija «Todas las reglas».",
    },
    rule: {
      citations: "Referencias",
      description: "Descripción, como la ve el cliente",
      verdict: "Texto propuesto",
      own: "Su opinión sobre esta regla",
      remarkHint: "Como máximo {most} caracteres.",
    },
    form: {
      heading: "Su decisión",
      faults: "Corrija lo siguiente",
      restored: "Ha vuelto su borrador anterior. Un archivo debe elegirse de nuevo.",
      legend: "¿Qué decisión registra?",
      signedIn:
        "Las reglas y la decisión registrada están en este idioma: {language}. Vale ese texto; esta página es una traducción.",
      signedAs: "registrado como:",
      comment: "Comentario",
      optional: "(opcional)",
      commentHint: "Se guarda palabra por palabra, como máximo {most} caracteres.",
      ownReferenceHint:
        "Para sus archivos: consta en el recibo y el certificado; su firma no la cubre.",
      file: "Documento complementario",
      fileHint:
        "Un PDF, como máximo {mebibytes} MiB. Solo se guarda su huella SHA-256 con su decisión; conserve el archivo.",
      dropFile: "Quitar el archivo",
      check: "Comprobar antes de firmar",
      hint: "Nada se envía antes de su firma.",
    },
    check: {
      heading: "Comprobar antes de firmar",
      final:
        "**Esto es definitivo.** Una decisión firmada no puede cambiarse ni retirarse, ni por usted ni por nosotros.",
      decision: "Decisión",
      comment: "Comentario",
      document: "Documento",
      ownReference: "Su referencia",
      signedBy: "Firmada por",
      keyAsked: "Su dispositivo pedirá su clave de acceso cuando firme.",
      sign: "Firmar como",
      verdicts: "Opiniones sobre reglas",
    },
    receipt: {
      heading: "Su decisión está registrada",
      lead: "Imprímala o descárguela para sus archivos.",
      annex: "Anexo: las reglas, tal como se decidieron",
      qr: "Código con la dirección de la prueba en el registro",
      proofAt: "Prueba en el registro público, a los dos minutos de la decisión:",
      inAnnex: "En el anexo, palabra por palabra.",
      decidedHeading: "Esta revisión está decidida",
      decidedLead: "Es definitiva; este es su recibo.",
      foreign: "Si no es suya, avise enseguida a la persona que le envió el enlace.",
      name: "Recibo",
      decidedAt: "Decidida el",
      signature: "Firma",
      leaf: "Entrada en el registro público",
      ofReference: "la referencia",
      ofSignature: "la firma",
      ofHash: "la huella",
      print: "Imprimir",
      download: "Descargar como JSON",
      downloadProof: "Descargar para el verificador",
      proofHint:
        "El archivo del verificador prueba su decisión sin nosotros; está completo a los dos minutos.",
      next: "Qué ocurre después",
      seen: "El equipo de cumplimiento ve su decisión desde ahora. No se le pide nada más.",
      return: "Su enlace muestra este recibo hasta",
      bound:
        "La firma une la decisión, su correo electrónico, un número usado una vez y la hora. Nada de ello puede cambiarse sin que se note.",
      revised: "Si las reglas se revisan, sigue una nueva solicitud con su propio enlace.",
    },
  },
  signing: {
    heading: "Lo que firma",
    headingAfter: "Lo que firmó",
    wrong: "Algo aquí es incorrecto",
    language: "Idioma que vale",
    notCovered: "No se firma",
    notCoveredText:
      "La referencia de cada parte, las preguntas y sus respuestas, dónde se leyeron los datos de las reglas, una traducción de esta página y lo que un panel haga de su decisión.",
    readers: { before: "Quién verá sus palabras", after: "Quién puede ver sus palabras" },
    readersText:
      "En la organización que pregunta, toda persona con acceso a su sistema de cumplimiento y a sus registros, y quien reciba de ella el archivo; las salas de las autoridades, salvo que retenga sus palabras; nadie por el registro público.",
    questions: { label: "Preguntas" },
  },
  keeping: {
    warning:
      "Su borrador se guarda en este navegador: cerrar la pestaña no pierde nada. En un ordenador compartido, quítelo al irse: quien use este navegador puede leerlo.",
    remove: "Quitarlo de este dispositivo",
    keep: "Guardarlo en este dispositivo",
    removed: "Quitado: desde ahora dura lo que esta pestaña.",
  },
  files: {
    heading: "Para sus archivos",
    request: "Solicitud (PDF)",
    certificate: "Certificado (PDF)",
    hint: "En inglés. Como máximo 10 archivos por hora.",
    signature: "La firma de su despacho",
    signatureText:
      "Puede firmar el certificado con su propia herramienta, si añade su firma al final, y entregar aquí el archivo. Lo comprueba un lector de firmas PDF o el validador DSS de la UE, no nosotros.",
    signed: "Certificado firmado",
    send: "Entregar",
  },
  key: {
    title: "Su clave de acceso",
    landing: {
      heading: "Cree la clave de acceso con la que firmará",
      lead: "El equipo de cumplimiento le pide una clave de acceso propia, para que nadie más pueda decidir en su nombre: no bastará un enlace, ni un administrador, ni una copia de nuestra base de datos.",
      steps: [
        "**Crearla.** Su dispositivo pide su huella, su cara o un PIN. La clave de acceso se queda con usted; guardamos solo su mitad pública.",
        "**Leerla en voz alta.** Verá seis palabras. Léalas al equipo de cumplimiento por teléfono, en un número que ya conozca, para que sea seguro que la clave es suya.",
        "**Firmar con ella.** Cada vez que registre una decisión, su dispositivo la pedirá.",
      ],
      other:
        "Puede usar este dispositivo, una llave de seguridad u otro dispositivo como su teléfono: su navegador los ofrece.",
      open: "Empezar",
    },
    loading: { heading: "Abriendo la invitación", text: "Un momento." },
    ready: {
      heading: "¿Es usted?",
      name: "Nombre",
      email: "Correo electrónico",
      firm: "Despacho",
      until: "Fin de la invitación",
      several: "Ya tiene una clave de acceso. Esta será una más, en otro dispositivo.",
      make: "Crear la clave de acceso",
      mistaken: "Si es otra persona, cierre esta página y avise a quien le envió el enlace.",
    },
    working: {
      heading: "Su dispositivo le pregunta ahora",
      text: "Siga lo que muestra su navegador. No se inscribe nada hasta que lo confirme allí.",
    },
    enrolled: {
      heading: "Su clave de acceso está inscrita",
      words: "Las seis palabras de su clave de acceso",
      read: "**Lea ahora estas palabras al equipo de cumplimiento**, en un número de teléfono que ya conozca, no en uno del mensaje con el enlace. Las comparan con lo que muestra su sistema.",
      at: "Inscrita el",
      kind: "Tipo",
      next: "Las solicitudes hechas desde ahora piden esta clave de acceso. Puede cerrar esta página.",
      lost: "Si la pierde, pida una nueva invitación; la clave anterior se retira entonces, y el registro lo muestra.",
    },
    declined: {
      heading: "No se creó ninguna clave de acceso",
      text: "Su dispositivo o navegador se detuvo, o usted rechazó. **No se ha inscrito nada, y puede intentarlo de nuevo sin riesgo.**",
      hint: "Si este dispositivo no puede crearla, abra el enlace en otro, como un teléfono, o elija «otro dispositivo» cuando su navegador pregunte.",
      again: "Intentar de nuevo",
    },
    unsupported: {
      heading: "Este navegador no puede crear claves de acceso",
      text: "Abra el enlace en una versión actual de Chrome, Edge, Firefox o Safari, en un ordenador o un teléfono. No se ha inscrito nada; su enlace sigue siendo válido.",
    },
    refused: {
      heading: "La clave de acceso no se inscribió",
      text: "El servicio no la aceptó. **No se ha inscrito nada, y puede intentarlo de nuevo sin riesgo.**",
    },
    exists: {
      heading: "Ya tiene esta clave de acceso",
      text: "Este dispositivo guarda una clave de acceso suya que está inscrita. No queda nada por hacer; para una segunda, elija otro dispositivo.",
    },
    failed: {
      heading: "No se pudo abrir la invitación",
      text: "Falló la conexión con el servicio, o estaba ocupado. **No se ha inscrito nada, y puede intentarlo de nuevo sin riesgo.**",
    },
    invalid: {
      heading: "Este enlace no es válido",
      text: "No hay nada en esta dirección. Los enlaces suelen cortarse cuando un mensaje los divide en líneas: copie otra vez el enlace entero, o pida uno nuevo a la persona que lo envió.",
    },
    because: {
      replaced: "Una invitación más reciente la ha sustituido.",
      used: "Se usó el {at}.",
      expired: "Caducó el {at}.",
      inactive: "Usted ya no figura como abogado activo.",
    },
    ended: {
      heading: "Esta invitación ya no puede usarse",
      text: "Pida una nueva a la persona que le envió el enlace. Una clave de acceso inscrita antes queda como está.",
    },
  },
  stop: {
    title: "Recordatorios",
    landing: {
      heading: "¿Parar los recordatorios?",
      text: "No recibirá más recordatorios de revisiones en esta dirección. Los enlaces que tiene siguen siendo válidos, y las nuevas solicitudes le llegarán.",
      stop: "No recordármelo más",
    },
    working: { heading: "Parando los recordatorios", text: "Un momento." },
    ended: {
      heading: "No hay más recordatorios",
      text: "Nada más ha cambiado: sus revisiones siguen abiertas hasta que caduquen.",
    },
    invalid: {
      heading: "Este enlace no es válido",
      text: "Quizá se cortó en el correo. Cópielo entero.",
    },
    failed: {
      heading: "No ha funcionado",
      text: "No se ha cambiado nada. Inténtelo de nuevo en un momento.",
      again: "Intentar de nuevo",
    },
  },
  shared,
  script: {
    ...shared,
    reviewOf: "Revisión: {name}",
    none: "Ninguno",
    erased: {
      one: "Borrado desde entonces: {n} carácter.",
      other: "Borrado desde entonces: {n} caracteres.",
    },
    yourTime: "su hora",
    hashMatches: "Recalculada en su navegador: coincide con el texto de esta página.",
    hashDiffers:
      "El texto de esta página no coincide con esta huella. No decida; avise al remitente.",
    proofToCome:
      "La prueba llega en dos minutos: abra entonces su enlace otra vez y guarde el recibo.",
    proofIsHere: "El recibo guardado contiene la prueba.",
    hashCovers:
      "SHA-256 over the RFC 8785 text of the rules below, each with framework_id, sorted by use_case_id.",
    recordedBy: "Registrado por su SHA-256",
    fromYourFile: "de su archivo",
    documentTooLarge: "Un documento puede tener como máximo {most}.",
    notAPdf: "No es un PDF.",
    unreadable: "No se puede leer. Elíjalo de nuevo.",
    sentWhenSigned: "PDF. Solo se envía cuando firma.",
    chooseADecision: "Elija una de las decisiones.",
    shortenBy: {
      one: "Acorte el comentario en {n} carácter.",
      other: "Acorte el comentario en {n} caracteres.",
    },
    shortenRemark: "Acorte lo que dice de «{rule}».",
    shortenAll: "Acorte lo que dice de las reglas: como máximo {most} caracteres en total.",
    remarkMissing: "Diga por qué no aprueba «{rule}» tal como está.",
    contradicts:
      "No todas las reglas están aprobadas: elija otra decisión, o cambie la opinión sobre «{rule}».",
    comment: "Comentario",
    used: "{n} usados.",
    changed: "Cambiada",
    changedSinceApproval: "Cambiada desde la aprobación",
    changedSinceLast: "Cambiada desde la última aprobación",
    haveChanged: {
      one: "{n} regla ha cambiado desde la última aprobación",
      other: "{n} reglas han cambiado desde la última aprobación",
    },
    rules: { one: "{n} regla", other: "{n} reglas" },
    bytes: { one: "{n} byte", other: "{n} bytes" },
    approvedTextTooLong: "El texto aprobado es demasiado largo para mostrarlo junto a este.",
    approvedBefore: "{field}: aprobado antes",
    now: "{field}: ahora",
    fields: {
      title: "Título",
      citations: "Referencias",
      customer_description_preview: "Descripción, como la ve el cliente",
      suggested_verdict_copy: "Texto propuesto",
      risk_level: "Nivel de riesgo",
      applies_from: "Se aplica desde",
      applies_until: "Se aplica hasta",
      amended_by: "Modificada por",
    },
    noRisk: "ninguno",
    noDate: "sin fecha",
    noAmendment: "nada",
    rule: "Regla {n} de {all}",
    risk: "Riesgo: {level}",
    risks: { prohibited: "prohibido", high: "alto", limited: "limitado", minimal: "mínimo" },
    linkToRule: "enlace a esta regla",
    appliesFrom: "Se aplica desde el {from}.",
    appliesUntil: "Se aplica hasta el {until}.",
    appliesBetween: "Se aplica del {from} al {until}.",
    inNewTab: " (se abre en otra pestaña)",
    because: {
      review_expired: "Caducó el {at}.",
      panel_decided: "Otros abogados del panel han decidido.",
      review_delegated: "Usted la pasó a otra persona.",
    },
    opened: "leída",
    progress: "{read} de {all} leídas",
    objections: { one: "{n} objeción", other: "{n} objeciones" },
    due: "abierta hasta el {until}",
    shown: { one: "{n} regla mostrada", other: "{n} reglas mostradas" },
    other: "Otras reglas",
    approvedNext: "Aprobada. Siguiente: {rule}",
    earlier: "Su opinión anterior, del {on}: {verdict}.",
    becameAmended: "Desde entonces la regla se modificó: {fields}.",
    becameUnchanged: "Desde entonces su texto no ha cambiado.",
    proposed: "Propuesta según sus opiniones: {decision}. Puede elegir otra decisión.",
    approvedAsIs: {
      one: "{n} regla aprobada tal como está.",
      other: "{n} reglas aprobadas tal como están.",
    },
    withoutVerdict: {
      one: "{n} regla no tiene opinión propia: la decisión vale para ella.",
      other: "{n} reglas no tienen opinión propia: la decisión vale para ellas.",
    },
    unread: {
      one: "No ha leído {n} regla hasta el final:",
      other: "No ha leído {n} reglas hasta el final:",
    },
    change: "Cambiar",
    yourVerdict: "Su opinión: {verdict}",
    youDecided: {
      approved: { one: "Usted aprobó {n} regla el {on}", other: "Usted aprobó {n} reglas el {on}" },
      approved_with_changes: {
        one: "Usted aprobó {n} regla con cambios el {on}",
        other: "Usted aprobó {n} reglas con cambios el {on}",
      },
      changes_requested: {
        one: "Usted pidió cambios en {n} regla el {on}",
        other: "Usted pidió cambios en {n} reglas el {on}",
      },
      rejected: {
        one: "Usted rechazó {n} regla el {on}",
        other: "Usted rechazó {n} reglas el {on}",
      },
    },
    youObjected: { one: ", con una objeción a {rules}", other: ", con objeciones a {rules}" },
    panel: {
      place:
        "Usted es una de las {members} personas consultadas sobre estas reglas, cada una con una solicitud propia.",
      need: {
        one: "Una regla queda aprobada en cuanto {n} de ustedes la aprueba.",
        other: "Una regla queda aprobada en cuanto {n} de ustedes la aprueban.",
      },
      ends: "La primera negativa a una regla aún abierta decide sobre ella.",
      outvoted:
        "Una negativa es un voto: una regla queda denegada cuando ya no pueden aprobarla suficientes de ustedes.",
      until:
        "El panel termina cuando cada regla está decidida. Si eso ocurre antes de que usted decida, su solicitud termina con él, y este enlace le dice qué se decidió.",
      results: {
        open: "El panel aún está decidiendo.",
        approved: "El panel ha aprobado.",
        approved_with_changes: "El panel ha aprobado con cambios.",
        changes_requested: "El panel ha pedido cambios.",
        rejected: "El panel ha rechazado.",
        undecided: "El panel no ha llegado a ninguna decisión.",
        cancelled: "El panel fue retirado.",
      },
      ended: "{review}. {result}",
    },
    passedOn: "{from} pasó esto a {to} el {on}: «{reason}»",
    vouched: "con la garantía de {by}, sin confirmación de un administrador",
    changedMeanwhile:
      "Después de esta solicitud se cambió el texto de {rules}. Usted decide sobre el texto que figura aquí; el texto actual es otro.",
    outcomes: {
      approved: { one: "{n} aprobada", other: "{n} aprobadas" },
      approved_with_changes: {
        one: "{n} aprobada con cambios",
        other: "{n} aprobadas con cambios",
      },
      changes_requested: { one: "{n} devuelta", other: "{n} devueltas" },
      rejected: { one: "{n} rechazada", other: "{n} rechazadas" },
      undecided: { one: "{n} sin decidir", other: "{n} sin decidir" },
      named: "{count}: {rules}",
    },
    meaningExcept:
      "Las reglas pueden usarse como figuran aquí, **excepto {rules}**, y los cambios que indique deberían seguir. En el registro es una aprobación de las demás reglas.",
    questionsAsked: { one: "{n} pregunta hecha.", other: "{n} preguntas hechas." },
    questionsOpen: { one: "{n} no tiene respuesta.", other: "{n} no tienen respuesta." },
    fileFailed: "El archivo no pudo crearse ahora. Inténtelo de nuevo en un momento.",
    filesUsedUp: "Han sido 10 archivos en una hora. Inténtelo más tarde.",
    signedKept: "Guardado junto a la decisión. SHA-256: {sha256}",
    signedRefused: {
      not_a_signed_certificate:
        "Esto no es un certificado de esta decisión con una firma añadida. Firme el archivo tal como lo descargó, con una herramienta que añada; una firma separada se queda en su despacho.",
      too_many_signed_certificates: "Ya se guardan cinco certificados firmados.",
      payload_too_large: "El archivo puede tener como máximo 4 MiB.",
    },
    signedFailed: "No se guardó. Inténtelo de nuevo en un momento.",
    removed: "eliminado",
    added: "añadido",
    legend: "En el texto siguiente:",
    daysLeft: { one: "queda {n} día", other: "quedan {n} días" },
    endsToday: "termina hoy",
    delegation: {
      missing: "Rellene este campo.",
      email: "Indique una dirección de correo, como nombre@bufete.example.",
      refused: "No se ha aceptado (en inglés): {message}.",
      address: {
        delegate_is_counsel: "Nombre a otra persona que no sea usted.",
        delegate_in_panel: "A esta persona ya se le ha preguntado.",
        counsel_inactive:
          "Esta persona ya no está registrada. Indique a otra, o pregunte a quien le envió el enlace.",
        delegate_needs_key:
          "Esta persona debe decidir con una clave de acceso propia y aún no tiene ninguna. Pida una invitación para ella a quien le envió el enlace.",
      },
      delegation_not_allowed: "Esta solicitud no puede pasarse. No se ha cambiado nada.",
      unsigned:
        "Su clave de acceso no firmó. No se ha enviado nada, y puede intentarlo otra vez sin riesgo.",
      unreachable:
        "No llegó ninguna confirmación. Nada de lo escrito se ha perdido, y puede enviarlo otra vez sin riesgo: nada se registra dos veces.",
      failed:
        "El servicio no ha podido hacerlo ahora. No se ha cambiado nada, nada de lo escrito se ha perdido, y puede enviarlo otra vez sin riesgo.",
    },
    suggestions: {
      note: "Usted aprueba el texto mostrado. Las palabras que propone no quedan aprobadas con esta firma; si se adoptan, se le preguntará de nuevo.",
      of: "Propuesto, {field}:",
      fates: {
        taken_over: "Adoptado.",
        changed_otherwise: "Cambiado de otra manera.",
        unchanged: "Sin cambios.",
        rule_ended: "La regla ha terminado.",
      },
    },
    questions: {
      waiting: "Aún sin respuesta.",
      answer: "Respuesta:",
      shared: "Respuesta a todo el panel:",
      many: "No se pueden hacer más preguntas.",
    },
    printedTitle: "Revisión de reglas",
    printedReference: "Referencia",
    printedSnapshot: "Instantánea",
  },
};

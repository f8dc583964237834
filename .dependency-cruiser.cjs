/** The direction of imports, as docs/architecture.md draws it. */
/** The wings of the features, and those that each may import. */
const wings = {
  agents: [],
  documents: [],
  voices: [],
  campaigns: ['agents'],
  calls: ['campaigns'],
  analysis: ['calls', 'campaigns'],
  people: ['analysis', 'coaching'],
  coaching: ['analysis', 'documents'],
  operations: ['agents', 'analysis', 'campaigns', 'coaching', 'documents', 'voices'],
};

const rooms = 'wire|sip|codec|vad|recogniser|speaker|turn|agent|synthesiser|inference|voicemail';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-cycles-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(src|media|console/src)(/|$)' },
      to: { circular: true },
    },
    {
      name: 'rooms-do-not-know-each-other',
      comment:
        'A room of the line sees line (words), kit and dsp (tools) and language (data) only; media/call joins them.',
      severity: 'error',
      from: { path: `^media/(${rooms})/` },
      to: { path: '^media/', pathNot: ['^media/(line|kit|dsp|language|text|reading|retrieval)/', '^media/$1/'] },
    },
    {
      name: 'a-call-hears-and-speaks-without-knowing-what-is-said',
      comment:
        'Recognition, output, keys, what comes in and what is recorded know neither the dialogue nor the server of calls.',
      severity: 'error',
      from: { path: '^media/call/(recognition|output|keys|inbound|recording)/' },
      to: { path: '^media/call/(dialogue|replay|server)/|^media/call/[^/]+$' },
    },
    {
      name: 'a-dialogue-knows-no-server',
      severity: 'error',
      from: { path: '^media/call/(dialogue|[^/]+\\.ts)' },
      to: { path: '^media/call/(server|replay)/' },
    },
    {
      name: 'speech-engines-know-no-call',
      comment:
        'An engine is one folder and one row: it knows what a job is, the models of the rooms, and nothing of calls.',
      severity: 'error',
      from: { path: '^media/engines/' },
      to: {
        path: '^media/',
        pathNot: '^media/(line|kit|dsp|codec|language|engines|recogniser|synthesiser|inference/protocol\\.ts)',
      },
    },
    {
      name: 'tools-know-no-room',
      severity: 'error',
      from: { path: '^media/(line|kit|dsp)/' },
      to: { path: '^media/', pathNot: '^media/(line|kit|dsp)/' },
    },
    {
      name: 'languages-know-no-room',
      comment: 'Language packs and calibrations are data: rooms read them, and they see the table of faults only.',
      severity: 'error',
      from: { path: '^media/language/' },
      to: { path: '^media/', pathNot: '^media/(language|line/fault\\.ts)' },
    },
    {
      name: 'text-and-retrieval-are-leaves',
      comment: 'Both planes use them: text is cut and compared in one place, and answers are found by one engine.',
      severity: 'error',
      from: { path: '^media/(text|reading|retrieval)/' },
      to: { path: '^(src|media)/', pathNot: '^media/(text|language|reading|retrieval)/' },
    },
    {
      name: 'text-knows-no-retrieval',
      severity: 'error',
      from: { path: '^media/text/' },
      to: { path: '^media/retrieval/' },
    },
    {
      name: 'the-emulator-is-the-other-end',
      comment: 'It speaks the wire from the far side, so it shares the codec and nothing else.',
      severity: 'error',
      from: { path: '^media/emulator/' },
      to: { path: '^media/', pathNot: '^media/(line|kit|dsp|codec|emulator)/' },
    },
    {
      name: 'media-knows-no-control-plane',
      severity: 'error',
      from: { path: '^media/' },
      to: { path: '^(src|bench|console)/|node_modules/(fastify|better-sqlite3|drizzle-orm|pg)/' },
    },
    {
      name: 'one-front-door-to-media',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: '^media/',
        pathNot:
          '^media/(index|ports|retrieval/index|reading/[a-z-]+|agent/(customer/index|openai/built-in/registry)|language/(analysis(-words)?|languages|match|number-words)|text/(placeholders|words|sentences|stem)|line/define-faults|kit/(chat/index|invariant|parse-json|public-address|yield-to-others))\\.ts$',
      },
    },
    {
      name: 'uws-only-in-wire',
      severity: 'error',
      from: { pathNot: '^media/wire/' },
      to: { path: 'node_modules/uWebSockets\\.js/' },
    },
    {
      name: 'onnxruntime-only-in-inference',
      severity: 'error',
      from: { pathNot: '^(media/inference|models|test)/' },
      to: { path: 'node_modules/onnxruntime-node/' },
    },
    {
      name: 'pdfjs-only-in-its-process',
      severity: 'error',
      from: { pathNot: '^src/pdf/pdf-child\\.ts$' },
      to: { path: 'node_modules/pdfjs-dist/' },
    },
    {
      name: 'pictures-only-in-that-process',
      severity: 'error',
      from: { pathNot: '^(src/pdf/picture|test|bench)/' },
      to: { path: 'node_modules/(@napi-rs/canvas|tesseract\\.js)/' },
    },
    {
      name: 'fastify-only-at-the-edge',
      severity: 'error',
      from: { pathNot: '^(src/app\\.ts|src/app/|src/http/|src/features/[^/]+/[^/]+/[a-z-]*routes\\.ts|test/)' },
      to: { path: 'node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'drizzle-only-in-stores',
      severity: 'error',
      from: { pathNot: ['^(src/data/|test/|bench/api/seed)', '^(src|bench/trials)/.+store\\.ts$'] },
      to: { path: 'node_modules/drizzle-orm/' },
    },
    {
      name: 'drivers-only-in-data',
      severity: 'error',
      from: { pathNot: '^(src/data/|test/|bench/trials/jobs-place)' },
      to: { path: 'node_modules/(better-sqlite3|pg)/' },
    },
    {
      name: 'one-front-door-to-data',
      comment: 'Nobody else knows a dialect: tables come from the database that a store is given.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/data/' },
      to: { path: '^src/data/', pathNot: '^src/data/index\\.ts$' },
    },
    {
      name: 'rooms-of-a-wing-meet-at-front-doors',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/([^/]+)/' },
      to: { path: '^src/features/$1/', pathNot: ['^src/features/$1/$2/', '^src/features/$1/[^/]+/index\\.ts$'] },
    },
    {
      name: 'wings-meet-at-front-doors',
      comment: 'Other wings enter a wing through its index; the composition root and the command line enter its rooms.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: ['^src/features/$1/', '^src/features/[^/]+/index\\.ts$'] },
    },
    ...Object.entries(wings).map(([wing, below]) => ({
      name: `${wing}-above-${below.join('-and-') || 'no-wing'}`,
      severity: 'error',
      from: { path: `^src/features/${wing}/` },
      to: { path: '^src/features/', pathNot: `^src/features/(${[wing, ...below].join('|')})/` },
    })),
    {
      name: 'leaves-know-no-feature',
      comment: 'Features and the composition root use these folders; they use neither.',
      severity: 'error',
      from: {
        path: '^src/(transcripts|analysis|threads|recordings|files|disk|http-client|watched-process|audio|pdf|office|sheets|website|telephony|sealed-settings|versions|statistics)/',
      },
      to: { path: '^src/(features|app)/' },
    },
    {
      name: 'routes-service-store',
      severity: 'error',
      from: { path: '^src/features/[^/]+/[^/]+/(store|service)\\.ts$' },
      to: { path: '^src/features/[^/]+/[^/]+/[a-z-]*routes\\.ts$' },
    },
    {
      name: 'the-console-takes-types-of-schemas',
      comment: 'It talks to the server over HTTP: of the server it sees the types that schemas declare, and no code.',
      severity: 'error',
      from: { path: '^console/src/' },
      to: { path: '^(src|media|models|bench|bin)/', pathNot: '^src/features/[^/]+/[^/]+/schema\\.ts$' },
    },
    {
      name: 'the-console-takes-nothing-but-types',
      severity: 'error',
      from: { path: '^console/src/' },
      to: { path: '^src/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-the-console',
      severity: 'error',
      from: { path: '^(src|media|models|bench|bin)/' },
      to: { path: '^console/' },
    },
    {
      name: 'the-browser-client-knows-nothing-else',
      comment: 'Pages of websites load it without the console.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(src|media|models|bench|bin|console)/' },
    },
    {
      name: 'the-widget-is-above-the-client',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/widget/' },
      to: { path: '^client/widget/' },
    },
    {
      name: 'the-console-is-built-in-floors',
      comment: 'From below: texts and requests; calls; parts that pages share; pages; the shell.',
      severity: 'error',
      from: { path: '^console/src/language/' },
      to: { path: '^console/src/', pathNot: '^console/src/language/' },
    },
    {
      name: 'requests-of-the-console-know-no-part',
      severity: 'error',
      from: { path: '^console/src/(server|call)/' },
      to: { path: '^console/src/', pathNot: '^console/src/(call|language|server)/' },
    },
    {
      name: 'shared-parts-of-the-console-know-no-page',
      severity: 'error',
      from: { path: '^console/src/shared/' },
      to: { path: '^console/src/(app|pages)/' },
    },
    {
      name: 'a-page-is-one-folder',
      comment: 'What two pages use is in shared.',
      severity: 'error',
      from: { path: '^console/src/pages/([^/]+)/' },
      to: { path: '^console/src/pages/', pathNot: '^console/src/pages/$1/' },
    },
    {
      name: 'the-shell-knows-no-page-by-name',
      comment: 'It collects the page.ts of each folder.',
      severity: 'error',
      from: { path: '^console/src/app/' },
      to: { path: '^console/src/pages/' },
    },
    {
      name: 'only-the-start-imports-the-shell',
      severity: 'error',
      from: { path: '^console/src/', pathNot: '^console/src/(app/|main\\.ts$)' },
      to: { path: '^console/src/app/' },
    },
    { name: 'nothing-imports-tests', severity: 'error', from: { pathNot: '^test/' }, to: { path: '^test/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};

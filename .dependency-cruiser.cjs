/**
 * Who may know whom. `test/architecture/boundaries.test.ts` runs these rules over the repository, and
 * `planted-boundaries.test.ts` plants a break of every one of them: a rule that cannot fail guards nothing.
 */

/** A package of ours, wherever it was found: in this folder, or through a link in node_modules. */
const ours = '(^|/)packages/';
/** The same by its name, for one that is not built yet. */
const named = '^@portcullis/';

/** Outside libraries, and the only packages that may know them. Everybody else has a port. */
const technologies = [
  {
    library: 'fp-ts',
    only: ['packages/domain/src/kernel/fp\\.ts$'],
    instead: 'Take pipe, E and TE from @portcullis/domain.',
  },
  {
    library: 'io-ts',
    only: ['packages/domain/src/kernel/codec\\.ts$'],
    instead: 'Take t, decode and the codecs from @portcullis/domain.',
  },
  {
    library: 'inversify|@inversifyjs/[^/]+|reflect-metadata',
    name: 'container',
    only: ['packages/app/'],
    instead: 'Ask for what you need as an argument; the composition root in packages/app brings it.',
  },
  { library: 'koa|@koa/[^/]+|koa-[^/]+|helmet', name: 'koa', only: ['packages/http/', 'packages/app/'] },
  { library: 'sonic-boom|prom-client|@opentelemetry/[^/]+', name: 'observation', only: ['packages/app/'] },
  { library: 'pocketbase', only: ['packages/adapters/pocketbase/'] },
  { library: 'pg|pg-[^/]+|@types/pg', name: 'pg', only: ['packages/adapters/postgres/'] },
  { library: 'jose', only: ['packages/adapters/jose/', 'packages/adapters/openid/'] },
  { library: 'openid-client', only: ['packages/adapters/openid/'] },
  { library: 'sharp', only: ['packages/adapters/sharp/', 'packages/adapters/local-reader/'] },
  {
    library: 'tesseract\\.js|@tesseract\\.js-data/[^/]+',
    name: 'tesseract',
    only: ['packages/adapters/local-reader/'],
  },
  { library: 'zxing-wasm', only: ['packages/adapters/local-reader/'] },
  { library: '@aws-sdk/client-(?!s3)[^/]+', name: 'aws', only: ['packages/adapters/aws/'] },
  { library: '@aws-sdk/client-s3', name: 's3', only: ['packages/adapters/s3/'] },
  { library: '@smithy/[^/]+', name: 'smithy', only: ['packages/simulator/src/aws/'] },
  { library: 'ws', only: ['packages/simulator/src/(core/web-socket|aws/face-stream)\\.ts$'] },
  { library: 'fflate', only: ['packages/app/src/evidence/'] },
  { library: '@anthropic-ai/[^/]+', name: 'anthropic', only: ['packages/adapters/anthropic/'] },
  { library: 'rate-limiter-flexible|ioredis', name: 'limits', only: ['packages/adapters/limits/'] },
  {
    library: 'preact',
    only: ['packages/verify/src/(views/|main\\.tsx$|liveness/detector\\.ts$)'],
    instead: 'The page is drawn by its views.',
  },
  {
    library: 'react|react-dom|@mantine/[^/]+|@tanstack/[^/]+',
    name: 'react',
    only: [
      'packages/console/src/(state|parts|retention|case|lists|policies|operations|webhooks|clients|sessions|access-log|views)/',
      'packages/console/src/main\\.tsx$',
    ],
    instead: 'The console is drawn by its parts; its model and its calls know no library.',
  },
  { library: 'uqr', only: ['packages/verify/src/views/'], instead: 'The page is drawn by its views.' },
  { library: '@aws-amplify/[^/]+', name: 'amplify', only: ['packages/verify/src/liveness/detector\\.ts$'] },
  { library: 'standardwebhooks', name: 'webhooks', only: ['packages/adapters/webhooks/'] },
  { library: 'cockatiel', only: ['packages/vendor-client/'], instead: 'Call a vendor through the vendor client.' },
  { library: '@fingerprint[^/]*/[^/]+', name: 'fingerprint', only: ['packages/adapters/fingerprint/'] },
];

const keptInItsPlace = ({ library, name = library, only, instead = 'Everybody else has a port for it.' }) => ({
  name: `${name}-in-its-place`,
  severity: 'error',
  comment: instead,
  from: { path: '^packages/', pathNot: only.map((place) => `^${place}`) },
  // Installed or not: a library that does not resolve keeps the name it was imported by.
  to: { path: `(^|/)node_modules/(${library})/|^(${library})(/|$)` },
});

/**
 * The adapters that implement the record driver, each with its folders from the lowest layer to the highest. A new one
 * is a line here.
 */
const recordDrivers = {
  'packages/adapters/pocketbase': ['client', 'schema', 'driver'],
  'packages/adapters/postgres': ['connection', 'schema', 'driver'],
};

const packageRules = [
  {
    name: 'domain-is-pure',
    comment:
      'The domain knows itself and a short list of pure libraries: it runs in Node, in a worker and in a browser.',
    from: { path: '^packages/domain/src/' },
    to: {
      path: '.',
      pathNot: [
        '^packages/domain/src/',
        `${ours}documents/`,
        '(^|/)node_modules/(fp-ts|io-ts|canonicalize|@noble/hashes)/',
      ],
    },
  },
  {
    name: 'documents-know-nobody',
    comment: 'What a document prints is read without knowing what is decided upon it.',
    from: { path: '^packages/documents/src/' },
    to: { path: '.', pathNot: ['^packages/documents/src/', '(^|/)node_modules/mrz/'] },
  },
  {
    name: 'explain-knows-only-the-domain',
    comment: 'An explanation is computed from the domain alone, wherever the domain runs.',
    from: { path: '^packages/explain/src/' },
    to: { path: '.', pathNot: ['^packages/explain/src/', `${ours}(domain|documents)/`] },
  },
  {
    name: 'events-know-only-the-domain',
    comment: 'A partner learns of a verification, which goes on without the feed and without webhooks.',
    from: { path: '^packages/events/src/' },
    to: { path: '.', pathNot: ['^packages/events/src/', `${ours}(domain|documents)/`] },
  },
  {
    name: 'back-office-knows-what-it-shows',
    comment:
      'Staff see verifications, why they were decided, and what partners were sent. Nothing of these knows staff.',
    from: { path: '^packages/backoffice/src/' },
    to: {
      path: '.',
      pathNot: [
        '^packages/backoffice/src/',
        `${ours}(domain|documents|explain|events)/`,
        '(^|/)node_modules/@noble/hashes/',
      ],
    },
  },
  {
    name: 'adapters-know-ports-alone',
    comment:
      'An adapter of the feed or of the back office loads ports, and no use case. All ports at once have their types.',
    from: {
      path: '^packages/(adapters|record-store)/',
      pathNot: '^packages/adapters/memory/src/memory-ports\\.ts$',
    },
    to: {
      path: `${ours}(events|backoffice)/|${named}(events|backoffice)(/|$)`,
      pathNot: [`${ours}(events|backoffice)/dist/ports\\.(d\\.ts|js)$`, `${named}(events|backoffice)/ports$`],
    },
  },
  {
    name: 'adapters-know-only-the-domain',
    comment: 'An adapter does what a port says; it never calls the server or the app.',
    from: { path: '^packages/adapters/' },
    to: { path: `${ours}(explain|http|app|cli|simulator)/|${named}(explain|http|app|cli|vendor-simulator)$` },
  },
  {
    name: 'only-vendor-adapters-use-the-vendor-client',
    comment: 'The vendor client is for the adapters that call a vendor; the database, tokens and images do not.',
    from: {
      path: '^packages/',
      pathNot: '^packages/(vendor-client|app|cli|adapters/(aws|anthropic|fingerprint|openid|s3|webhooks))/',
    },
    to: { path: `${ours}vendor-client/|${named}vendor-client(/|$)` },
  },
  {
    name: 'webhooks-use-the-pool-alone',
    comment: 'The sender of webhooks takes its connections from the vendor client; it has deadlines of its own.',
    from: { path: '^packages/adapters/webhooks/' },
    to: {
      path: `${ours}vendor-client/|${named}vendor-client(/|$)`,
      pathNot: [`${ours}vendor-client/dist/transport/index\\.(d\\.ts|js)$`, `${named}vendor-client/transport$`],
    },
  },
  {
    name: 'vendor-client-knows-only-the-domain',
    comment: 'The vendor client carries calls; their content is for the adapters.',
    from: { path: '^packages/vendor-client/' },
    to: {
      path: `${ours}(explain|events|backoffice|http|app|cli|simulator|adapters/[^/]+)/|${named}(explain|events|backoffice|http|app|cli|vendor-simulator|adapter-)`,
    },
  },
  {
    name: 'client-knows-nobody',
    comment: "A partner's program installs the client alone, for Node, a browser, Deno or a worker.",
    from: { path: '^packages/client/src/' },
    to: { path: '.', pathNot: ['^packages/client/src/'] },
  },
  {
    name: 'only-commands-and-the-page-use-the-client',
    comment: 'The client is for programs that call the API: those of partners, our commands, and the page of a person.',
    from: { path: '^packages/', pathNot: '^packages/(client|cli|verify)/' },
    to: { path: `${ours}client/|${named}client(/|$)` },
  },
  {
    name: 'page-knows-only-the-client',
    comment: 'The page runs in the browser of a person: it has a flow token, and knows what such a token is told.',
    from: { path: '^packages/verify/src/' },
    to: {
      path: '.',
      pathNot: [
        '^packages/verify/src/',
        `${ours}client/dist/flow\\.`,
        `${named}client/flow$`,
        '(^|/)node_modules/(preact|uqr|@aws-amplify/ui-react-liveness)/|^(preact|uqr|@aws-amplify/ui-react-liveness)(/|$)',
      ],
    },
  },
  {
    name: 'machine-of-the-page-is-pure',
    comment:
      'What comes after what is a function of what has happened: no browser, and nothing of the service but types.',
    from: { path: '^packages/verify/src/machine/' },
    to: { path: '.', pathNot: ['^packages/verify/src/machine/'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'nothing-knows-the-page',
    comment: 'The page is a folder of files that a server hands out.',
    from: { path: '^packages/', pathNot: '^packages/verify/' },
    to: { path: `${ours}verify/|${named}verify(/|$)` },
  },
  {
    name: 'console-knows-nobody',
    comment: 'The console has the session of a member of staff, and calls what the service answers to it.',
    from: { path: '^packages/console/src/' },
    to: {
      path: '.',
      pathNot: [
        '^packages/console/src/',
        '(^|/)node_modules/(@types/)?(react|react-dom|@mantine/[^/]+|@tanstack/[^/]+)/|^(react|react-dom|@mantine/[^/]+|@tanstack/[^/]+)(/|$)',
      ],
    },
  },
  {
    name: 'model-of-the-console-is-pure',
    comment: 'What is compared, counted and allowed is a function of what the service has answered.',
    from: { path: '^packages/console/src/model/' },
    to: { path: '.', pathNot: ['^packages/console/src/model/'] },
  },
  {
    name: 'nothing-knows-the-console',
    comment: 'The console is a folder of files that the service hands out.',
    from: { path: '^packages/', pathNot: '^packages/console/' },
    to: { path: `${ours}console/|${named}console(/|$)` },
  },
  {
    name: 'encryption-knows-nobody',
    comment: 'Keys and envelopes are arithmetic on bytes: what is in them, and where they are kept, is for others.',
    from: { path: '^packages/record-store/src/encryption/' },
    to: { path: '.', pathNot: ['^packages/record-store/src/encryption/', '^(node:)?crypto$'] },
  },
  {
    name: 'record-store-knows-no-database',
    comment: 'It knows the ports, cryptography and its own driver interface; a database implements the interface.',
    from: { path: '^packages/record-store/src/' },
    to: {
      path: '.',
      pathNot: ['^packages/record-store/src/', `${ours}(domain|documents|events|backoffice)/`, '^(node:)?crypto$'],
    },
  },
  {
    name: 'record-driver-is-pure',
    comment: 'Who writes a driver loads types and tables, and no cryptography.',
    from: { path: '^packages/record-store/src/driver/' },
    to: { path: '.', pathNot: ['^packages/record-store/src/driver/', `${ours}domain/`] },
  },
  {
    name: 'record-store-in-its-place',
    comment: 'Data is encrypted where it is stored; the app brings the keys. An adapter may implement the driver.',
    from: {
      path: '^packages/',
      pathNot: [
        '^packages/(record-store|app|cli)/',
        '^packages/adapters/memory/src/memory-ports\\.ts$',
        `^(${Object.keys(recordDrivers).join('|')})/`,
      ],
    },
    to: {
      path: `${ours}record-store/|${named}record-store$`,
      pathNot: `${ours}record-store/(src|dist)/driver/`,
    },
  },
  {
    name: 'connections-by-the-vendor-client',
    comment:
      'Only the vendor client calls a vendor; the servers, their commands and the database have connections of their own. The sender of webhooks compares addresses, and connects by the pool.',
    from: {
      path: '^packages/',
      pathNot:
        '^packages/(vendor-client|app|cli|http|simulator)/|/pocketbase/src/(process|client/connections)\\.ts$|/webhooks/src/addresses\\.ts$',
    },
    to: { path: '^(node:)?(http|https|http2|net|tls|dgram)$|(^|/)node_modules/(undici|axios|node-fetch|got)/' },
  },
  {
    name: 'context-is-handed-on',
    comment:
      'The first use of an async hook makes every promise of the process slower; hand a value on as an argument.',
    from: { path: '^packages/' },
    to: { path: '^(node:)?async_hooks$' },
  },
  {
    name: 'nothing-knows-the-simulator',
    comment: 'It plays the vendors for tests and for trying things out; nothing that is deployed needs it.',
    from: { path: '^packages/', pathNot: '^packages/simulator/' },
    to: { path: `${ours}simulator/|${named}vendor-simulator$` },
  },
  {
    name: 'adapters-do-not-know-each-other',
    comment: 'What two adapters share belongs to the domain, or to neither.',
    from: { path: '^packages/adapters/([^/]+)/' },
    to: { path: `${ours}adapters/[^/]+/`, pathNot: `${ours}adapters/$1/` },
  },
  {
    name: 'memory-adapter-is-pure',
    comment: 'The memory adapter brings nothing along; only the ports as a whole have stores, which need cryptography.',
    from: { path: '^packages/adapters/memory/src/', pathNot: '^packages/adapters/memory/src/memory-ports\\.ts$' },
    to: { path: '.', pathNot: ['^packages/adapters/memory/src/', `${ours}(domain|documents|events|backoffice)/`] },
  },
  {
    name: 'vendors-in-their-rows',
    comment: 'A vendor is a row in packages/app/src/config/vendors; everybody else asks the table.',
    from: { path: '^packages/(app|cli)/', pathNot: '^packages/app/src/config/vendors/' },
    to: { path: `${ours}adapters/(aws|anthropic|fingerprint)/|${named}adapter-(aws|anthropic|fingerprint)$` },
  },
  {
    name: 'memory-ports-add-the-stores-alone',
    comment: 'All ports in memory are those of the memory adapter, and the stores of the record store.',
    from: { path: '^packages/adapters/memory/src/memory-ports\\.ts$' },
    to: { path: '.', pathNot: ['^packages/adapters/memory/src/', `${ours}(domain|events|backoffice|record-store)/`] },
  },
  {
    name: 'contracts-know-the-domain-and-its-memory',
    comment:
      'Whoever writes an adapter runs them: they need the ports, what relays entries, a clock that is moved, and what compares values and packs pictures.',
    from: { path: '^packages/contracts/src/' },
    to: {
      path: '.',
      pathNot: [
        '^packages/contracts/src/',
        `${ours}(domain|documents|events|backoffice|adapters/memory|record-store/dist/driver)/`,
        '^(node:)?(assert(/strict)?|zlib)$',
      ],
    },
  },
  {
    name: 'nothing-knows-the-contracts',
    comment: 'They are tests, and nothing that runs needs them.',
    from: { path: '^packages/', pathNot: '^packages/contracts/' },
    to: { path: `${ours}contracts/|${named}contracts$` },
  },
  {
    name: 'http-knows-only-the-domain',
    comment: 'A route calls use cases, never an adapter.',
    from: { path: '^packages/http/' },
    to: { path: `${ours}(adapters|app|cli)/|${named}(adapter-|(app|cli)$)` },
  },
  {
    name: 'nothing-knows-the-app',
    comment:
      'The composition root knows everybody, so only the commands may know it; tests and the bench stand outside.',
    from: { path: '^packages/', pathNot: '^packages/(app|cli)/' },
    to: { path: `${ours}app/|${named}app$` },
  },
  {
    name: 'nothing-knows-the-cli',
    comment: 'The commands run beside the service, and the service runs without them.',
    from: { path: '^packages/', pathNot: '^packages/cli/' },
    to: { path: `${ours}cli/|${named}cli$` },
  },
  {
    name: 'programs-are-leaves',
    comment: 'A program runs when it is imported, so what it shares with others stands in another file.',
    from: { path: '^packages/(app|cli)/src/' },
    to: { path: '^packages/(app/src/main|cli/src/[a-z]+)\\.ts$' },
  },
];

/**
 * The folders of every package, from the lowest layer to the highest. A folder imports from the folders before it and
 * from no other. The files directly in `src` are the highest layer of all.
 */
const layers = {
  'packages/documents': ['terms', 'mrz', 'aamva', 'text-compare', 'reading'],
  'packages/domain': [
    'kernel',
    'kernel/concurrency',
    'evidence',
    'policy',
    'policy/messages',
    'ledger',
    'checks/shared',
    'checks',
    'profile',
    'profile/changes',
    'ports',
    'ports/providers',
    'ports/stores',
    'serialization',
    'use-cases/access',
    'use-cases/processing',
    'use-cases/tokens',
    'use-cases/documents',
    'use-cases/liveness',
    'use-cases/profiles',
  ],
  'packages/explain': ['counterfactuals', 'sample-case', 'checks', 'policy-lint', 'explanation', 'use-cases'],
  'packages/events': ['ledger', 'ports', 'input', 'leases', 'feed', 'checkpoints', 'webhooks/delivery', 'webhooks'],
  'packages/backoffice': [
    'ports',
    'access',
    'staff',
    'clients',
    'policy-drafts',
    'back-tests',
    'lists',
    'reviews',
    'operators',
  ],
  'packages/record-store': [
    'encryption',
    'driver',
    'memory',
    'objects',
    'keys',
    'rows',
    'stores/duplicates',
    'stores/feed',
    'stores/health',
    'stores/listing',
    'stores',
    'stores/reviews',
    'stores/webhooks',
    'stores/staff',
    'erasure',
    'rotation',
    'inspection',
    'copy',
  ],
  'packages/vendor-client': ['call', 'aws-sdk', 'transport', 'resilience'],
  'packages/adapters/anthropic': [],
  'packages/adapters/aws': ['client', 'rekognition', 'diagnosis'],
  'packages/adapters/fingerprint': [],
  'packages/adapters/jose': [],
  'packages/adapters/limits': [],
  'packages/adapters/local-reader': ['picture', 'worker', 'mrz', 'barcode', 'locate', 'network'],
  'packages/adapters/memory': ['simulation'],
  'packages/adapters/openid': [],
  ...recordDrivers,
  'packages/adapters/s3': [],
  'packages/adapters/sharp': ['encoding', 'measure'],
  'packages/adapters/webhooks': [],
  'packages/contracts': ['shared', 'builders', 'drivers', 'providers', 'stores'],
  'packages/client': ['api', 'calls'],
  'packages/verify': ['texts', 'machine', 'capture', 'flow', 'liveness', 'views'],
  'packages/console': [
    'model',
    'texts',
    'service',
    'state',
    'parts',
    'retention',
    'case',
    'lists',
    'policies',
    'operations',
    'webhooks',
    'clients',
    'sessions',
    'access-log',
    'views',
  ],
  'packages/http': [
    'descriptions/examples',
    'descriptions/texts',
    'request',
    'request/body',
    'request/oauth',
    'responses',
    'rate-limits',
    'idempotency',
    'middleware',
    'routes',
    'routes/pages',
    'routes/oauth',
    'routes/webhooks',
    'routes/reviews',
    'routes/staff',
    'openapi',
  ],
  'packages/app': [
    'config/codecs',
    'config/vendors',
    'config',
    'evidence',
    'adapters',
    'telemetry',
    'audit',
    'watches',
    'gauges',
    'composition',
    'jobs',
    'listeners',
    'lifecycle',
  ],
  'packages/cli': [
    'command',
    'doctor',
    'init',
    'sandbox',
    'demo',
    'ledger',
    'erasures',
    'policy',
    'replay',
    'api',
    'feed',
    'delivery',
    'events',
    'listen',
    'commands',
  ],
  'packages/simulator': ['core', 'faults', 'server', 'anthropic', 'aws'],
};

/**
 * The same beside the packages. `.` are the files directly in the folder, where they are not the highest layer; the last
 * folder is the highest one then, and has no rule.
 */
const layersBeside = {
  'test/support': [
    '.',
    'clock',
    'builders',
    'generators',
    'check-cases',
    'mrz',
    'repository',
    'browser',
    'observability',
    'servers',
    'images',
    'clients',
    'objects',
    'records',
    'postgres',
    'webhooks',
    'services',
    'http',
  ],
  'test/system/harden': [
    'harness',
    'cluster',
    'access',
    'crash',
    'canaries',
    'hostile',
    'idempotency',
    'pressure',
    'thief',
    'tokens',
    'events/shared',
    'events/receivers',
    'events/deliveries',
    'events',
  ],
  'bench/src': ['client', 'probe', 'system', '.', 'budgets', 'load', 'documents', 'events', 'compare', 'parts'],
  tools: ['build', 'testing', 'generators/programs', 'generators', 'releases', 'specimens', 'mrz-network'],
};

/** Every folder that has an order of folders. */
const orders = {
  ...Object.fromEntries(Object.entries(layers).map(([owner, folders]) => [`${owner}/src`, folders])),
  ...layersBeside,
};

/** One rule for each folder that has one above it: of what is ordered with it, it imports only what is below it. */
const downwards = Object.entries(orders).flatMap(([base, folders]) => {
  const prefixes = folders.map((folder) => (folder === '.' ? '' : `${folder}/`));
  return (folders.includes('.') ? folders.slice(0, -1) : folders).map((folder, i) => ({
    name: `${base}${folder === '.' ? '' : `/${folder}`} imports downwards`,
    comment: 'A folder knows the folders below it; the order stands in `layers` and `layersBeside`.',
    from: { path: `^${base}/${prefixes[i]}[^/]+$` },
    to: { path: `^${base}/`, pathNot: `^${base}/(${prefixes.slice(0, i + 1).join('|')})[^/]+$` },
  }));
});

/** The compiled files that the `exports` of every package name. */
const exportedFiles = Object.keys(layers).map((owner) => {
  const paths = Object.values(require(`./${owner}/package.json`).exports ?? {}).map(({ default: path }) => path);
  const names = paths.map((path) => path.replace(/^\.\/dist\/(.+)\.js$/, '$1'));
  return `(^|/)${owner}/dist/(${names.join('|')})\\.(d\\.ts|js)$`;
});

const surfaces = [
  {
    name: 'packages-meet-at-their-surface',
    comment:
      'Another package is known by the files that it exports, by its neighbours and the bench. A test reaches the files behind them by the imports of its own package.json.',
    from: { path: '^(packages/(?:adapters/)?[^/]+|bench)/' },
    to: {
      path: `${ours}(adapters/)?[^/]+/(src|dist)/`,
      pathNot: ['^$1/', ...exportedFiles],
    },
  },
  {
    name: 'tests-name-the-package',
    comment: 'A test imports from a package by its name, or a file behind its exports by `#<folder>/<file>`.',
    from: { path: '^test/' },
    to: { path: `${ours}(adapters/)?[^/]+/src/` },
  },
  {
    name: 'packages-do-not-know-the-tests',
    comment: 'Nothing that is shipped needs what is not.',
    from: { path: '^packages/' },
    to: { path: '^(test|bench|tools)/|(^|/)node_modules/(mocha|chai|nock|fast-check)/' },
  },
  {
    name: 'tests-share-support-alone',
    comment: 'A helper that two folders of tests need stands in test/support; support itself knows no tests.',
    from: { path: '^test/((?:unit|adapters|system)/[^/]+|[^/]+)/' },
    to: { path: '^test/', pathNot: ['^test/(dist/)?support/', '^test/$1/'] },
  },
  {
    name: 'dependencies-are-declared',
    comment: 'What a package imports stands in its own package.json: who installs it alone must get all of it.',
    from: { path: '^packages/' },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
  },
  {
    name: 'imports-resolve',
    comment:
      'An import that leads nowhere is one that no other rule can judge. Build first. What the generators of code need and write is not here until they are tried.',
    from: { pathNot: '^tools/generators/' },
    to: { couldNotResolve: true },
  },
  {
    name: 'no-cycles',
    comment: 'Cycles of types alone count: they are where one file holds two things.',
    from: {},
    to: { circular: true },
  },
];

module.exports = {
  forbidden: [
    ...packageRules.map((rule) => ({ severity: 'error', ...rule })),
    ...downwards.map((rule) => ({ severity: 'error', ...rule })),
    ...technologies.map(keptInItsPlace),
    ...surfaces.map((rule) => ({ severity: 'error', ...rule })),
  ],
  options: {
    tsPreCompilationDeps: true,
    // Not `exclude`: across workspaces an import lands in a dist folder, and an excluded file hides the edge to it.
    doNotFollow: { path: '(node_modules|/dist/)' },
    // Run by PocketBase's own engine, with the types that it writes beside its data: no module, and imported by none. And
    // what the bundler made of everything, and the link by which the imports of the tests reach the packages.
    exclude: { path: '^packages/(adapters/pocketbase/migrations|app/bundle|cli/bundle)/|^test/packages/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'default'],
      // In milliseconds: the manifests do not change meanwhile.
      cachedInputFileSystem: { cacheDuration: 600_000 },
    },
  },
};

// For the tests of the order of folders. They are not enumerable, because dependency-cruiser rejects settings that it does not know.
Object.defineProperty(module.exports, 'layers', { value: layers });
Object.defineProperty(module.exports, 'orders', { value: orders });

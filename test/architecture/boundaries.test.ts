import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect } from 'chai';
import { cruise, type IFlattenedRuleSet } from 'dependency-cruiser';
import { filesBelow, root } from '../support/repository/files.ts';

type Rules = {
  readonly forbidden: NonNullable<IFlattenedRuleSet['forbidden']>;
  readonly options: object;
  readonly layers: Readonly<Record<string, readonly string[]>>;
};

const { forbidden, layers, options }: Rules = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs');

/** Answers `rule: from -> to` for every violation of a rule below `paths`. */
const violationsIn = async (baseDir: string, paths: readonly string[]): Promise<readonly string[]> => {
  const { output } = await cruise([...paths], { ...options, baseDir, ruleSet: { forbidden }, validate: true });
  if (typeof output === 'string') throw new Error('expected the result as an object');
  return output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
};

type Files = Readonly<Record<string, string>>;

/** For every rule, files that violate it, each in its own way. */
const plantedViolations: Readonly<Record<string, readonly Files[]>> = {
  'domain-is-pure': [
    { 'packages/domain/src/a.ts': "export { randomUUID } from 'node:crypto';" },
    { 'packages/domain/src/a.ts': "import type { Buffer } from 'node:buffer'; export type A = Buffer;" },
    { 'packages/domain/src/a.ts': "export const read = () => import('fs');" },
    { 'packages/domain/src/a.ts': "import { expect } from 'chai'; export const a = expect;" },
    { 'packages/domain/src/a.ts': "export { memoryProfileStore } from '@portcullis/adapter-memory';" },
  ],
  'explain-knows-only-the-domain': [
    { 'packages/explain/src/a.ts': "export { randomUUID } from 'node:crypto';" },
    { 'packages/explain/src/a.ts': "export { apiRoutes } from '@portcullis/http';" },
  ],
  'adapters-know-only-the-domain': [
    { 'packages/adapters/aws/src/a.ts': "export { explain } from '@portcullis/explain';" },
    { 'packages/adapters/aws/src/a.ts': "export { apiRoutes } from '@portcullis/http';" },
    { 'packages/adapters/aws/src/a.ts': "import type { Config } from '@portcullis/app'; export type A = Config;" },
  ],
  'adapters-do-not-know-each-other': [
    { 'packages/adapters/aws/src/a.ts': "export { memoryProfileStore } from '@portcullis/adapter-memory';" },
    {
      'packages/adapters/aws/src/a.ts': "export { b } from '../../anthropic/src/index.ts';",
      'packages/adapters/anthropic/src/index.ts': 'export const b = 1;',
    },
  ],
  'only-vendor-adapters-use-the-vendor-client': [
    { 'packages/http/src/a.ts': "export { vendorClient } from '@portcullis/vendor-client';" },
    { 'packages/adapters/sharp/src/a.ts': "export { vendorClient } from '@portcullis/vendor-client';" },
  ],
  'vendor-client-knows-only-the-domain': [
    { 'packages/vendor-client/src/a.ts': "export { apiRoutes } from '@portcullis/http';" },
    { 'packages/vendor-client/src/a.ts': "export { memoryProfileStore } from '@portcullis/adapter-memory';" },
  ],
  'encryption-knows-nobody': [
    { 'packages/record-store/src/encryption/a.ts': "export { readFileSync } from 'node:fs';" },
    { 'packages/record-store/src/encryption/a.ts': "export { digestOf } from '@portcullis/domain';" },
  ],
  'record-store-knows-no-database': [
    { 'packages/record-store/src/a.ts': "export { readFileSync } from 'node:fs';" },
    { 'packages/record-store/src/a.ts': "export { pocketbaseClient } from '@portcullis/adapter-pocketbase';" },
    { 'packages/record-store/src/a.ts': "export { ClientResponseError } from 'pocketbase';" },
  ],
  'record-driver-is-pure': [
    { 'packages/record-store/src/driver/a.ts': "export { randomUUID } from 'node:crypto';" },
    {
      'packages/record-store/src/driver/a.ts': "export { b } from '../encryption/b.ts';",
      'packages/record-store/src/encryption/b.ts': 'export const b = 1;',
    },
  ],
  'record-store-in-its-place': [
    { 'packages/http/src/a.ts': "export { seal } from '@portcullis/record-store';" },
    { 'packages/adapters/aws/src/a.ts': "export { seal } from '@portcullis/record-store';" },
    { 'packages/adapters/memory/src/a.ts': "export { seal } from '@portcullis/record-store';" },
  ],
  'connections-by-the-vendor-client': [
    { 'packages/adapters/fingerprint/src/a.ts': "export { request } from 'node:https';" },
    { 'packages/adapters/aws/src/a.ts': "export const dial = () => import('node:net');" },
    { 'packages/domain/src/a.ts': "export { connect } from 'tls';" },
  ],
  'nothing-knows-the-simulator': [
    { 'packages/app/src/a.ts': "export { startSimulator } from '@portcullis/vendor-simulator';" },
    { 'packages/adapters/aws/src/a.ts': "export { startSimulator } from '@portcullis/vendor-simulator';" },
  ],
  'memory-adapter-is-pure': [
    { 'packages/adapters/memory/src/a.ts': "export { randomUUID } from 'node:crypto';" },
    { 'packages/adapters/memory/src/a.ts': "export { pipe } from 'fp-ts/lib/function.js';" },
  ],
  'http-knows-only-the-domain': [
    { 'packages/http/src/a.ts': "export { memoryProfileStore } from '@portcullis/adapter-memory';" },
    { 'packages/http/src/a.ts': "import type { Config } from '@portcullis/app'; export type A = Config;" },
  ],
  'nothing-knows-the-app': [{ 'packages/http/src/a.ts': "export { readConfig } from '@portcullis/app';" }],
  'nothing-knows-the-cli': [
    { 'packages/app/src/a.ts': "export { startSandbox } from '@portcullis/cli';" },
    { 'packages/http/src/a.ts': "export { startSandbox } from '@portcullis/cli';" },
  ],
  'programs-are-leaves': [
    {
      'packages/app/src/listeners/listener.ts': "export { start } from '../main.ts';",
      'packages/app/src/main.ts': 'export const start = 1;',
    },
    {
      'packages/cli/src/sandbox/a.ts': "export { demo } from '../demo.ts';",
      'packages/cli/src/demo.ts': 'export const demo = 1;',
    },
  ],
  'fp-ts-in-its-place': [
    { 'packages/http/src/a.ts': "export { none } from 'fp-ts/lib/Option.js';" },
    { 'packages/domain/src/kernel/codec.ts': "export { none } from 'fp-ts/lib/Option.js';" },
    {
      'packages/domain/src/profile/fp.ts':
        "import type { Option } from 'fp-ts/lib/Option.js'; export type A = Option<1>;",
    },
  ],
  'io-ts-in-its-place': [
    { 'packages/app/src/a.ts': "export { string } from 'io-ts';" },
    { 'packages/domain/src/kernel/fp.ts': "export { string } from 'io-ts';" },
  ],
  'container-in-its-place': [
    { 'packages/adapters/aws/src/a.ts': "export { Container } from 'inversify';" },
    { 'packages/domain/src/a.ts': "import 'reflect-metadata';" },
    { 'packages/http/src/a.ts': "export { Container } from '@inversifyjs/container';" },
  ],
  'koa-in-its-place': [
    { 'packages/adapters/aws/src/a.ts': "export { Router } from '@koa/router';" },
    { 'packages/domain/src/a.ts': "import type { Context } from 'koa'; export type A = Context;" },
  ],
  'observation-in-its-place': [
    { 'packages/http/src/a.ts': "export { pino } from 'pino';" },
    { 'packages/adapters/aws/src/a.ts': "export { Counter } from 'prom-client';" },
  ],
  'pocketbase-in-its-place': [{ 'packages/app/src/a.ts': "export { ClientResponseError } from 'pocketbase';" }],
  'jose-in-its-place': [{ 'packages/http/src/a.ts': "export { jwtVerify } from 'jose';" }],
  'sharp-in-its-place': [{ 'packages/http/src/a.ts': "import sharp from 'sharp'; export const a = sharp;" }],
  'tesseract-in-its-place': [
    { 'packages/adapters/sharp/src/a.ts': "export { createWorker } from 'tesseract.js';" },
    { 'packages/app/src/a.ts': "import data from '@tesseract.js-data/eng'; export const a = data;" },
  ],
  'zxing-wasm-in-its-place': [{ 'packages/app/src/a.ts': "export { readBarcodes } from 'zxing-wasm/reader';" }],
  'aws-in-its-place': [{ 'packages/app/src/a.ts': "export { S3Client } from '@aws-sdk/client-s3';" }],
  'cockatiel-in-its-place': [{ 'packages/adapters/aws/src/a.ts': "export { retry } from 'cockatiel';" }],
  'limits-in-its-place': [
    { 'packages/app/src/a.ts': "export { RateLimiterMemory } from 'rate-limiter-flexible';" },
    { 'packages/http/src/a.ts': "export { Redis } from 'ioredis';" },
  ],
  'anthropic-in-its-place': [{ 'packages/adapters/aws/src/a.ts': "export { Anthropic } from '@anthropic-ai/sdk';" }],
  'fingerprint-in-its-place': [
    { 'packages/http/src/a.ts': "export { Region } from '@fingerprint/node-sdk';" },
    { 'packages/http/src/a.ts': "export { Region } from '@fingerprintjs/fingerprintjs-pro-server-api';" },
  ],
  'packages-meet-at-their-surface': [
    {
      'packages/http/src/a.ts': "export { b } from '../../domain/src/b.ts';",
      'packages/domain/src/b.ts': 'export const b = 1;',
    },
    {
      'test/unit/a.test.ts': "export { b } from '../../packages/adapters/aws/src/b.ts';",
      'packages/adapters/aws/src/b.ts': 'export const b = 1;',
    },
  ],
  'packages-do-not-know-the-tests': [
    {
      'packages/http/src/a.ts': "export { b } from '../../../test/support/b.ts';",
      'test/support/b.ts': 'export const b = 1;',
    },
    { 'packages/http/src/a.ts': "export { expect } from 'chai';" },
  ],
  'dependencies-are-declared': [
    {
      'packages/app/src/a.ts': "export { Counter } from 'prom-client';",
      'packages/app/package.json': '{ "name": "a" }',
    },
    {
      'packages/app/src/a.ts': "export { Counter } from 'prom-client';",
      'packages/app/package.json': '{ "name": "a", "devDependencies": { "prom-client": "15.1.3" } }',
    },
  ],
  'imports-resolve': [
    { 'packages/http/src/a.ts': "export { b } from './b.ts';" },
    { 'packages/http/src/a.ts': "export { chainEntries } from '@portcullis/domain/src/ledger/chain.ts';" },
  ],
  'no-cycles': [
    {
      'packages/http/src/a.ts': "import { b } from './b.ts'; export const a = b;",
      'packages/http/src/b.ts': "import { a } from './a.ts'; export const b = a;",
    },
    {
      'packages/http/src/a.ts': "import type { B } from './b.ts'; export type A = B | 1;",
      'packages/http/src/b.ts': "import type { A } from './a.ts'; export type B = A | 2;",
    },
  ],
};

/** Makes a folder with only the violating files and the installed packages. */
const plantFiles = (files: Files): string => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-planted-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
};

/** Folders of one package in which each imports from the one above it, and the highest from a file above all folders. */
const upwardImports = (owner: string, folders: readonly string[]): Files => ({
  [`${owner}/src/a.ts`]: 'export const a = 1;',
  ...Object.fromEntries(
    folders.map((folder, i) => {
      const above = folders[i + 1] ?? '.';
      return [`${owner}/src/${folder}/a.ts`, `export * from './${relative(folder, join(above, 'a.ts'))}';`];
    }),
  ),
});

const layerRules = (owner: string, folders: readonly string[]): readonly string[] =>
  folders.map((folder) => `${owner}/src/${folder} imports downwards`);

/** Answers every folder with source files below `src` of a package. */
const sourceFolders = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const path of filesBelow('packages')) {
    const [, owner, folder] = /^(packages\/(?:adapters\/)?[^/]+)\/src\/(?:(.+)\/)?[^/]+\.ts$/.exec(path) ?? [];
    if (owner === undefined) continue;
    const folders = found.get(owner) ?? new Set();
    found.set(owner, folder === undefined ? folders : folders.add(folder));
  }
  return found;
};

describe('the layers of folders', function () {
  this.timeout(60_000);

  it('name every folder of every package', () => {
    const found = sourceFolders();
    expect(Object.keys(layers)).to.have.members([...found.keys()]);
    for (const [owner, folders] of Object.entries(layers)) {
      expect(folders, owner).to.have.members([...(found.get(owner) ?? [])]);
    }
  });

  let violated: readonly string[] = [];
  before(async () => {
    const all = Object.entries(layers).map(([owner, folders]) => upwardImports(owner, folders));
    const files: Files = Object.fromEntries(all.flatMap((one) => Object.entries(one)));
    const folder = plantFiles(files);
    try {
      violated = (await violationsIn(folder, Object.keys(files))).map((line) => line.split(':')[0] ?? '');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  for (const [owner, folders] of Object.entries(layers).filter(([, { length }]) => length > 0)) {
    it(`catch an upward import from each folder of ${owner}`, () => {
      expect(violated).to.include.members(layerRules(owner, folders));
    });
  }
});

describe('the boundaries between packages', function () {
  this.timeout(60_000);

  it('are respected everywhere in this repository', async () => {
    expect(await violationsIn(root, ['packages', 'test', 'bench', 'tools'])).to.deep.equal([]);
  });

  it('have a planted violation for every rule', () => {
    const planted = Object.entries(layers).flatMap(([owner, folders]) => layerRules(owner, folders));
    expect([...Object.keys(plantedViolations), ...planted]).to.have.members(forbidden.map(({ name }) => name));
  });

  for (const [rule, ways] of Object.entries(plantedViolations)) {
    ways.forEach((files, i) => {
      it(`catch a violation of ${rule}, variant ${i + 1}`, async () => {
        const folder = plantFiles(files);
        try {
          const names = (await violationsIn(folder, Object.keys(files))).map((line) => line.split(':')[0]);
          expect(names).to.include(rule);
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      });
    });
  }
});

import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { root } from '../support/repository/files.ts';
import { programIn } from '../support/repository/page-programs.ts';
import { type Unpacked, unpack } from './unpack.ts';

const program = programIn('docs/embedding.md', 'verify.mjs');
const sweep = programIn('docs/embedding.md', 'sweep.mjs');

/** Runs a file in the folder, with an empty environment. */
const run = (folder: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args], { cwd: folder, encoding: 'utf8', env: {} });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
};

const importsOf = (home: string): readonly string[] => {
  const files = readdirSync(join(home, 'dist'), { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.js'));
  const found = files.flatMap((file) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(home, 'dist', file), 'utf8'), true, true);
    return importedFiles.map(({ fileName }) => fileName);
  });
  return [...new Set(found.filter((name) => !name.startsWith('.')))].sort();
};

describe('the domain embedded in another program', function () {
  this.timeout(120_000);

  let unpacked: Unpacked;
  before(() => {
    unpacked = unpack([
      'packages/documents',
      'packages/domain',
      'packages/explain',
      'packages/events',
      'packages/backoffice',
      'packages/adapters/memory',
      'packages/record-store',
      'packages/contracts',
    ]);
    writeFileSync(join(unpacked.folder, 'verify.mjs'), program);
  });
  after(() => unpacked.remove());

  it('needs these packages and no other', () => {
    expect(unpacked.names).to.deep.equal([
      '@noble/hashes',
      '@portcullis/adapter-memory',
      '@portcullis/backoffice',
      '@portcullis/contracts',
      '@portcullis/documents',
      '@portcullis/domain',
      '@portcullis/events',
      '@portcullis/explain',
      '@portcullis/record-store',
      'canonicalize',
      'fp-ts',
      'io-ts',
      'mrz',
    ]);
  });

  it('verifies a person in ten statements', () => {
    const { statements } = ts.createSourceFile('verify.mjs', program, ts.ScriptTarget.Latest);
    expect(statements.length).to.be.at.most(10);
    const { status, stdout, stderr } = run(unpacked.folder, 'verify.mjs');
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    expect(stdout).to.match(/^approved \{\s+ok: true,\s+seq: 14,\s+hash: '[0-9a-f]{64}',\s+status: 'approved'\s+\}$/);
  });

  it('rejects with errors that have the tag and the fields of a reason', () => {
    const lines = [
      program.replace('verifyChain }', 'isRejection, verifyChain }'),
      "const error = await verification.getProfile({ caller, id: 'none' }).catch((caught) => caught);",
      'console.log(isRejection(error), error instanceof Error, error._tag, isRejection(new Error("a fault")));',
      "const refused = await verification.createProfile({ caller, reference: 'a', claimed: { dob: '' } }).catch((e) => e);",
      'console.log(refused.name, refused.message, refused.faults.length, refused.stack.includes("Invalid"));',
    ];
    writeFileSync(join(unpacked.folder, 'rejections.mjs'), lines.join('\n'));
    const { status, stdout, stderr } = run(unpacked.folder, 'rejections.mjs');
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    expect(stdout).to.match(/\ntrue true NotFound false\nInvalid \/claimed unknown field 1 true$/);
  });

  it('names the ports that are missing, and refuses a clock that tells no time', () => {
    const lines = [
      program,
      'const { faces, reader, ...rest } = ports;',
      'const messages = [rest, { ...ports, clock: () => "noon" }].map((some) => {',
      '  try { createVerification(some, {}); } catch (error) { return error.message; }',
      '});',
      'try { createVerification(ports); } catch (error) { messages.push(error.message); }',
      "createVerification({ ...ports, clock: () => new Date() }, { clientUrl: 'https://example.org' });",
      'console.log(messages.join("\\n"));',
    ];
    writeFileSync(join(unpacked.folder, 'ports.mjs'), lines.join('\n'));
    const { status, stdout, stderr } = run(unpacked.folder, 'ports.mjs');
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    expect(stdout).to.match(
      /\ncreateVerification is made without reader, faces\nthe clock answers neither a Date nor milliseconds since 1970\ncreateVerification is made without its options, such as { clientUrl }$/,
    );
  });

  it('declines the same document where specimens are not accepted', () => {
    const strict = program.replace('memoryPorts()', 'memoryPorts({ specimens: false })');
    expect(strict).not.to.equal(program);
    writeFileSync(join(unpacked.folder, 'strict.mjs'), strict);
    const { status, stdout } = run(unpacked.folder, 'strict.mjs');
    expect(status).to.equal(0);
    expect(stdout).to.match(/^declined \{\s+ok: true,/);
  });

  it('sweeps with the further statements of the page, and completes an erasure', () => {
    const lines = [
      program,
      'await verification.eraseProfile({ caller, id });',
      sweep,
      'const { redaction } = await promised(ports.profiles).getAny(id);',
      'console.log(seen, failures, redaction.completedAt !== null);',
    ];
    writeFileSync(join(unpacked.folder, 'sweep.mjs'), lines.join('\n'));
    const { status, stdout, stderr } = run(unpacked.folder, 'sweep.mjs');
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    expect(stdout).to.match(/\n1 \[\] true$/);
  });

  it('has builders of a person, a passport and a decision, and a clock that is moved by hand', () => {
    const played = (person: string) => [
      "import { aDecision, aPassport, aPerson, memoryClock, sequentialIds } from '@portcullis/adapter-memory/testing';",
      "const clock = memoryClock(Date.parse('2026-05-01T10:00:00.000Z'));",
      program
        .replace('memoryPorts()', 'memoryPorts({ clock, ids: sequentialIds(), reading: aPassport() })')
        .replace("reference: 'customer-1'", `reference: 'customer-1', claimed: ${person}`),
      'const { decision } = profile;',
      'console.log(decision.outcome, decision.at, Object.keys(aDecision()).filter((name) => !(name in decision)));',
      'clock.advance(366 * 86_400_000);',
      'await verification.sweep();',
      'console.log((await verification.getProfile({ caller, id })).profile.status, aDecision().outcome);',
    ];
    const outputs = ['aPerson()', "aPerson({ dateOfBirth: '1990-01-01' })"].map((person, n) => {
      writeFileSync(join(unpacked.folder, `builders-${n}.mjs`), played(person).join('\n'));
      const { status, stdout, stderr } = run(unpacked.folder, `builders-${n}.mjs`);
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
      return stdout.split('\n').slice(-2);
    });
    expect(outputs).to.deep.equal([
      ['approve 2026-05-01T10:00:00.000Z []', 'lapsed approve'],
      ['review 2026-05-01T10:00:00.000Z []', 'in_review approve'],
    ]);
  });

  it('has contracts that node:test runs, and that an adapter fails which breaks one', () => {
    const lines = [
      "import { describe, it } from 'node:test';",
      "import { randomIds, simulatedLiveness } from '@portcullis/adapter-memory';",
      "import { livenessProviderContract } from '@portcullis/contracts';",
      "import { TE } from '@portcullis/domain';",
      'const ids = randomIds((bytes) => crypto.getRandomValues(bytes));',
      'const simulated = ({ clock, scenario }) =>',
      "  simulatedLiveness({ clock, ids, region: 'none', scenarioOf: () => TE.right(scenario) });",
      'const broken = (given) => {',
      '  const provider = simulated(given);',
      '  return { ...provider, open: (asked) => provider.open({ ...asked, requestToken: ids.id() }) };',
      '};',
      "livenessProviderContract({ describe, it }, 'Whole', simulated);",
      "livenessProviderContract({ describe, it }, 'Broken', broken);",
    ];
    writeFileSync(join(unpacked.folder, 'adapter.test.mjs'), lines.join('\n'));
    const { status, stdout } = run(unpacked.folder, '--test', '--test-reporter=tap', 'adapter.test.mjs');
    expect(status).to.equal(1);
    const suites = stdout.match(/^ *(?:not )?ok \d+ - LivenessProvider contract: \w+$/gm)?.map((line) => line.trim());
    expect(suites).to.deep.equal([
      'ok 1 - LivenessProvider contract: Whole',
      'not ok 2 - LivenessProvider contract: Broken',
    ]);
  });

  it('has contracts of the stores of events and of operators, and of drivers, that node:test runs', () => {
    const suites = ['eventFeed', 'ledgerLog', 'webhookStores', 'recordScanner', 'workCounts'];
    const lines = [
      "import { describe, it } from 'node:test';",
      "import { memoryPorts } from '@portcullis/adapter-memory';",
      "import * as contracts from '@portcullis/contracts';",
      'const open = async () => memoryPorts();',
      ...suites.map((suite) => `contracts.${suite}Contract({ describe, it }, 'Example', open);`),
      "contracts.healthProbeContract({ describe, it }, 'Example', async () => memoryPorts().healthProbe);",
      "import { memoryDriver } from '@portcullis/record-store/memory';",
      'const openDriver = async () => {',
      '  const tables = { rows: new Map(), bytes: new Map(), named: { count: 0 } };',
      '  const isInRow = (text) => JSON.stringify([...tables.rows].map(([, rows]) => [...rows])).includes(text);',
      '  const removeBytes = async (id) => {',
      '    for (const key of tables.bytes.keys()) if (key.startsWith(id)) tables.bytes.delete(key);',
      '  };',
      '  return {',
      '    driver: memoryDriver(tables),',
      '    removeRow: async (table, id) => tables.rows.get(table).delete(id),',
      '    removeBytes,',
      '    placesOf: async (text) =>',
      "      isInRow(text) || [...tables.bytes.values()].some((bytes) => Buffer.from(bytes).includes(text)) ? ['here'] : [],",
      '  };',
      '};',
      "const drivers = Object.keys(contracts).filter((name) => name.startsWith('recordDriver'));",
      "for (const name of drivers) contracts[name]({ describe, it }, 'Example', openDriver);",
    ];
    writeFileSync(join(unpacked.folder, 'stores.test.mjs'), lines.join('\n'));
    const { status, stdout } = run(unpacked.folder, '--test', '--test-reporter=tap', 'stores.test.mjs');
    expect(stdout).to.match(/^# pass 1[1-3]\d$/m);
    expect(status).to.equal(0);
  });

  it('runs with only the language, random numbers, a text encoder and what seals records', () => {
    copyFileSync(join(root, 'test/embedding/bare-realm.mjs'), join(unpacked.folder, 'bare-realm.mjs'));
    const flags = ['--experimental-vm-modules', '--no-warnings'];
    const { status, stdout, stderr } = run(unpacked.folder, ...flags, 'bare-realm.mjs', 'verify.mjs');
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    expect(stdout).to.match(/^approved /);
  });

  it('is tested by a realm that reports the use of what only Node has', () => {
    copyFileSync(join(root, 'test/embedding/bare-realm.mjs'), join(unpacked.folder, 'bare-realm.mjs'));
    const flags = ['--experimental-vm-modules', '--no-warnings', 'bare-realm.mjs'];
    for (const [text, complaint] of [
      ["import 'node:os';", 'asks for node:os, which only Node has'],
      ['process.cwd();', 'process is not defined'],
      ['setTimeout(() => 1, 1);', 'setTimeout is not defined'],
    ] as const) {
      writeFileSync(join(unpacked.folder, 'planted.mjs'), text);
      const { status, stderr } = run(unpacked.folder, ...flags, 'planted.mjs');
      expect(status).to.equal(1);
      expect(stderr).to.include(complaint);
    }
  });

  for (const [name, imports] of [
    [
      '@portcullis/domain',
      [
        '@noble/hashes/hmac.js',
        '@noble/hashes/sha2.js',
        '@noble/hashes/utils.js',
        '@portcullis/documents',
        'canonicalize',
        'fp-ts/lib/Either.js',
        'fp-ts/lib/TaskEither.js',
        'fp-ts/lib/function.js',
        'io-ts',
      ],
    ],
    [
      '@portcullis/adapter-memory',
      [
        '@portcullis/documents',
        '@portcullis/domain',
        '@portcullis/domain/evidence',
        '@portcullis/domain/kernel',
        '@portcullis/domain/ports',
        '@portcullis/domain/use-cases',
        '@portcullis/record-store',
      ],
    ],
  ] as const) {
    it(`ships ${name} with imports of pure libraries alone`, () => {
      const found = importsOf(join(unpacked.folder, 'node_modules', name));
      expect(found).to.deep.equal(imports);
      expect(found.filter((specifier) => isBuiltin(specifier))).to.deep.equal([]);
    });
  }
});

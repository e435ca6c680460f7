import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { standardPolicy } from '@portcullis/domain';
import { type FlatPolicy, policyDigest } from '@portcullis/domain/checks';
import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { policyCommand } from '#cli/policy/policy-command';
import { dataKeysText } from '../../../support/builders/keyrings.ts';
import { aProductionPolicy as aPolicy } from '../../../support/builders/policies.ts';
import { readBody } from '../../../support/clients/api-client.ts';
import { adminAccount, usePocketbase } from '../../../support/servers/pocketbase.ts';
import { startProgram } from '../../../support/servers/program.ts';
import type { Variables } from '../../../support/servers/service-program.ts';
import { runSeparately } from '../../../support/services/commands.ts';

type Ran = {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly printed: string;
  readonly errors: readonly string[];
};

const ran = async (args: readonly string[], env: Variables = {}): Promise<Ran> => {
  const { code, errors, lines } = await runSeparately(policyCommand, env, ...args);
  return { code, lines: [...lines], printed: lines.join('\n'), errors };
};

/** Runs the same command as the program that an operator starts. */
const started = async (...args: readonly string[]): Promise<Ran> => {
  const program = startProgram('packages/cli/bin/portcullis.mjs', ['policy', ...args]);
  const { code } = await program.ended;
  const all = program.printed().trimEnd().split('\n');
  const isNote = (line: string): boolean => line.startsWith('New profiles of ');
  const lines = all.filter((line) => !isNote(line));
  return { code, printed: lines.join('\n'), lines, errors: all.filter(isNote) };
};

const standard = standardPolicy({ livenessThreshold: 75, specimens: false });
const unsafe = aPolicy({ faceMatch: { pass: 90, review: 95 }, biometricOverride: ['liveness'] });

describe('npx portcullis policy', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-policies-'));
  });
  beforeEach(() => database().empty());
  after(() => rmSync(folder, { recursive: true, force: true }));

  const environment = (changes: Variables = {}): Variables => ({
    DATABASE_URL: database().url,
    DB_USER_EMAIL: adminAccount.email,
    DB_USER_PASSWORD: adminAccount.password,
    DATA_KEYS: dataKeysText(),
    ...changes,
  });

  /** Writes a file that contains a policy, or another text. */
  const written = (name: string, content: FlatPolicy | string): string => {
    const file = join(folder, name);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };

  it('shows the built-in policy, as configured and in any version, without a database', async () => {
    const { code, printed } = await started('show', 'standard');
    expect([code, JSON.parse(printed)]).to.deep.equal([0, standard]);
    const stricter = await ran(['show', 'standard'], { FACE_LIVENESS_THRESHOLD: '90' });
    expect(JSON.parse(stricter.printed).version).to.equal('1+liveness.90');
    expect(stricter.errors).to.deep.equal(['New profiles of every partner get standard 1+liveness.90.']);
    const first = await ran(['show', 'standard', '1']);
    expect(JSON.parse(first.printed)).to.deep.equal(standardPolicy({ livenessThreshold: 75, specimens: false }));
    const missing = await ran(['show', 'standard', '9']);
    expect([missing.code, missing.printed, missing.errors.at(-1)]).to.deep.equal([
      1,
      '',
      'There is no policy standard 9.',
    ]);
  });

  it('lints files, prints a line for each finding, and fails for an error', async () => {
    const good = written('good.json', aPolicy());
    const bad = written('bad.json', unsafe);
    const noPolicy = written('no-policy.json', JSON.stringify({ ...aPolicy(), maxAttempts: 0, comment: 'laxer' }));
    const noJson = written('no-json.json', '{');
    const windows = written('windows.json', `\uFEFF${JSON.stringify(aPolicy(), null, 2).replaceAll('\n', '\r\n')}`);
    for (const file of [good, windows])
      expect(await ran(['lint', file])).to.include({ code: 0, printed: '0 errors, 0 warnings' });
    const latin = join(folder, 'latin.json');
    writeFileSync(latin, Buffer.from('{"id":"für-uns"}', 'latin1'));
    const { code, lines } = await ran(['lint', good, bad, noPolicy, noJson, latin, join(folder, 'nowhere.json')]);
    expect(code).to.equal(1);
    expect(lines.map((line) => line.replace(`${folder}/`, '').replace(/(is not JSON) .*/, '$1'))).to.deep.equal([
      'bad.json: error /faceMatch/review: is above pass: the bands are upside down',
      'bad.json: warning /biometricOverride/0: a reviewer alone may approve although liveness has not passed',
      'no-policy.json: error /comment: unknown field',
      'no-policy.json: error /maxAttempts: expected a whole number from 1 to 100',
      'no-json.json: error: is not JSON',
      'latin.json: error: cannot be read (it is not in UTF-8: save it as UTF-8)',
      'nowhere.json: error: cannot be read (ENOENT)',
      '6 errors, 1 warning',
    ]);
  });

  it('finds nothing in the built-in policy as shown, and an error once it is changed and keeps its name', async () => {
    const shown = written('shown.json', standard);
    expect(await ran(['lint', shown])).to.include({ code: 0, printed: '0 errors, 0 warnings' });
    const changed = written('changed.json', { ...standard, minimumAge: 21 });
    expect(await ran(['lint', changed])).to.include({
      code: 1,
      printed: `${changed}: error /id: "standard" is the name of the policy in the code\n1 error, 0 warnings`,
    });
  });

  it('adds a policy for every partner or for one, lists it and shows it', async () => {
    const first = aPolicy();
    const second = aPolicy({ version: '2', biometricOverride: ['liveness'] });
    const file = written('second.json', second);
    expect(await ran(['add', written('first.json', first)], environment())).to.include({
      code: 0,
      printed: 'strict 1 is kept, for every partner.',
    });
    expect((await ran(['add', file, '--partner', 'acme'], environment())).lines).to.deep.equal([
      `${file}: warning /biometricOverride/0: a reviewer alone may approve although liveness has not passed`,
      'strict 2 is kept, for the partner acme.',
    ]);
    expect((await ran(['list'], environment())).lines).to.deep.equal([
      `strict\t1\tevery partner\t${policyDigest(first)}`,
      `strict\t2\tpartner acme\t${policyDigest(second)}`,
    ]);
    const newest = await ran(['show', 'strict'], environment());
    expect([newest.code, JSON.parse(newest.printed)]).to.deep.equal([0, second]);
    const older = await ran(['show', 'strict', '1'], environment());
    expect([older.code, JSON.parse(older.printed)]).to.deep.equal([0, first]);
    expect(await ran(['show', 'lax'], environment())).to.deep.include({
      code: 1,
      errors: ['There is no policy lax.'],
    });
  });

  it('says which version new profiles get, beside the policy and for all policies', async () => {
    expect((await ran(['show'], environment())).lines).to.deep.equal([
      `standard\t1\tevery partner\t${policyDigest(standard)}`,
    ]);
    const versions = ['1', '2', '3', '4'].map((version) => aPolicy({ version }));
    const digests = versions.map(policyDigest);
    const [first = '', second = '', third = '', fourth = ''] = versions.map((policy) =>
      written(`${policy.version}.json`, policy),
    );
    await ran(['add', first], environment());
    await ran(['add', second, '--partner', 'acme'], environment());
    await ran(['add', third], environment());
    const note = async (...args: readonly string[]) => (await ran(['show', ...args], environment())).errors;
    // The newest version is for everybody, so that acme gets it too.
    expect(await note('strict', '2')).to.deep.equal(['New profiles of every partner get strict 3.']);
    await ran(['add', fourth, '--partner', 'acme'], environment());
    expect(await note('strict', '1')).to.deep.equal([
      'New profiles of every partner get strict 3. New profiles of the partner acme get strict 4.',
    ]);
    const { code, lines } = await ran(['show'], environment({ FACE_LIVENESS_THRESHOLD: '90' }));
    expect([code, lines.map((line) => line.split('\t').slice(0, 3).join(' '))]).to.deep.equal([
      0,
      ['standard 1+liveness.90 every partner', 'strict 3 every partner', 'strict 4 partner acme'],
    ]);
    expect(lines.slice(1).map((line) => line.split('\t')[3])).to.deep.equal([digests[2], digests[3]]);
    const withStandIn = await ran(['show', 'standard'], { AI_ENDPOINT_URL: 'http://127.0.0.1:9' });
    expect(withStandIn.errors).to.deep.equal(['New profiles of every partner get standard 1+specimens.']);
  });

  it('adds nothing with an error, and nothing different with an existing name', async () => {
    const bad = await ran(['add', written('bad.json', unsafe)], environment());
    expect([bad.code, bad.errors.at(-1)]).to.deep.equal([1, 'Nothing was added.']);
    const reserved = await ran(['add', written('standard.json', standard)], environment());
    expect([reserved.code, reserved.errors.at(-1)?.replace(/^.*: error/, 'error')]).to.deep.equal([
      1,
      'error /id: "standard" is the name of the policy in the code',
    ]);
    await ran(['add', written('one.json', aPolicy())], environment());
    expect(await ran(['add', written('one.json', aPolicy())], environment())).to.include({ code: 0 });
    const other = await ran(['add', written('other.json', aPolicy({ minimumAge: 21 }))], environment());
    expect(other).to.deep.include({
      code: 1,
      errors: [
        'strict 1 exists already, with another document or for others to choose. A change needs a version of its own.',
      ],
    });
    expect((await ran(['list'], environment())).lines).to.have.length(1);
  });

  it('prints the JSON Schema of a policy', async () => {
    const { code, printed } = await ran(['schema']);
    const Form = t.type({
      required: t.array(t.string),
      additionalProperties: t.literal(false),
      properties: t.record(t.string, t.unknown),
    });
    const Schema = t.type({
      $schema: t.literal('https://json-schema.org/draft/2020-12/schema'),
      anyOf: t.tuple([Form, Form]),
    });
    const [schema, withPaths] = readBody(Schema, JSON.parse(printed)).anyOf;
    expect(code).to.equal(0);
    const required = Object.keys(standard).filter((name) => !['rules', 'retention'].includes(name));
    expect(schema.required).to.deep.equal(required);
    const ofPath = ['steps', 'optionalSteps', 'checks'];
    expect(new Set(withPaths.required)).to.deep.equal(
      new Set([...required.filter((name) => !ofPath.includes(name)), 'paths', 'always']),
    );
    const bands = {
      type: 'object',
      properties: {
        pass: { type: 'number', minimum: 0, maximum: 100 },
        attack: { type: 'number', minimum: 0, maximum: 100 },
      },
      required: ['pass', 'attack'],
      additionalProperties: false,
    };
    expect(schema.properties['liveness']).to.deep.equal({
      ...bands,
      properties: { ...bands.properties, movement: bands },
    });
    expect(schema.properties['steps']).to.deep.equal({
      type: 'array',
      items: { type: 'string', enum: ['consent', 'document_front', 'document_back', 'liveness', 'device'] },
      uniqueItems: true,
    });
  });

  it('reports an invalid environment, and a database that does not answer', async () => {
    const unset = await ran(['list'], environment({ DATABASE_URL: '' }));
    expect([unset.code, unset.errors]).to.deep.equal([
      78,
      [
        'DATABASE_URL is missing; it must be an http or https address without credentials, query and fragment, or postgres://user:password@host/database.',
      ],
    ]);
    for (const args of [['list'], ['show'], ['show', 'strict'], ['add', written('good.json', aPolicy())]]) {
      const gone = await ran(args, environment({ DATABASE_URL: 'http://127.0.0.1:1' }));
      expect([gone.code, gone.errors.length], args.join(' ')).to.deep.equal([2, 1]);
      expect(gone.errors[0]).to.match(/^The record database cannot be used \(unavailable\): /);
    }
  });

  it('prints its help, and rejects unknown arguments', async () => {
    const help = await started('--help');
    expect([help.code, help.lines[0]]).to.deep.equal([0, 'Usage: npx portcullis policy [options] [command]']);
    expect(await started()).to.deep.equal({ ...help, code: 64 });
    for (const args of [['lint'], ['show', 'a', 'b', 'c'], ['list', '--partner', 'x'], ['lint', 'x', '--force']]) {
      expect((await ran(args)).code, args.join(' ')).to.equal(64);
    }
  });
});

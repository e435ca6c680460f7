import { databaseOutage } from '@portcullis/app';
import { acme, anAccount } from '@portcullis/contracts/builders';
import { unavailable } from '@portcullis/domain';
import { outageCauses, withOutageCause } from '@portcullis/domain/kernel';
import { type Simulator, simulatorKeys, startSimulator } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { doctorCommand } from '#cli/doctor/doctor-command';
import { secretFor } from '../../support/builders/secrets.ts';
import { someOf } from '../../support/effort.ts';
import { storeAt } from '../../support/objects/object-stores.ts';
import { simulatedPlace } from '../../support/objects/places.ts';
import { aPerson } from '../../support/records/stored-records.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustSucceed } from '../../support/run.ts';
import { useOwnPocketbase } from '../../support/servers/pocketbase.ts';
import { vendorsAt } from '../../support/servers/production.ts';
import { startProgram } from '../../support/servers/program.ts';
import { clientSecret, environmentOf, type Variables } from '../../support/servers/service-program.ts';
import { type StubServer, startStub } from '../../support/servers/stub-server.ts';
import { type CommandRun, runCommand, runPortcullis } from '../../support/services/commands.ts';

const dataKeys = `a:${Buffer.from(secretFor('data'), 'hex').toString('base64')}`;

type Examined = CommandRun & { readonly printed: string };

const withText = (run: CommandRun): Examined => ({ ...run, printed: run.lines.join('\n') });

const subjectsOf = ({ lines }: CommandRun, verdict: string): readonly string[] =>
  lines.filter((line) => line.startsWith(verdict)).map((line) => line.slice(9).split(': ')[0] ?? '');

/** Runs it, and has it say of nothing at all that it is both well and wrong. */
const doctor = async (env: Variables, ...options: readonly string[]): Promise<Examined> => {
  const run = await runCommand(doctorCommand, env, ...options);
  const wrong = new Set(subjectsOf(run, 'WRONG'));
  expect(subjectsOf(run, 'ok').filter((subject) => wrong.has(subject))).to.deep.equal([]);
  return withText(run);
};

/** Runs it as an operator does, in a process of its own. */
const startedDoctor = async (env: Variables, ...options: readonly string[]): Promise<Examined> =>
  withText(await runPortcullis(env, 'doctor', ...options));

const wrongOf = ({ lines }: Examined) => lines.filter((line) => line.startsWith('WRONG'));

describe('npx portcullis doctor', function () {
  this.timeout(120_000);
  const database = useOwnPocketbase();
  let simulator: Simulator;
  let stub: StubServer | null = null;
  /** What it prints about a correct setup. */
  let sound: Examined;

  before(async () => {
    simulator = await startSimulator({ environment: 'test' });
    await database().admin.settings.update({ rateLimits: { excludedIPs: [] } });
    sound = await startedDoctor(environment());
  });
  afterEach(async () => {
    simulator.reset();
    await stub?.close();
    stub = null;
  });
  after(() => simulator.close());

  const environment = (changes: Variables = {}): Variables => ({
    ...environmentOf(database().url, { FACE_LIVENESS_THRESHOLD: '80', ...vendorsAt(simulator.url) }),
    ...changes,
  });

  describe('with an object store', () => {
    const objects = (query = ''): Variables => ({
      FILES_URL: `s3://acme-files/production?region=eu-west-1&endpoint=${simulator.url}${query}`,
      FILES_ACCESS_KEY_ID: simulatorKeys.accessKeyId,
      FILES_SECRET_ACCESS_KEY: simulatorKeys.secretAccessKey,
      DATA_KEYS: dataKeys,
    });
    const saidOf = ({ lines }: Examined) => lines.filter((line) => line.includes('object store'));

    it('tries the bucket, and refuses one that keeps versions', async () => {
      expect(saidOf(await doctor(environment(objects())))).to.deep.equal([
        'ok       object store: an object can be stored, read, listed and removed.',
        'ok       object store, versions: the bucket keeps no versions.',
        'ok       object store, object lock: objects of the bucket can be removed at any time.',
      ]);
      simulator.script({ bucket: { versioning: 'Enabled' } });
      const refused = await doctor(environment(objects()));
      expect(wrongOf(refused).join()).to.match(/object store, versions: versioning is Enabled\./);
      expect(refused.code).to.equal(1);
    });

    it('says what is wrong with it, and not that the database were', async () => {
      simulator.script({ bucket: { exists: false } });
      const found = wrongOf(await doctor(environment(objects())));
      expect(found.map((line) => line.slice(9).split('. ')[0])).to.deep.equal([
        'record database: files cannot be written to the object store at FILES_URL',
        'object store, s3:PutObject: the store refuses it (NoSuchBucket)',
      ]);
    });

    it('finds a place whose object of its owner is missing, of another installation, or damaged', async () => {
      const files = database().admin.collection('files');
      const row = { profile: 'profile00000001', kind: 'selfie', content_type: 'image/jpeg', size: 1, sha256: 'bound:' };
      const { id } = await files.create({ ...row, object_key: 'a/b/c' });
      const found = async () =>
        wrongOf(await doctor(environment(objects()))).map((line) => line.slice(9).split('. ')[0]);
      expect(await found()).to.deep.equal([
        'object store: Files are in an object store, and the place that FILES_URL names has no object that is named installation',
      ]);
      const place = { ...simulatedPlace(simulator), bucket: 'acme-files' };
      await mustSucceed(storeAt(place, { prefix: 'production/' }).put('installation', Buffer.from('f'.repeat(64))));
      expect(await found()).to.deep.equal(['object store: The objects at FILES_URL are those of another installation']);
      simulator.script({ bucket: {}, faults: [{ vendor: 's3', operation: 'GetObject', kind: 'wrong_types' }] });
      expect(await found()).to.include('object store: the object that is named installation is damaged');
      await files.delete(id);
    });
  });

  it('finds no fault in a correct setup, prints a line for each finding, and exits with 0', async () => {
    expect(wrongOf(sound)).to.deep.equal([]);
    const subjects = sound.lines.slice(0, -1).map((line) => /^\S+ +([^:]+(?::\w+)?):/.exec(line)?.[1]);
    expect(subjects).to.deep.equal([
      'Node.js',
      'environment',
      'environment LEDGER_SIGNING_KEY',
      'record database',
      'record database',
      'record database',
      'clock',
      'clock',
      'AWS keys',
      'permission rekognition:CreateFaceLivenessSession',
      'permission rekognition:GetFaceLivenessSessionResults',
      'permission rekognition:DetectFaces',
      'permission rekognition:CompareFaces',
      'permission sts:GetFederationToken',
      'permission rekognition:StartFaceLivenessSession',
      'document AI key',
      'document AI model claude-sonnet-5-5',
      'document AI images',
      'document AI structured outputs',
      'Fingerprint secret key',
      'Fingerprint region',
      'Fingerprint subscription',
    ]);
    expect(sound.lines.at(-1)).to.match(/^\d+ ok, \d+ warnings, 0 unknown, 0 wrong$/);
    expect(sound.code).to.equal(0);
  });

  it('names damaged profiles and members of staff, some of many, and counts them', async () => {
    const { profiles, staffDirectory } = storesOver(database().client);
    for (let n = 0; n < 22; n += 1) await mustSucceed(profiles.insert(aPerson(), null));
    await mustSucceed(staffDirectory.insert(anAccount()));
    const wrong = async () => wrongOf(await doctor(environment())).map((line) => line.slice(9));
    expect(await wrong()).to.deep.equal([]);
    const { items } = await mustSucceed(profiles.list(acme, { limit: 30 }));
    const ids = items.map(({ id }) => id).toSorted();
    const remedy = 'Run npx portcullis ledger verify, which says why, and restore them from the backup.';
    await database().admin.sql.run(`UPDATE data_keys SET key_id = 'other' WHERE profile = '${ids[21]}'`);
    expect(await wrong()).to.deep.equal([
      `profiles: one row does not open, or contradicts itself: ${ids[21]}. ${remedy}`,
    ]);
    await database().admin.sql.run(
      `UPDATE profiles SET version = 99 WHERE id <> '${ids[0]}'; UPDATE staff_members SET version = 9`,
    );
    const many = 'rows do not open, or contradict themselves';
    expect(await wrong()).to.deep.equal([
      `staff: one row does not open, or contradicts itself: ${anAccount().member.staffId}. Restore them from the backup, or disable and add them again.`,
      `profiles: 21 ${many}: ${ids.slice(1, 21).join(', ')} and 1 more. ${remedy}`,
    ]);
    await database().admin.sql.run(
      ['profiles', 'ledger', 'staff_members', 'data_keys', 'service_keys']
        .map((table) => `DELETE FROM ${table}`)
        .join(';'),
    );
  });

  it('has the local reader read an MRZ when it is configured, and does not look up an unused model', async () => {
    const choices = [
      ['both', true],
      ['local', false],
    ] as const;
    for (const [choice, model] of someOf(choices, 1)) {
      const examined = await doctor(environment({ DOCUMENT_READER: choice }));
      expect(wrongOf(examined)).to.deep.equal([]);
      const [found] = examined.lines.filter((line) => line.includes('local document reader'));
      expect(found).to.match(
        /^ok {7}local document reader: it reads a machine-readable zone in \d+ ms, with the start/,
      );
      expect(examined.lines.some((line) => line.includes('document AI model'))).to.equal(model);
    }
  });

  it('lists the faults of the environment, and examines nothing else', async () => {
    const examined = await doctor({ ...environment(), JWT_SECRET: 'short', AI_MODEL: '' });
    expect(wrongOf(examined).map((line) => line.replace(/ docs\/.*$/, ''))).to.deep.equal([
      'WRONG    environment JWT_SECRET: must be at least 32 bytes long.',
      'WRONG    environment AI_MODEL: is missing; it must be the name of a model.',
    ]);
    expect(examined.code).to.equal(78);
    expect(simulator.requests()).to.deep.equal([]);
  });

  it('reports a database that is unreachable, and one that rejects the password', async () => {
    const faults = [
      [{ DATABASE_URL: 'http://127.0.0.1:1' }, 'nothing listens at its address. Is it running at DATABASE_URL?'],
      [{ DB_USER_PASSWORD: 'not the password' }, 'it does not accept the account. Correct DB_USER_EMAIL and'],
    ] as const;
    for (const [change, sentence] of faults) {
      const examined = await doctor(environment(change));
      expect(wrongOf(examined)).to.have.length(1);
      expect(wrongOf(examined)[0]).to.include(`WRONG    record database: ${sentence}`);
      expect(examined.code).to.equal(1);
    }
  });

  it('reports a database of another installation, and prints the id of this one', async () => {
    const id = /its installation id is ([0-9a-f]{64})\./.exec(sound.printed)?.[1] ?? '';
    expect(wrongOf(await doctor(environment({ DATABASE_INSTALLATION_ID: id })))).to.deep.equal([]);
    const wrong = wrongOf(await doctor(environment({ DATABASE_INSTALLATION_ID: '0'.repeat(64) })));
    expect(wrong).to.have.length(1);
    expect(wrong[0]).to.include('record database: it is another one than it should be, or an older state of it.');
  });

  for (const [engine, other] of [
    ['pocketbase', /PostgreSQL|pg_|npx portcullis migrate/],
    ['postgres', /PocketBase|DB_USER_|superuser/],
  ] as const)
    it(`has a sentence of its own for every cause of an outage of a ${engine}, and names no other engine`, () => {
      const explained = outageCauses.map((cause) =>
        databaseOutage(withOutageCause(unavailable('database', undefined), cause), engine),
      );
      expect(new Set(explained.map(({ found }) => found)).size).to.equal(outageCauses.length);
      for (const { found, remedy } of explained) {
        expect(`${found} ${remedy}`).to.match(/^[a-z].*\. [A-Z].*[.?]$/);
        expect(`${found} ${remedy}`).to.not.match(other);
      }
    });

  it('reports a wrong setting of the database', async () => {
    await database().admin.settings.update({ batch: { enabled: false } });
    try {
      const examined = await doctor(environment());
      expect(wrongOf(examined)).to.have.length(1);
      expect(wrongOf(examined)[0]).to.match(/^WRONG {4}record database: Batch requests are off\. Turn them on/);
    } finally {
      await database().admin.settings.update({ batch: { enabled: true } });
    }
  });

  it('reports any denied permission', async () => {
    for (const denied of ['rekognition:CompareFaces', 'rekognition:DetectFaces', 'sts:GetFederationToken']) {
      simulator.reset();
      simulator.script({ denied: [denied] });
      const wrong = wrongOf(await doctor(environment()));
      expect(wrong, denied).to.have.length(1);
      expect(wrong[0]).to.include(`permission ${denied}: `);
    }
  });

  it('reports a role that cannot be assumed', async () => {
    simulator.script({ denied: ['sts:AssumeRole'] });
    const role = { CLOUD_LIVENESS_ROLE_ARN: 'arn:aws:iam::123456789012:role/liveness' };
    const wrong = wrongOf(await doctor(environment(role)));
    expect(wrong).to.have.length(1);
    expect(wrong[0]).to.include('permission sts:AssumeRole: ');
  });

  it('reports keys and a model that the vendors do not know', async () => {
    const examined = await doctor(
      environment({ CLOUD_SECRET_ACCESS_KEY: 'another', AI_MODEL: 'no-such-model', FINGERPRINT_SECRET_KEY: 'another' }),
    );
    expect(wrongOf(examined).map((line) => line.split(': ')[0])).to.deep.equal([
      'WRONG    AWS keys',
      'WRONG    document AI model no-such-model',
      'WRONG    Fingerprint secret key',
    ]);
    expect(examined.code).to.equal(1);
  });

  it('reports what the running service has seen of proxies that are not trusted', async () => {
    stub = await startStub((_, response) => response.end('portcullis_unread_forwarding_total 3\n'));
    const { printed } = await doctor(environment({ MANAGEMENT_PORT: new URL(stub.url).port }));
    expect(printed).to.match(/^warning {2}environment TRUSTED_PROXIES: 3 connections to the running service /m);
    expect(sound.printed).not.to.include('TRUSTED_PROXIES');
  });

  it('reports a clock that is ten minutes off', async () => {
    stub = await startStub((_, response) => {
      response.writeHead(403, { Date: new Date(Date.now() - 601_000).toUTCString() }).end();
    });
    const wrong = wrongOf(await doctor(environment({ CLOUD_ENDPOINT_URL: stub.url })));
    expect(wrong[0]).to.match(/^WRONG {4}clock: it is 6\d\d seconds ahead of the time of AWS; a service is not ready,/);
  });

  it('reports a clock that is 400 days ahead of that of the record database', async () => {
    stub = await startStub((_, response) => {
      response.writeHead(403, { Date: new Date(Date.now() - 400 * 86_400_000).toUTCString() }).end();
    });
    const wrong = wrongOf(await doctor(environment({ DATABASE_URL: stub.url })));
    const clock = wrong.find((line) => line.includes('clock:'));
    expect(clock).to.match(
      /^WRONG {4}clock: it is 345\d{5} seconds ahead of the time of the record database; a service is not ready, and does nothing by time, while it is more than 60 off\. Synchronise/,
    );
  });

  it('reports a vendor that does not answer, and still examines the others', async () => {
    const examined = await doctor(environment({ FINGERPRINT_ENDPOINT_URL: 'http://127.0.0.1:1' }));
    expect(examined.printed).to.include('ok       document AI key');
    expect(examined.lines.filter((line) => /^(WRONG|unknown) +Fingerprint/.test(line))).not.to.deep.equal([]);
    expect(examined.code).to.equal(2);
  });

  it('prints no secret, whatever it finds', async () => {
    const env = environment();
    const bad = environment({ CLOUD_SECRET_ACCESS_KEY: 'c4n4ry-cloud', AI_API_KEY: 'c4n4ry-ai' });
    const secrets = [
      'DB_USER_PASSWORD',
      'JWT_SECRET',
      'CLOUD_SECRET_ACCESS_KEY',
      'AI_API_KEY',
      'FINGERPRINT_SECRET_KEY',
    ];
    const { printed } = sound;
    for (const name of secrets) expect(printed).not.to.include(env[name]);
    expect(printed).not.to.include(clientSecret).and.not.to.include('123456789012');
    expect((await startedDoctor(bad)).printed).not.to.include('c4n4ry');
  });
});

describe('npx portcullis', function () {
  this.timeout(120_000);

  it('is installed with the packages, and lists its commands', async () => {
    const program = startProgram('npx', ['--no-install', 'portcullis'], { env: { npm_config_loglevel: 'silent' } });
    expect((await program.ended).code).to.equal(64);
    expect(program.printed()).to.match(/^ {2}access-log +prints who has looked at what$/m);
  });
});

import { resolve } from 'node:path';
import { E } from '@portcullis/domain';
import { defaultConsentTexts } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { readConfig } from '#app/config/config';
import { testVariableNames, variableNames } from '#app/config/environment';
import { client, clients, complete, configOf, faultsOf, limitRows } from '../../../support/builders/configurations.ts';
import { secretFor } from '../../../support/builders/secrets.ts';
import { textOf } from '../../../support/repository/files.ts';

const aKey = Buffer.from(secretFor('data'), 'hex').toString('base64');
const account = { url: 'http://database:8090', email: 'admin@example.com', password: 'password of the database' };
const url = 'an http or https address without credentials, query and fragment';
const word = 'one word, without blanks';
const seconds = 'a whole number from 60 to 86400';
const port = 'a whole number from 0 to 65535';

/**
 * The rejected values of each variable, and the rule that is shown for them. `required` variables are also rejected
 * when missing.
 */
const table: readonly {
  readonly name: string;
  readonly required?: true;
  readonly rule: string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}[] = [
  {
    name: 'DATABASE_URL',
    required: true,
    rule: `${url}, or postgres://user:password@host/database`,
    good: ['http://127.0.0.1:8090', 'https://db.example.com/base'],
    bad: ['database:8090', 'ftp://db', 'http://user:hush@db', 'http://db/?q=hush', 'http://db/#hush', 'not a url'],
  },
  { name: 'DB_USER_EMAIL', required: true, rule: 'an email address', good: ['a@b.c'], bad: ['admin', 'a b@c', '@'] },
  { name: 'DB_USER_PASSWORD', required: true, rule: 'not empty', good: ['x', ' with blanks '], bad: [] },
  {
    name: 'JWT_SECRET',
    required: true,
    rule: 'at least 32 bytes long',
    good: [secretFor('signing').slice(0, 32), `${secretFor('signing').slice(0, 28)}éé`],
    bad: ['s'.repeat(31), 'é'.repeat(15)],
  },
  {
    name: 'CLIENT_URL',
    required: true,
    rule: url,
    good: ['http://localhost:3000', 'https://a.b/c'],
    bad: ['localhost', 'javascript:alert(1)', 'https://a.b/#x'],
  },
  {
    name: 'CLOUD_REGION',
    required: true,
    rule: 'a region such as eu-west-1',
    good: ['us-gov-west-1', 'ap-southeast-2'],
    bad: ['europe', 'eu-west', 'EU-WEST-1', 'eu-west -1'],
  },
  { name: 'CLOUD_ACCESS_KEY_ID', required: true, rule: word, good: ['AKID'], bad: ['two words', 'line\nbreak'] },
  { name: 'CLOUD_SECRET_ACCESS_KEY', required: true, rule: word, good: ['a/b+c='], bad: ['two words'] },
  { name: 'AI_MODEL', required: true, rule: 'the name of a model', good: ['m-1.0', 'a/b:c'], bad: ['two words', '-m'] },
  { name: 'AI_API_KEY', required: true, rule: word, good: ['k_1'], bad: ['two words'] },
  { name: 'FINGERPRINT_SECRET_KEY', required: true, rule: word, good: ['k'], bad: ['two words'] },
  { name: 'JWT_ISSUER', rule: word, good: ['https://issuer.example'], bad: ['an issuer'] },
  { name: 'JWT_AUDIENCE', rule: word, good: ['portcullis'], bad: ['an audience'] },
  {
    name: 'JWT_TTL_SECONDS',
    rule: seconds,
    good: ['60', '86400'],
    bad: ['59', '86401', '3600s', '-60', '6e2', '60.0', '6 0'],
  },
  { name: 'FLOW_TOKEN_TTL_SECONDS', rule: seconds, good: ['60', '86400'], bad: ['59', '86401', 'hour'] },
  {
    name: 'DOMAIN',
    rule: 'a domain such as example.com in small letters, an international one in its xn-- form, of at most 244 characters, with its port unless it is 443',
    good: ['example.com', 'localhost', 'localhost:8443', 'id.example.co.uk', 'xn--bcher-kva.example'],
    bad: ['https://a.b', 'a.b/', 'A.b', 'a.b:443', 'a.b:70000', 'a.b.', '.a.b', '*.a.b', 'bücher.example', '127.0.0.1'],
  },
  { name: 'PUBLIC_URL', rule: url, good: ['http://127.0.0.1:8000/'], bad: ['api.example', 'https://a.b/?a=b'] },
  {
    name: 'ALLOWED_ORIGINS',
    rule: 'origins such as https://app.example.com, separated by commas, without paths',
    good: ['https://a.b', 'https://a.b, http://localhost:5173'],
    bad: ['*', 'https://a.b/path', 'a.b', 'https://a.b,,https://c.d', 'null'],
  },
  {
    name: 'CLOUD_LIVENESS_ROLE_ARN',
    rule: 'the ARN of an IAM role',
    good: ['arn:aws:iam::123456789012:role/liveness', 'arn:aws-cn:iam::123456789012:role/a/b'],
    bad: ['role', 'arn:aws:iam::1:role/x', 'arn:aws:iam::123456789012:user/x'],
  },
  {
    name: 'FACE_LIVENESS_THRESHOLD',
    rule: 'a whole number from 0 to 100',
    good: ['0', '100'],
    bad: ['101', '-1', '75.5', '75%'],
  },
  { name: 'LIVENESS_PROVIDER', rule: 'one of aws, none', good: ['aws'], bad: ['AWS', 'rekognition', 'presence'] },
  { name: 'FACE_PROVIDER', rule: 'one of aws, none', good: ['aws', 'none'], bad: ['AWS', 'local'] },
  { name: 'AI_PROVIDER', rule: 'one of anthropic, none', good: ['anthropic'], bad: ['openai-compatible', 'no'] },
  { name: 'DEVICE_PROVIDER', rule: 'one of fingerprint, none', good: ['fingerprint', 'none'], bad: ['own'] },
  {
    name: 'DOCUMENT_READER',
    rule: 'one of ai, local, both',
    good: ['ai', 'local', 'both'],
    bad: ['AI', 'ocr', 'ai,local'],
  },
  { name: 'FINGERPRINT_REGION', rule: 'one of us, eu, ap', good: ['us', 'eu', 'ap'], bad: ['EU', 'asia'] },
  { name: 'PORT', rule: port, good: ['0', '3000', '65535'], bad: ['65536', 'http', '8 0'] },
  { name: 'MANAGEMENT_PORT', rule: port, good: ['0', '65535'], bad: ['-1', '70000'] },
  {
    name: 'HOST',
    rule: 'an address or host name to listen on',
    good: ['127.0.0.1', '::', 'localhost'],
    bad: ['a b', 'http://host'],
  },
  { name: 'MANAGEMENT_HOST', rule: 'an address or host name to listen on', good: ['0.0.0.0'], bad: ['a/b'] },
  {
    name: 'DATA_KEYS',
    rule: 'keys of the form id:base64 of 32 random bytes, separated by commas, each id once',
    good: [`k1:${aKey}`, `k2:${aKey}, k1:${aKey}`],
    bad: ['k1', `k1:${aKey.slice(4)}`, `k1:${aKey},k1:${aKey}`, aKey, `k1:${aKey.replace('=', '')}`, `k 1:${aKey}`],
  },
  {
    name: 'DATA_KEYS_FILE',
    rule: 'the absolute path of a file',
    good: ['/nowhere/data-keys'],
    bad: ['data-keys', '/nowhere/', '/a\nb'],
  },
  {
    name: 'LOG_LEVEL',
    rule: 'one of fatal, error, warn, info, debug, trace, silent',
    good: ['silent', 'debug'],
    bad: ['verbose', 'INFO'],
  },
  {
    name: 'NODE_ENV',
    rule: 'one of production, development, test',
    good: ['production', 'test'],
    bad: ['staging', 'prod'],
  },
  {
    name: 'STARTUP_TIMEOUT_SECONDS',
    rule: 'a whole number from 0 to 3600',
    good: ['0', '3600'],
    bad: ['3601', 'never'],
  },
  ...limitRows,
  {
    name: 'REDIS_URL',
    rule: 'a redis or rediss address',
    good: ['redis://127.0.0.1:6379', 'rediss://user:hush@redis.example.com/2'],
    bad: ['127.0.0.1:6379', 'http://redis', 'redis:', 'redis'],
  },
  {
    name: 'TRUSTED_PROXIES',
    rule: 'addresses or networks such as 10.0.0.0/8, separated by commas',
    good: ['10.0.0.0/8', '10.0.0.1, fd00::/8,::1'],
    bad: ['proxy', '10.0.0.0/33', '10.0.0.0/8/8', 'fd00::/129', '10.0.0.1,,10.0.0.2', '*'],
  },
  {
    name: 'JWT_CLIENTS_JSON',
    rule: 'a JSON array of clients',
    good: [clients({}), clients({ team_id: 't' }), clients({ team_id: null })],
    bad: ['[', '{}', '[]', 'null', '42'],
  },
];

describe('the configuration', () => {
  it('has defaults for a complete environment', () => {
    const config = configOf({});
    expect(config).to.deep.equal({
      environment: 'production',
      logLevel: 'info',
      api: { host: '0.0.0.0', port: 8000 },
      management: { host: '127.0.0.1', port: 9000, allowedHosts: [] },
      startupTimeoutSeconds: 60,
      stopDrainSeconds: 3,
      stopRequestSeconds: 20,
      files: null,
      database: { ...account, installation: null },
      tokens: {
        secret: secretFor('signing'),
        verifySecret: null,
        issuer: 'https://verify.example.com',
        audience: 'portcullis',
        otherIssuers: [],
        uncheckedElsewhere: ['iss', 'aud'],
        unregisteredClients: 'accept',
        assertionAudiences: ['https://verify.example.com'],
        ttlSeconds: 3600,
        flowTtlSeconds: 3600,
        clients: [],
      },
      web: { clientUrl: 'https://verify.example.com', allowedOrigins: [], domainOrigins: [], publicUrl: null },
      cloud: {
        region: 'eu-west-1',
        accessKeyId: 'AKIDEXAMPLE',
        secretAccessKey: 'cloud/secret',
        livenessRoleArn: null,
        endpoint: null,
      },
      providers: { liveness: 'aws', faces: 'aws', devices: 'fingerprint' },
      specimens: false,
      livenessThreshold: 75,
      documentReader: 'ai',
      ai: { model: 'a-model', apiKey: 'ai-key', endpoint: null },
      fingerprint: { secretKey: 'fingerprint-key', region: 'us', agent: null, endpoint: null },
      ledger: { signingKey: null },
      vendorDeadlineMs: null,
      limits: {
        rates: { clientPerMinute: 300, flowPerMinute: 60, tokenPerMinute: 20 },
        redisUrl: null,
        trustedProxies: [],
        connections: 4000,
        connectionsPerAddress: 1000,
        requestsPerConnection: 1000,
        reviewSlaHours: 24,
        maxOpenClaims: 10,
        tenantBytes: null,
        headersSeconds: 15,
        requestSeconds: 180,
        stallSeconds: 30,
        requests: {
          urlBytes: 8192,
          jsonBytes: 65_536,
          jsonDepth: 16,
          multipartBytes: 120 * 1024 * 1024,
          imageBytes: 10 * 1024 * 1024,
          textBytes: 16_384,
          uploadBytesInFlight: 480 * 1024 * 1024,
        },
        headerBytes: 16_384,
        imageDecodes: 2,
        profileBytes: 60_000_000,
        budgets: { document_reader: null, liveness: null, faces: null, device: null },
        decodedBytesPerHour: 2_000_000_000,
      },
      consentTexts: defaultConsentTexts,
      dataKeys: { keys: config.dataKeys.keys, file: resolve('.portcullis/data-keys'), areNew: true },
      staff: null,
      webhooks: { allowHttp: false, allowedNetworks: [] },
      accessLogDays: 400,
      databaseDir: null,
    });
  });

  it('reports every missing variable at once, and no other', () => {
    const read = readConfig({});
    expect(E.isLeft(read) && read.left.map(({ name }) => name)).to.have.members(
      table.filter(({ required }) => required).map(({ name }) => name),
    );
  });

  it('reports every invalid variable at once', () => {
    const bad = table.filter((row) => row.bad.length > 0);
    const read = readConfig({ ...complete, ...Object.fromEntries(bad.map((row) => [row.name, row.bad[0]])) });
    expect(E.isLeft(read) && read.left.map(({ name }) => name)).to.have.members(bad.map(({ name }) => name));
  });

  for (const { name, required, rule, good, bad } of table) {
    for (const value of good)
      it(`accepts ${name} as ${JSON.stringify(value).slice(0, 60)}`, () => {
        expect(faultsOf({ [name]: value })).to.deep.equal([]);
      });
    for (const value of bad)
      it(`rejects ${name} as ${JSON.stringify(value).slice(0, 60)} by its rule alone`, () => {
        expect(faultsOf({ [name]: value })).to.deep.equal([{ name, rule: `must be ${rule}` }]);
      });
    it(`treats an empty ${name} as not set`, () => {
      expect(faultsOf({ [name]: '' })).to.deep.equal(faultsOf({ [name]: undefined }));
      expect(faultsOf({ [name]: '' })).to.deep.equal(
        required ? [{ name, rule: `is missing; it must be ${rule}` }] : [],
      );
    });
  }

  it('names a variable before whose name another program has left a byte order mark', () => {
    const rule = 'has a byte order mark before its name: save the file that it is read from as UTF-8 without one';
    expect(faultsOf({ '\uFEFFDATA_KEYS': 'whatever' })).to.deep.equal([{ name: 'DATA_KEYS', rule }]);
  });

  it('names a variable in whose name a paste has left a character that is not seen', () => {
    for (const [written, code] of [
      ['\u200BDATA_KEYS', '200B'],
      ['\u00A0DATA_KEYS', '00A0'],
      ['DATA\uFEFF_KEYS', 'FEFF'],
      ['DATA_KEYS\u2060', '2060'],
    ] as const) {
      const rule = `has a character in its name that is not seen (U+${code}): write the name again`;
      expect(faultsOf({ [written]: 'whatever' }), code).to.deep.equal([{ name: 'DATA_KEYS', rule }]);
    }
    expect(faultsOf({ '\u200BOF_ANOTHER_PROGRAM': 'whatever' })).to.deep.equal([]);
  });

  it('takes blanks and line ends around a value for no part of it, and says so of a secret', () => {
    const changes = {
      JWT_SECRET: ` ${complete.JWT_SECRET}\r\n`,
      DB_USER_PASSWORD: 'a b\n',
      PORT: ' 8080\t',
      HOST: ' ',
      DATA_KEYS: `a:${aKey}\n`,
    };
    expect(configOf(changes)).to.deep.equal(
      configOf({ JWT_SECRET: complete.JWT_SECRET, DB_USER_PASSWORD: 'a b', PORT: '8080', DATA_KEYS: `a:${aKey}` }),
    );
    const rule = 'has blanks or a line end around it, which are no part of it';
    const read = readConfig({ ...complete, ...changes });
    const warned = E.isRight(read) ? read.right.warnings.filter((one) => one.rule === rule) : [];
    expect(warned.map(({ name }) => name)).to.deep.equal(['DB_USER_PASSWORD', 'JWT_SECRET']);
  });

  it('refuses a value in quotes by its name, whichever variable it is of', () => {
    const rule = 'must not be in quotes, which would be a part of it';
    for (const name of ['JWT_SECRET', 'DB_USER_PASSWORD', 'FINGERPRINT_SECRET_KEY', 'AI_API_KEY', 'DATA_KEYS'])
      for (const [open, close] of ['""', "''", '\u201c\u201d'].map((pair) => [...pair]))
        expect(faultsOf({ [name]: ` ${open}${'k3y-'.repeat(12)}${close}\n` }), name).to.deep.include({ name, rule });
    const clients = (client_secret: string) =>
      JSON.stringify([{ client_id: 'a', client_secret, partner_id: 'a', scopes: ['profiles:read'] }]);
    for (const wrong of [`"${'s3cret-'.repeat(4)}"`, ` ${'s3cret-'.repeat(4)}`])
      expect(faultsOf({ JWT_CLIENTS_JSON: clients(wrong) })[0]?.name).to.equal('JWT_CLIENTS_JSON[0].client_secret');
    expect(faultsOf({ JWT_CLIENTS_JSON: clients('s3cret-'.repeat(4)) })).to.deep.equal([]);
  });

  it('never repeats a value, whatever is wrong', () => {
    const canary = 'c4n4ry s3cr3t';
    const names = table.map(({ name }) => name);
    const inClients = [
      JSON.stringify([{ ...client, [canary]: canary }]),
      JSON.stringify([
        { client_id: canary, client_secret: `${canary}\n`, partner_id: `${canary}\n`, scopes: [canary] },
      ]),
      `[{"client_id":"${canary}"`,
      canary,
    ];
    for (const JWT_CLIENTS_JSON of inClients) {
      const read = readConfig({ ...Object.fromEntries(names.map((name) => [name, canary])), JWT_CLIENTS_JSON });
      expect(JSON.stringify(read)).to.not.include('c4n4ry');
    }
  });

  it('rejects the same port for both listeners, but not two free ones', () => {
    const fault = { name: 'MANAGEMENT_PORT', rule: 'must be another port than PORT' };
    expect(faultsOf({ PORT: '9000' })).to.deep.equal([fault]);
    expect(faultsOf({ MANAGEMENT_PORT: '8000' })).to.deep.equal([fault]);
    expect(faultsOf({ PORT: '0', MANAGEMENT_PORT: '0' })).to.deep.equal([]);
  });

  it('is documented variable by variable, on the page and in the example', () => {
    const documented = textOf('docs/configuration.md').match(/^\| `[A-Z_`, ]+ \|/gm) ?? [];
    const named = documented.flatMap((cell) => cell.match(/[A-Z][A-Z_]+/g) ?? []);
    expect(named).to.have.members(variableNames);
    const example = textOf('.env.example').match(/^[A-Z_]+(?==)/gm) ?? [];
    const forDeployments = variableNames.filter((name) => !testVariableNames.includes(name));
    expect(example.filter((name) => !/^DB_(ADMIN_|ENCR)/.test(name))).to.have.members(forDeployments);
  });

  it('keeps the order of the keyring', () => {
    const bytes = Uint8Array.from(Buffer.from(aKey, 'base64'));
    expect(configOf({ DATA_KEYS: `new:${aKey},old:${aKey}` }).dataKeys).to.deep.equal({
      keys: [
        { id: 'new', key: bytes },
        { id: 'old', key: bytes },
      ],
      file: null,
      areNew: false,
    });
  });
});

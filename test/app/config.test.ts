import { type Config, readConfig, variableNames } from '@portcullis/app';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { textOf } from '../support/repository.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const complete: Variables = {
  DATABASE_URL: 'http://database:8090/',
  DB_USER_EMAIL: 'admin@example.com',
  DB_USER_PASSWORD: 'password of the database',
  JWT_SECRET: 'j'.repeat(32),
  CLIENT_URL: 'https://verify.example.com',
  CLOUD_REGION: 'eu-west-1',
  CLOUD_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  CLOUD_SECRET_ACCESS_KEY: 'cloud/secret',
  AI_MODEL: 'a-model',
  AI_API_KEY: 'ai-key',
  FINGERPRINT_SECRET_KEY: 'fingerprint-key',
};

const aKey = Buffer.alloc(32, 7).toString('base64');
const client = {
  client_id: 'acme',
  client_secret: 'acme-secret-of-32-characters-okay',
  partner_id: 'p1',
  scopes: ['profiles:read'],
};
const clients = (...changes: object[]) => JSON.stringify(changes.map((change) => ({ ...client, ...change })));

const configOf = (variables: Variables): Config => {
  const read = readConfig({ ...complete, ...variables });
  if (E.isLeft(read)) throw new Error(read.left.map(({ name, rule }) => `${name} ${rule}`).join('; '));
  return read.right.config;
};

const faultsOf = (variables: Variables) => {
  const read = readConfig({ ...complete, ...variables });
  return E.isLeft(read) ? read.left : [];
};

const warningsOf = (variables: Variables) => {
  const read = readConfig({ ...complete, ...variables });
  if (E.isLeft(read)) throw new Error('the configuration is not accepted');
  return read.right.warnings.map(({ name }) => name);
};

const url = 'an http or https address without credentials, query and fragment';
const word = 'one word, without blanks';
const seconds = 'a whole number from 60 to 86400';
const port = 'a whole number from 0 to 65535';

/** What is refused for each variable, and the rule that is then shown. `required` ones are also refused when missing. */
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
    rule: url,
    good: ['http://127.0.0.1:8090', 'https://db.example.com/base'],
    bad: ['database:8090', 'ftp://db', 'http://user:hush@db', 'http://db/?q=hush', 'http://db/#hush', 'not a url'],
  },
  { name: 'DB_USER_EMAIL', required: true, rule: 'an email address', good: ['a@b.c'], bad: ['admin', 'a b@c', '@'] },
  { name: 'DB_USER_PASSWORD', required: true, rule: 'not empty', good: ['x', ' with blanks '], bad: [] },
  {
    name: 'JWT_SECRET',
    required: true,
    rule: 'at least 32 bytes long',
    good: ['s'.repeat(32), 'é'.repeat(16)],
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
    bad: ['europe', 'eu-west', 'EU-WEST-1', 'eu-west-1 '],
  },
  { name: 'CLOUD_ACCESS_KEY_ID', required: true, rule: word, good: ['AKID'], bad: ['two words', 'line\nbreak'] },
  { name: 'CLOUD_SECRET_ACCESS_KEY', required: true, rule: word, good: ['a/b+c='], bad: ['two words'] },
  { name: 'AI_MODEL', required: true, rule: word, good: ['m-1.0'], bad: ['two words'] },
  { name: 'AI_API_KEY', required: true, rule: word, good: ['k_1'], bad: ['two words'] },
  { name: 'FINGERPRINT_SECRET_KEY', required: true, rule: word, good: ['k'], bad: ['two words'] },
  { name: 'JWT_ISSUER', rule: word, good: ['https://issuer.example'], bad: ['an issuer'] },
  { name: 'JWT_AUDIENCE', rule: word, good: ['portcullis'], bad: ['an audience'] },
  {
    name: 'JWT_TTL_SECONDS',
    rule: seconds,
    good: ['60', '86400'],
    bad: ['59', '86401', '3600s', '-60', '6e2', '60.0', ' 60'],
  },
  { name: 'FLOW_TOKEN_TTL_SECONDS', rule: seconds, good: ['60', '86400'], bad: ['59', '86401', 'hour'] },
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
  { name: 'FINGERPRINT_REGION', rule: 'one of us, eu, ap', good: ['us', 'eu', 'ap'], bad: ['EU', 'asia'] },
  { name: 'PORT', rule: port, good: ['0', '3000', '65535'], bad: ['65536', 'http', '80 '] },
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
    rule: 'keys of the form id:base64 of 32 bytes, separated by commas, each id once',
    good: [`k1:${aKey}`, `k2:${aKey}, k1:${aKey}`],
    bad: ['k1', `k1:${aKey.slice(4)}`, `k1:${aKey},k1:${aKey}`, aKey, `k1:${aKey.replace('=', '')}`, `k 1:${aKey}`],
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
  {
    name: 'JWT_CLIENTS_JSON',
    rule: 'a JSON array of clients',
    good: [clients({}), clients({ team_id: 't' }), clients({ team_id: null })],
    bad: ['[', '{}', '[]', 'null', '"secret"'],
  },
];

describe('the configuration', () => {
  it('reads a complete environment with its defaults', () => {
    expect(configOf({})).to.deep.equal({
      environment: 'production',
      logLevel: 'info',
      api: { host: '0.0.0.0', port: 8000 },
      management: { host: '127.0.0.1', port: 9000 },
      startupTimeoutSeconds: 60,
      database: { url: 'http://database:8090', email: 'admin@example.com', password: 'password of the database' },
      tokens: {
        secret: 'j'.repeat(32),
        issuer: null,
        audience: null,
        ttlSeconds: 3600,
        flowTtlSeconds: 3600,
        clients: [],
      },
      web: { clientUrl: 'https://verify.example.com', allowedOrigins: [] },
      cloud: {
        region: 'eu-west-1',
        accessKeyId: 'AKIDEXAMPLE',
        secretAccessKey: 'cloud/secret',
        livenessRoleArn: null,
      },
      livenessThreshold: 75,
      ai: { model: 'a-model', apiKey: 'ai-key' },
      fingerprint: { secretKey: 'fingerprint-key', region: 'us' },
      dataKeys: [],
    });
  });

  it('answers every missing variable at once, and no other', () => {
    const read = readConfig({});
    expect(E.isLeft(read) && read.left.map(({ name }) => name)).to.have.members(
      table.filter(({ required }) => required).map(({ name }) => name),
    );
  });

  it('answers every bad variable at once', () => {
    const bad = table.filter((row) => row.bad.length > 0);
    const read = readConfig({ ...complete, ...Object.fromEntries(bad.map((row) => [row.name, row.bad[0]])) });
    expect(E.isLeft(read) && read.left.map(({ name }) => name)).to.have.members(bad.map(({ name }) => name));
  });

  for (const { name, required, rule, good, bad } of table) {
    for (const value of good) {
      it(`takes ${name} as ${JSON.stringify(value).slice(0, 60)}`, () => {
        expect(faultsOf({ [name]: value })).to.deep.equal([]);
      });
    }
    for (const value of bad) {
      it(`refuses ${name} as ${JSON.stringify(value).slice(0, 60)} by its rule alone`, () => {
        expect(faultsOf({ [name]: value })).to.deep.equal([{ name, rule: `must be ${rule}` }]);
      });
    }
    it(`takes an empty ${name} for one that is not set`, () => {
      expect(faultsOf({ [name]: '' })).to.deep.equal(faultsOf({ [name]: undefined }));
      expect(faultsOf({ [name]: '' })).to.deep.equal(
        required ? [{ name, rule: `is missing; it must be ${rule}` }] : [],
      );
    });
  }

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

  describe('of clients', () => {
    const scopeRule =
      'must be one of health:read, profiles:read, profiles:write, status-history:write, verification-history:write';
    const secretRule = 'must be at least one scope, and either client_secret or client_secret_hash';
    const hash = `sha256:${'ab'.repeat(32)}`;
    const bad: readonly (readonly [string, string, string, string])[] = [
      ['an unknown scope', clients({ scopes: ['profiles:read', 'all'] }), 'JWT_CLIENTS_JSON[0].scopes[1]', scopeRule],
      ['no scope', clients({}, { client_id: 'b', scopes: [] }), 'JWT_CLIENTS_JSON[1]', secretRule],
      ['no secret', clients({ client_secret: undefined }), 'JWT_CLIENTS_JSON[0]', secretRule],
      ['a secret and a hash', clients({ client_secret_hash: hash }), 'JWT_CLIENTS_JSON[0]', secretRule],
      ['an unknown field', clients({ secret: 'x' }), 'JWT_CLIENTS_JSON[0]', 'has an unknown field'],
      ['the same id twice', clients({}, {}), 'JWT_CLIENTS_JSON', 'must be clients of which each client_id stands once'],
      [
        'no partner',
        clients({ partner_id: undefined }),
        'JWT_CLIENTS_JSON[0].partner_id',
        'must be 1 to 128 characters without control characters',
      ],
      [
        'a blank in the id',
        clients({ client_id: 'a b' }),
        'JWT_CLIENTS_JSON[0].client_id',
        'must be 1 to 128 visible ASCII characters',
      ],
      [
        'a hash without its form',
        clients({ client_secret: undefined, client_secret_hash: 'ab'.repeat(32) }),
        'JWT_CLIENTS_JSON[0].client_secret_hash',
        'must be sha256: and the SHA-256 of the secret in 64 hex digits',
      ],
    ];
    for (const [what, JWT_CLIENTS_JSON, name, rule] of bad) {
      it(`refuses a client with ${what}, and says where`, () => {
        expect(faultsOf({ JWT_CLIENTS_JSON })).to.deep.equal([{ name, rule }]);
      });
    }

    it('reads several, with secrets and hashes', () => {
      const list = clients({ team_id: 't1' }, { client_id: 'b', client_secret: undefined, client_secret_hash: hash });
      expect(configOf({ JWT_CLIENTS_JSON: list }).tokens.clients).to.deep.equal([
        {
          clientId: 'acme',
          clientSecret: client.client_secret,
          tenant: { partnerId: 'p1', teamId: 't1' },
          scopes: ['profiles:read'],
        },
        { clientId: 'b', clientSecretHash: hash, tenant: { partnerId: 'p1', teamId: null }, scopes: ['profiles:read'] },
      ]);
    });

    const one = { JWT_CLIENT_ID: 'solo', JWT_CLIENT_SECRET: 's'.repeat(20), JWT_CLIENT_PARTNER_ID: 'p' };

    it('reads the one client of the single variables, with every scope unless some are named', () => {
      const solo = { clientId: 'solo', clientSecret: 's'.repeat(20), tenant: { partnerId: 'p', teamId: null } };
      const all = [
        'health:read',
        'profiles:read',
        'profiles:write',
        'status-history:write',
        'verification-history:write',
      ];
      expect(configOf(one).tokens.clients).to.deep.equal([{ ...solo, scopes: all }]);
      expect(
        configOf({ ...one, JWT_CLIENT_TEAM_ID: 't', JWT_CLIENT_SCOPES: 'profiles:write, health:read' }).tokens.clients,
      ).to.deep.equal([
        { ...solo, tenant: { partnerId: 'p', teamId: 't' }, scopes: ['health:read', 'profiles:write'] },
      ]);
    });

    it('refuses one client without all that it needs, and beside an array', () => {
      expect(faultsOf({ JWT_CLIENT_ID: 'solo' })).to.deep.equal([
        { name: 'JWT_CLIENT_SECRET', rule: 'is missing; it must be set together with JWT_CLIENT_ID' },
        { name: 'JWT_CLIENT_PARTNER_ID', rule: 'is missing; it must be set together with JWT_CLIENT_ID' },
      ]);
      expect(faultsOf({ ...one, JWT_CLIENTS_JSON: clients({}) })).to.deep.equal([
        {
          name: 'JWT_CLIENTS_JSON',
          rule: 'must not be set together with JWT_CLIENT_ID, JWT_CLIENT_SECRET, JWT_CLIENT_PARTNER_ID',
        },
      ]);
      expect(faultsOf({ ...one, JWT_CLIENT_SCOPES: 'everything' }).map(({ name }) => name)).to.deep.equal([
        'JWT_CLIENT_SCOPES',
      ]);
    });
  });

  it('refuses one port for both listeners, but not two free ones', () => {
    const fault = { name: 'MANAGEMENT_PORT', rule: 'must be another port than PORT' };
    expect(faultsOf({ PORT: '9000' })).to.deep.equal([fault]);
    expect(faultsOf({ MANAGEMENT_PORT: '8000' })).to.deep.equal([fault]);
    expect(faultsOf({ PORT: '0', MANAGEMENT_PORT: '0' })).to.deep.equal([]);
  });

  it('warns of what is allowed and unwise', () => {
    expect(warningsOf({})).to.deep.equal(['FACE_LIVENESS_THRESHOLD', 'DATA_KEYS', 'JWT_CLIENTS_JSON']);
    const settled = { FACE_LIVENESS_THRESHOLD: '80', DATA_KEYS: `k:${aKey}`, JWT_CLIENTS_JSON: clients({}) };
    const encryption = 'DATA_KEYS';
    expect(warningsOf(settled)).to.deep.equal([encryption]);
    expect(warningsOf({ ...settled, CLIENT_URL: 'http://verify.example.com' })).to.deep.equal([
      encryption,
      'CLIENT_URL',
    ]);
    expect(warningsOf({ ...settled, CLIENT_URL: 'http://localhost:3000' })).to.deep.equal([encryption]);
    expect(warningsOf({ ...settled, NODE_ENV: 'development', CLIENT_URL: 'http://box.lan' })).to.deep.equal([
      encryption,
    ]);
    expect(warningsOf({ ...settled, JWT_CLIENTS_JSON: clients({ client_secret: 'short' }) })).to.deep.equal([
      encryption,
      'JWT_CLIENTS_JSON',
    ]);
  });

  it('is described variable by variable, in the page and in the example', () => {
    const documented = textOf('docs/configuration.md').match(/^\| `[A-Z_`, ]+ \|/gm) ?? [];
    const named = documented.flatMap((cell) => cell.match(/[A-Z][A-Z_]+/g) ?? []);
    expect(named).to.have.members(variableNames);
    const example = textOf('.env.example').match(/^[A-Z_]+(?==)/gm) ?? [];
    expect(example.filter((name) => !name.startsWith('PB_'))).to.have.members(variableNames);
  });

  it('reads the keyring in its order', () => {
    expect(configOf({ DATA_KEYS: `new:${aKey},old:${aKey}` }).dataKeys).to.deep.equal([
      { id: 'new', key: new Uint8Array(32).fill(7) },
      { id: 'old', key: new Uint8Array(32).fill(7) },
    ]);
  });
});

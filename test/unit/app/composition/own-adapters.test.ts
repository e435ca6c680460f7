import { createServer } from 'node:http';
import { createContainer, type OwnAdapters, silentLogger, Tokens } from '@portcullis/app';
import { E, type Policy, TE, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { policyCheck } from '#app/lifecycle/check-policies';
import { configOf } from '../../../support/builders/configurations.ts';
import { standard } from '../../../support/check-cases/check-case.ts';
import { waitUntil } from '../../../support/clock/until.ts';
import { mustFail } from '../../../support/run.ts';

const down = TE.left(unavailable('liveness', 'an own adapter'));
const liveness = { open: () => down, read: () => down };
const credentials = { issue: () => down };
const devices = { inspect: () => down };
const component = { origins: ['https://acme.example'], usesWasm: false };

describe('own adapters in the place of vendors', () => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.end('{}');
  });
  const urlOf = (path: string): string => {
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${path}`;
  };
  before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  after(() => void server.close().closeAllConnections());

  const containerOf = (adapters: OwnAdapters) => {
    const config = configOf({
      NODE_ENV: 'test',
      CLOUD_ENDPOINT_URL: urlOf(''),
      FINGERPRINT_ENDPOINT_URL: urlOf(''),
    });
    return createContainer(config, 'vendors', silentLogger, { adapters });
  };

  it('are bound, named and measured, and their component is that of the page', async () => {
    const container = await containerOf({ provider: 'acme', liveness, credentials, component });
    expect(container.get(Tokens.components)).to.deep.equal({
      fingerprint: 'fingerprint',
      liveness: 'acme',
      cloud_credentials: 'acme',
      document_ai: 'anthropic',
    });
    expect(container.get(Tokens.livenessComponent)).to.deep.equal({ ...component, provider: 'acme' });
    await mustFail(container.get(Tokens.liveness).read({ call: { profileId: 'a', attempt: 1 }, sessionId: 's' }));
    expect(await container.get(Tokens.metrics).text()).to.match(/failures_total{[^}]*provider="acme"[^}]*} 1\n/);
    await container.get(Tokens.close)();
  });

  it('leave no vendor in the report that they replace', async () => {
    const container = await containerOf({ provider: 'acme', liveness, credentials, component });
    expect(container.get(Tokens.vendorReport)()).to.deep.equal({ document_ai: 'unknown', fingerprint: 'unknown' });
    await container.get(Tokens.close)();
  });

  it('leave no vendor probed that they replace', async () => {
    asked.length = 0;
    const container = await containerOf({ provider: 'acme', devices });
    expect(container.get(Tokens.vendorReport)()).to.have.all.keys('liveness', 'cloud_credentials', 'document_ai');
    // The question to the vendor of devices needs no signature: it would be here before this one.
    await waitUntil(() => asked.includes('/'));
    await container.get(Tokens.close)();
    expect(asked).to.deep.equal(['/']);
  });

  it('have a policy with thresholds for their model, or nobody could be approved', async () => {
    const faces = { model: 'acme-3', compare: () => down };
    const container = await containerOf({ provider: 'acme', faces });
    const complete = async (policy: Policy) => {
      container.rebind(Tokens.policyRepository).toConstantValue(Object({ list: () => TE.right([]) }));
      container.rebind(Tokens.policies).toConstantValue(Object({ latest: () => TE.right(policy) }));
      return policyCheck(container)();
    };
    const lacks = 'face_match needs faceMatch.models.acme-3 in the policy';
    expect(await complete(standard)).to.deep.equal(
      E.right({
        isAnyComplete: false,
        incomplete: [{ path: `standard ${standard.version}, path document`, lacks }],
      }),
    );
    const models = { 'acme-3': { pass: 40, review: 30 } };
    expect(await complete({ ...standard, faceMatch: { ...standard.faceMatch, models } })).to.deep.equal(
      E.right({ isAnyComplete: true, incomplete: [] }),
    );
    await container.get(Tokens.close)();
  });

  it('are refused where the page of the person could not show them', async () => {
    const refusals: readonly (readonly [OwnAdapters, string])[] = [
      [{ provider: 'Acme_X', liveness, component }, 'the provider Acme_X must be 1 to 32 characters of a-z, 0-9 and -'],
      [{ provider: 'aws', liveness, component }, 'the page has a component of its own for aws: choose another name'],
      [
        { provider: 'simulated', liveness, component },
        'the page has a component of its own for simulated: choose another name',
      ],
      [Object({ provider: 'acme', liveness }), 'liveness and component must be given together'],
      [Object({ provider: 'acme', component }), 'liveness and component must be given together'],
    ];
    for (const [adapters, fault] of refusals) {
      const made = await containerOf(adapters).catch((thrown: unknown) => thrown);
      expect(made).to.be.an('error').with.property('message', `Adapters of your own: ${fault}.`);
    }
  });

  it('are refused with the names of the methods that they lack', async () => {
    const incomplete: readonly (readonly [object, string])[] = [
      [{ reader: {} }, 'reader.read must be given'],
      [{ liveness: { open: () => down }, component }, 'liveness.read must be given'],
      [{ faces: 7, devices: {} }, 'faces.compare, devices.inspect must be given'],
    ];
    for (const [adapters, what] of incomplete) {
      const said = await containerOf(Object({ provider: 'acme', ...adapters })).catch((error: unknown) => error);
      expect(String(said)).to.include(`Adapters of your own: ${what}.`);
    }
  });
});

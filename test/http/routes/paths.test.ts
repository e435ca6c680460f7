import type { PolicyWithPaths } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { type MemoryServer, machineToken, openMemoryServer } from '../../support/http/memory-server.ts';
import { aService, stored } from '../../support/services/memory-service.ts';

const paths: Pick<PolicyWithPaths, 'always' | 'paths'> = {
  paths: [
    {
      id: 'whole',
      steps: ['consent', 'document_front', 'liveness'],
      optionalSteps: [],
      checks: { liveness: 'required' },
    },
    { id: 'paper', steps: ['consent', 'document_front'], optionalSteps: [], checks: { document_mrz: 'required' } },
  ],
  always: {},
};

describe('the choice of a path in the API', () => {
  let api: MemoryServer;
  beforeEach(async () => {
    api = await openMemoryServer(aService({ paths }));
  });
  afterEach(() => api.server.close());

  const patch = (sent: Parameters<MemoryServer['send']>[2]) => api.send('PATCH', `/api/profiles/${api.id}`, sent);
  const listed = (open: string) => paths.paths.map(({ id, steps }) => ({ id, steps: [...steps], open: id === open }));
  const shownOf = ({ json }: { readonly json: unknown }) => {
    const { paths: shown, requirements = [] } = Object(json);
    return [shown, requirements.map(({ step }: { readonly step: string }) => step)];
  };

  it('is listed for the person, who chooses, and the requirements follow', async () => {
    const before = await api.send('GET', `/api/profiles/${api.id}`);
    expect(shownOf(before)).to.deep.equal([listed('whole'), ['consent', 'document_front', 'liveness']]);
    const chosen = await patch({ json: { path: 'paper' } });
    expect([chosen.status, ...shownOf(chosen)]).to.deep.equal([200, listed('paper'), ['consent', 'document_front']]);
  });

  it('is open to the partner, whose view lists no paths', async () => {
    const token = machineToken('profiles:read', 'profiles:write');
    const chosen = await patch({ json: { path: 'paper' }, token });
    expect([chosen.status, Object(chosen.json).paths]).to.deep.equal([200, undefined]);
    expect(Object(chosen.json).assurance.path).to.equal(null);
    expect((await stored(api.service, api.id)).evidence.map(({ kind }) => kind)).to.deep.equal(['path_chosen']);
  });

  it('is refused with 422 and a sentence where the policy has no such path, or it does not come alone', async () => {
    const errorsOf = async (sent: Parameters<MemoryServer['send']>[2]) => {
      const { json, status } = await patch(sent);
      return [status, Object(json).code, Object(json).errors];
    };
    const refusal = (message: string) => [422, 'validation_failed', [{ pointer: '/path', message }]];
    expect(await errorsOf({ json: { path: 'wallet' } })).to.deep.equal(refusal('the policy has whole, paper'));
    const consent = { text_version: '1', locale: 'en', granted: true };
    const alone = refusal('is chosen in a request of its own');
    expect(await errorsOf({ json: { path: 'paper', consent } })).to.deep.equal(alone);
    expect((await stored(api.service, api.id)).evidence).to.deep.equal([]);
  });

  it('is no field of a profile whose policy has one path', async () => {
    const flat = await openMemoryServer();
    const { json } = await flat.send('GET', `/api/profiles/${flat.id}`);
    expect(Object(json)).to.not.have.any.keys('paths');
    await flat.server.close();
  });
});

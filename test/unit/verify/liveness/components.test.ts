import { expect } from 'chai';
import { livenessComponent } from '#verify/liveness/components';
import type { LivenessFault } from '#verify/machine/state';
import { aLivenessSession } from '../../../support/clients/flow-answers.ts';

/** What the component of a provider tells where it cannot be loaded. */
const faultOf = (provider: string): Promise<LivenessFault> =>
  new Promise((resolve) => {
    livenessComponent(provider)(Object({}), {
      session: { ...aLivenessSession, provider },
      credentials: () => Promise.reject(new Error('nobody asks')),
      submit: () => Promise.reject(new Error('nobody asks')),
      language: 'en',
      say: (name) => name,
      onEnd: () => undefined,
      onFault: resolve,
      onProblem: () => undefined,
    });
  });

describe('the component of a liveness session', () => {
  it('is loaded from beside the scripts of the page where the page has none, and says where that fails', async () => {
    expect(await faultOf('acme')).to.equal('connection');
  });

  for (const provider of ['', '../acme', 'acme.js?', 'https://acme.example', 'toString'])
    it(`is none for a provider that is called ${JSON.stringify(provider)}`, async () => {
      expect(await faultOf(provider)).to.equal('unsupported');
    });
});

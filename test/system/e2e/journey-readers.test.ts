import { expect } from 'chai';
import { jsonOf, sendRequest } from '../../support/clients/api-client.ts';
import { playJourney } from '../../support/clients/journey.ts';
import { inFull } from '../../support/effort.ts';
import { openProduction, type Production } from '../../support/servers/production.ts';
import { linesOf } from '../../support/servers/service-program.ts';

const name = { local: 'local-reader', both: 'anthropic+local-reader' } as const;

describe('a deployment with a local document reader', function () {
  this.timeout(120_000);
  let production: Production | null = null;

  afterEach(async function () {
    this.timeout(15_000);
    await production?.close();
    production = null;
  });

  for (const choice of ['local', 'both'] as const) {
    const asked = choice === 'both' ? ['anthropic', 'local-reader'] : ['local-reader'];
    inFull(`approves a person with DOCUMENT_READER=${choice}, reports its readers, and calls no others`, async () => {
      production = await openProduction({ DOCUMENT_READER: choice });
      const { baseUrl, managementUrl, program, simulator, token } = production;
      simulator.script({ scenario: 'approve', event: { url: 'https://verify.example.com/verify' } });
      const played = await playJourney({ baseUrl, token, choose: () => ({}) }, 'approve');
      expect([played.status, played.reasons, played.ledger.ok]).to.deep.equal(['approved', [], true]);

      const health = jsonOf(await sendRequest(baseUrl, { path: '/', token }));
      expect(health).to.have.nested.property('checks.document_ai').that.deep.equals({
        status: 'configured',
        name: name[choice],
      });
      const metrics = await (await fetch(`${managementUrl}/metrics`)).text();
      const counted = [
        ...metrics.matchAll(/call_duration_seconds_count{service="document_reader",provider="([^"]+)"/g),
      ];
      expect(counted.map(([, provider]) => provider)).to.include.members(asked);
      // When only the local reader is used, the model is not even looked up.
      expect(simulator.requests().some(({ vendor }) => vendor === 'anthropic')).to.equal(choice === 'both');
      const ready: unknown = await (await fetch(`${managementUrl}/readyz`)).json();
      expect(ready)
        .to.have.property('vendors')
        .that.has.keys(['liveness', 'cloud_credentials', 'fingerprint', ...(choice === 'both' ? ['document_ai'] : [])]);
      const warned = linesOf(program).some(({ variable }) => variable === 'DOCUMENT_READER');
      expect(warned).to.equal(choice === 'local');
    });
  }
});

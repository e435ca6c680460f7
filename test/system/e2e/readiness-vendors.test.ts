import { expect } from 'chai';
import { inFull } from '../../support/effort.ts';
import { openProduction, type Production } from '../../support/servers/production.ts';
import type { Variables } from '../../support/servers/service-program.ts';

describe('the readiness of the vendors', function () {
  this.timeout(120_000);
  let production: Production | null = null;
  afterEach(async () => {
    await production?.close();
    production = null;
  });

  /** Starts the service, waits until its background checks were answered, and reads the vendors of its readiness. */
  const vendorsWith = async (changes: Variables = {}): Promise<unknown> => {
    production = await openProduction(changes);
    for (const operation of ['GetCallerIdentity', 'models.retrieve', 'events.get']) {
      await production.program.prints(`"operation":"${operation}"`);
    }
    const answer = await fetch(`${production.managementUrl}/readyz`, { headers: { Connection: 'close' } });
    expect(answer.status).to.equal(200);
    const body: unknown = await answer.json();
    return typeof body === 'object' && body !== null ? Reflect.get(body, 'vendors') : null;
  };

  it('is ok for those that accept the keys, and unknown for those that were not called', async () => {
    expect(await vendorsWith()).to.deep.equal({
      liveness: 'unknown',
      cloud_credentials: 'ok',
      document_ai: 'ok',
      fingerprint: 'ok',
    });
  });

  inFull('is failing for all vendors with wrong keys, before any person has tried', async () => {
    const wrong = {
      CLOUD_SECRET_ACCESS_KEY: 'another',
      AI_API_KEY: 'another',
      FINGERPRINT_SECRET_KEY: 'another',
    };
    expect(await vendorsWith(wrong)).to.deep.equal({
      liveness: 'failing',
      cloud_credentials: 'failing',
      document_ai: 'failing',
      fingerprint: 'failing',
    });
  });

  inFull('is failing for a model that does not exist', async () => {
    expect(await vendorsWith({ AI_MODEL: 'no-such-model' })).to.include({ document_ai: 'failing' });
  });
});

import { silentLogger, startService } from '@portcullis/app';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { readConfig } from '#app/config/config';
import { useGates } from '../support/servers/gated-proxy.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';
import { environmentOf } from '../support/servers/service-program.ts';

describe('the start of a service over a database that answers one request and not the next', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  const openGate = useGates();
  beforeEach(() => database().empty());

  for (const table of ['data_keys', 'service_keys', 'installation'])
    it(`waits for it, also where the schema was read already: ${table}`, async () => {
      let cut = 0;
      const gate = await openGate(database().url, (_, path) => {
        if (!path.includes(`/collections/${table}/records`) || cut === 4) return 'on';
        cut += 1;
        return 'cut';
      });
      const read = readConfig(environmentOf(gate.url, { STARTUP_TIMEOUT_SECONDS: '30' }));
      if (E.isLeft(read)) throw new Error(read.left.map(({ name, rule }) => `${name} ${rule}`).join());
      const service = await startService(read.right.config, 'vendors', silentLogger);
      const ready = await service.ready;
      await service.stop(0);
      expect([ready, cut]).to.deep.equal([E.right(undefined), 4]);
    });
});

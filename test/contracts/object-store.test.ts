import { objectStoreContract } from '@portcullis/contracts';
import { memoryObjectStore } from '@portcullis/record-store/memory';
import { type Simulator, startSimulator } from '@portcullis/vendor-simulator';
import { storeAt } from '../support/objects/object-stores.ts';
import { realPlace, simulatedPlace } from '../support/objects/places.ts';
import { startS3rver } from '../support/objects/s3rver.ts';

objectStoreContract({ describe, it }, 'memory', async () => memoryObjectStore());

describe('the object store over the simulator', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ environment: 'test' });
  });
  after(() => simulator.close());
  objectStoreContract({ describe, it }, 'simulator', async () => storeAt(simulatedPlace(simulator)));
});

describe('the object store over s3rver', () => {
  let server: Awaited<ReturnType<typeof startS3rver>>;
  before(async () => {
    server = await startS3rver();
  });
  after(() => server.close());
  objectStoreContract({ describe, it }, 's3rver', async () => server.open());
});

describe('the object store at TEST_S3_ENDPOINT', () => {
  const place = realPlace(process.env);
  if (place === null) it('is tested where TEST_S3_ENDPOINT and its keys name one');
  else objectStoreContract({ describe, it }, 'TEST_S3_ENDPOINT', async () => storeAt(place));
});

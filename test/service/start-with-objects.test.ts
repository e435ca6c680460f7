import { silentLogger, startService } from '@portcullis/app';
import { E, type Either } from '@portcullis/domain';
import { type Simulator, simulatorKeys, startSimulator } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { readConfig } from '#app/config/config';
import type { NotReadyReason } from '#app/lifecycle/check-readiness';
import { secretFor } from '../support/builders/secrets.ts';
import { simulatorForTests } from '../support/clients/vendor-calls.ts';
import { storeAt } from '../support/objects/object-stores.ts';
import { simulatedPlace } from '../support/objects/places.ts';
import { mustSucceed } from '../support/run.ts';
import { freePort } from '../support/servers/free-port.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';
import { environmentOf, type Variables } from '../support/servers/service-program.ts';

describe('the start of a service with an object store', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  const { running } = simulatorForTests();
  beforeEach(() => database().empty());

  const DATA_KEYS = `a:${Buffer.from(secretFor('data'), 'hex').toString('base64')}`;
  const objects = (): Variables => ({
    FILES_URL: `s3://portcullis-files/start?region=eu-west-1&endpoint=${running().url}`,
    FILES_ACCESS_KEY_ID: simulatorKeys.accessKeyId,
    FILES_SECRET_ACCESS_KEY: simulatorKeys.secretAccessKey,
    DATA_KEYS,
  });
  const bucket = () => storeAt(simulatedPlace(running()), { prefix: 'start/' });

  const start = async (variables: Variables, logger = silentLogger): Promise<Either<NotReadyReason, void>> => {
    const read = readConfig(environmentOf(database().url, variables));
    if (E.isLeft(read)) throw new Error(read.left.map(({ name, rule }) => `${name} ${rule}`).join());
    const service = await startService(read.right.config, 'vendors', logger);
    const ready = await service.ready;
    await service.stop(0);
    return ready;
  };
  const faultsOf = async (variables: Variables): Promise<readonly string[]> => {
    const ready = await start(variables);
    if (E.isRight(ready) || ready.left.kind === 'stopped') return [];
    return ready.left.kind === 'schema' ? ready.left.faults.map(({ what }) => what) : [ready.left.kind];
  };

  it('makes the objects those of its installation, and is refused where they are those of another one', async () => {
    expect(E.isRight(await start(objects()))).to.equal(true);
    const owner = Buffer.from((await mustSucceed(bucket().get('installation'))) ?? []).toString();
    expect(owner).to.match(/^[0-9a-f]{64}$/);
    expect(E.isRight(await start(objects()))).to.equal(true);
    await mustSucceed(bucket().put('installation', Buffer.from('f'.repeat(64))));
    expect(await faultsOf(objects())).to.deep.equal(['The objects at FILES_URL are those of another installation.']);
  });

  it('is refused where objects are there, and nothing says whose they are', async () => {
    await mustSucceed(bucket().put('profile00000001/file0000000001/abc', Buffer.from('sealed')));
    expect(await faultsOf(objects())).to.deep.equal(['The objects at FILES_URL are those of another installation.']);
    expect(await mustSucceed(bucket().get('installation'))).to.equal(null);
  });

  it('is refused where rows name objects, and there are none', async () => {
    const row = { profile: 'profile00000001', kind: 'selfie', content_type: 'image/jpeg', size: 1, sha256: 'bound:' };
    await database()
      .admin.collection('files')
      .create({ ...row, object_key: 'a/b/c' });
    const missing =
      'Files are in an object store, and the place that FILES_URL names has no object that is named installation.';
    expect(await faultsOf(objects())).to.deep.equal([missing]);
    expect(await mustSucceed(bucket().get('installation'))).to.equal(null);
  });

  it('waits for a store that does not answer yet', async () => {
    const port = await freePort();
    const FILES_URL = `s3://portcullis-files/late?region=eu-west-1&endpoint=http://127.0.0.1:${port}`;
    const started: Promise<Simulator>[] = [];
    const warn = (event: string): void => {
      if (event === 'waiting_for_object_store') started.push(startSimulator({ environment: 'test', port }));
    };
    const variables = { ...objects(), FILES_URL, STARTUP_TIMEOUT_SECONDS: '30' };
    const ready = await start(variables, { ...silentLogger, warn });
    for (const simulator of await Promise.all(started)) await simulator.close();
    expect([E.isRight(ready), started.length]).to.deep.equal([true, 1]);
  });

  it('is refused where the bucket does not exist, and says that it is the place of files', async () => {
    running().script({ bucket: { exists: false } });
    expect(await faultsOf(objects())).to.deep.equal(['files']);
  });

  it('is refused without the variables where rows name objects', async () => {
    const row = { profile: 'profile00000001', kind: 'selfie', content_type: 'image/jpeg', size: 1, sha256: 'bound:' };
    await database()
      .admin.collection('files')
      .create({ ...row, object_key: 'a/b/c' });
    expect(await faultsOf({ DATA_KEYS })).to.deep.equal(['Files are in an object store, and FILES_URL is not set.']);
  });
});

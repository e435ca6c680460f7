import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ImageFacts } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { inFull } from '../../support/effort.ts';
import { measured, specimen } from '../../support/images/photographs.ts';

type Seen = { readonly before: number; readonly during: number; readonly images: readonly ImageFacts[] };

/**
 * Answers what a separate program sees that measures the same photo twice, and that has changed the threads of Node
 * before. The program must end by itself, or the test fails.
 */
const measuringProgram = async (photo: Buffer, change: string): Promise<Seen> => {
  const script = `
    import { syncBuiltinESMExports } from 'node:module';
    import threads from 'node:worker_threads';
    const { Worker } = threads;
    ${change}
    syncBuiltinESMExports();
    const { sharpMediaNormalizer } = await import('@portcullis/adapter-sharp');
    const running = () => process.report.getReport().workers.length;
    const photo = Buffer.from('${photo.toString('base64')}', 'base64');
    const media = sharpMediaNormalizer();
    const owner = { profileId: 'p', tenant: { partnerId: 'acme', teamId: null } };
    const before = running();
    const images = [];
    for (let n = 0; n < 2; n += 1) images.push((await media.normalize('document_front', photo, owner)()).right.image);
    console.log(JSON.stringify({ before, during: running(), images }));`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 });
  return JSON.parse((await run).stdout);
};

describe('measuring a photo', function () {
  this.timeout(60_000);

  let photo: Buffer;
  let image: ImageFacts;
  before(async () => {
    photo = await specimen('td3-valid', (whole) => whole.resize(600));
    image = await measured(photo);
  });

  it('starts one thread with the first photo, which keeps no program from ending', async () => {
    expect(await measuringProgram(photo, '')).to.deep.equal({ before: 0, during: 1, images: [image, image] });
  });

  inFull('gives the same facts where no thread can be started', async () => {
    const without = "threads.Worker = class { constructor() { throw new Error('no thread'); } };";
    expect(await measuringProgram(photo, without)).to.deep.equal({ before: 0, during: 0, images: [image, image] });
  });

  inFull('gives each photo its own facts where one of them could not be sent to the thread', async () => {
    const failing = `
      let sent = 0;
      threads.Worker = class extends Worker {
        postMessage(pixels) {
          sent += 1;
          if (sent === 1) throw new Error('it cannot be cloned');
          super.postMessage(pixels);
        }
      };`;
    expect(await measuringProgram(photo, failing)).to.deep.equal({ before: 0, during: 1, images: [image, image] });
  });

  it('gives the same facts where each thread dies before it answers', async () => {
    const dying = 'threads.Worker = class extends Worker { postMessage() { void this.terminate(); } };';
    expect(await measuringProgram(photo, dying)).to.deep.equal({ before: 0, during: 0, images: [image, image] });
  });
});

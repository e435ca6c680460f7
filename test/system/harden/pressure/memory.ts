import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { runs } from '../../../support/effort.ts';
import type { Harness, Size } from '../harness/harness.ts';
import { type MeasuredService, openMeasuredService, pollUntil, type UploadOutcome } from './environment.ts';
import { partialUpload, type Target } from './partial-upload.ts';
import { slowReaders } from './slow-readers.ts';

type Scale = {
  readonly uploads: number;
  readonly readers: number;
  readonly pictures: number;
  readonly budgetMiB: number;
};

const scales: { readonly [Of in Size]: Scale } = {
  short: { uploads: runs(200, 60), readers: runs(40, 12), pictures: 3, budgetMiB: 32 },
  full: { uploads: 2000, readers: 200, pictures: 64, budgetMiB: 480 },
  long: { uploads: 3500, readers: 400, pictures: 64, budgetMiB: 480 },
};

const decodes = 2;
/** The uploads together exceed the bound: the service must stop accepting them. */
const perUpload = 1024 * 1024;

/** The maximum memory of the process in MiB, as docs/operations.md states it; without pictures nothing is decoded. */
const boundMiB = ({ budgetMiB, uploads }: Scale, decoding: number): number =>
  250 + 2 * budgetMiB + decoding * 350 + uploads * 0.2;

/** Opens connections that begin an upload and continue it by one byte a second; answers how many were rejected. */
const holdUploads = async (target: Target, count: number, seconds: number): Promise<number> => {
  const bytes = partialUpload(target, perUpload);
  const sockets: Socket[] = [];
  let refused = 0;
  for (let i = 0; i < count; i += 1) {
    const localAddress = `127.0.2.${1 + Math.floor(i / 500)}`;
    const socket = connect({ host: '127.0.0.1', port: target.port, localAddress });
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', (answer: Buffer) => {
      if (answer.toString('latin1').startsWith('HTTP/1.1 429')) refused += 1;
    });
    socket.write(bytes);
    if (i % 50 === 49) await sleep(5);
  }
  for (let i = 0; i < seconds; i += 1) {
    await sleep(1000);
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }
  for (const socket of sockets) socket.destroy();
  return refused;
};

/**
 * A photo of 24 megapixels and several megabytes, or of a quarter of that in a quick run, that needs the most memory to
 * decode: progressive and without chroma subsampling, so that a decoder holds every coefficient before it has a single
 * pixel.
 */
const largePhoto = async (): Promise<Blob> => {
  const noise = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, i) => (i * 7919 + (i >> 5) * 104_729) % 256));
  const width = runs(6000, 3000);
  const height = runs(4000, 2000);
  const picture = sharp(noise, { raw: { width: 300, height: 200, channels: 3 } }).resize(width, height, {
    kernel: 'cubic',
  });
  const bytes = await picture.jpeg({ quality: 88, progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
};

/**
 * Sends a photo as one person does, and retries after the time that the service asks for; answers the result of each
 * attempt.
 */
const sendUntilAccepted = async (
  service: MeasuredService,
  reference: string,
  photo: Blob,
): Promise<readonly UploadOutcome[]> => {
  const person = await service.person(reference);
  const outcomes: UploadOutcome[] = [];
  for (let tries = 0; tries < 20; tries += 1) {
    const outcome = await service.upload(person, photo);
    outcomes.push(outcome);
    if (outcome.status === 200 || outcome.retryAfter === null) break;
    await sleep(1000 * Number(outcome.retryAfter));
  }
  return outcomes;
};

const isAllowedOutcome = ({ status, retryAfter }: UploadOutcome): boolean =>
  status === 200 || ((status === 429 || status === 503) && Number(retryAfter) >= 1);

const slowUploads = async (service: MeasuredService, { uploads }: Scale) => {
  const { id: profileId, flowToken } = await service.person('memory');
  const target = { port: service.port, profileId, flowToken };
  service.resetPeak();
  const refused = await holdUploads(target, uploads, uploads > 500 ? 4 : 3);
  const held = () => service.metric('portcullis_upload_bytes_in_flight');
  const heldBytes = await pollUntil(held, (bytes) => bytes === 0, 40_000);
  return { peakMiB: service.peakMiB(), refused, heldBytes };
};

const parallelPictures = async (service: MeasuredService, { pictures }: Scale, photo: Blob) => {
  service.resetPeak();
  const people = Array.from({ length: pictures }, (_, i) => sendUntilAccepted(service, `picture ${i}`, photo));
  const outcomes = await Promise.all(people);
  const all = outcomes.flat();
  return {
    photoMiB: (photo.size / 2 ** 20).toFixed(1),
    peakMiB: service.peakMiB(),
    improper: all.filter((outcome) => !isAllowedOutcome(outcome)).length,
    deferred: all.filter(({ status }) => status !== 200).length,
    never: outcomes.filter((tries) => tries.at(-1)?.status !== 200).length,
    slowestMs: Math.max(...all.map(({ ms }) => ms)),
  };
};

/** The memory of the process is bounded by its configuration, however many clients there are and whatever they send. */
export const memory: Harness = {
  name: 'memory',
  claim:
    'slow uploads, files that nobody takes and large pictures take no more memory than is configured, and every picture gets its turn',
  run: async ({ engine, size }) => {
    const scale = scales[size];
    const changes = {
      LIMIT_UPLOAD_BYTES_IN_FLIGHT: `${scale.budgetMiB * 2 ** 20}`,
      LIMIT_IMAGE_DECODES: `${decodes}`,
      // Both values are those of the container image.
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
    };
    const [service, photo] = await Promise.all([openMeasuredService(engine, changes), largePhoto()]);
    try {
      const slow = await slowUploads(service, scale);
      const read = await slowReaders(service, scale.readers);
      const large = await parallelPictures(service, scale, photo);
      const slowBound = boundMiB(scale, 0);
      const largeBound = boundMiB(scale, decodes);
      return {
        performed: {
          'slow uploads': scale.uploads,
          'of these refused for want of memory': slow.refused,
          'peak under slow uploads (MiB)': slow.peakMiB,
          'readers of a photo at once': scale.readers,
          'size of the photo (MiB)': (read.bytes / 2 ** 20).toFixed(1),
          'of these put off for want of memory': read.deferred,
          'peak under slow readers (MiB)': read.peakMiB,
          'large pictures at once': scale.pictures,
          'size of each (MiB)': large.photoMiB,
          'pictures put off': large.deferred,
          'slowest answer to a picture (ms)': large.slowestMs,
          'peak under pictures (MiB)': large.peakMiB,
          'bounds (MiB)': `${slowBound}, ${largeBound}`,
        },
        violations: {
          'MiB above the bound under slow uploads': Math.max(0, slow.peakMiB - slowBound),
          'MiB above the bound under slow readers': Math.max(0, read.peakMiB - slowBound),
          'readers without a proper answer': read.improper,
          'bytes that a reader in time did not get': read.notGot,
          'MiB above the bound under pictures': Math.max(0, large.peakMiB - largeBound),
          'pictures without a proper answer': large.improper,
          'pictures that never got their turn': large.never,
          'upload bytes still held': slow.heldBytes,
          'bytes of answers still held': read.heldBytes,
          'exits and surprises': service.mishaps(),
        },
      };
    } finally {
      await service.close();
    }
  },
};

import type { Harness } from '../harness/harness.ts';
import { responseLimitMs } from '../harness/time-limits.ts';
import { type MeasuredService, openMeasuredService } from './environment.ts';
import { type ExplosivePicture, explosivePictures, ordinaryPicture } from './explosive-pictures.ts';

/** What uploads of up to 10 MiB leave behind until they are collected; one text of a PNG took 230 MiB before. */
const maxGrowthMiB = 200;
/** A profile takes a bounded number of changes, so that its uploads are few. */
const uploadsPerPerson = 20;

const blobOf = (bytes: Uint8Array): Blob => new Blob([Uint8Array.from(bytes)]);

type Counts = { unexpected: number; slow: number; slowestMs: number; refused: number };

const uploadAll = async (
  service: MeasuredService,
  pictures: readonly ExplosivePicture[],
  limitMs: number,
  say: (line: string) => void,
): Promise<Counts> => {
  const counts: Counts = { unexpected: 0, slow: 0, slowestMs: 0, refused: 0 };
  let person = await service.person('containers');
  for (const [i, { bytes, name, statuses }] of pictures.entries()) {
    if (i % uploadsPerPerson === uploadsPerPerson - 1) person = await service.person(`containers ${i}`);
    const { ms, status } = await service.upload(person, blobOf(bytes()));
    counts.slowestMs = Math.max(counts.slowestMs, ms);
    if (status >= 400) counts.refused += 1;
    if (ms > limitMs) counts.slow += 1;
    if (!statuses.includes(status)) counts.unexpected += 1;
    if (ms > limitMs || !statuses.includes(status)) say(`${name}: ${status} after ${ms} ms`);
  }
  return counts;
};

/** Whatever the container of a picture holds beside the picture costs neither memory nor time. */
export const containers: Harness = {
  name: 'containers',
  claim: 'pictures whose containers stand for far more than they hold cost no memory, and are answered within 2 s',
  run: async ({ engine, say, size }) => {
    const pictures = await explosivePictures(size === 'short');
    const limits = { LIMIT_FLOW_PER_MINUTE: '1000000', LIMIT_DECODED_BYTES_PER_HOUR: '1000000000000' };
    const service = await openMeasuredService(engine, {
      ...limits,
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
    });
    try {
      await service.upload(await service.person('first'), blobOf(await ordinaryPicture()));
      service.resetPeak();
      const before = service.peakMiB();
      const began = service.processorMs();
      const counts = await uploadAll(service, pictures, responseLimitMs(size), say);
      const growth = service.peakMiB() - before;
      return {
        performed: {
          'pictures sent': pictures.length,
          'of these refused': counts.refused,
          'slowest answer (ms)': counts.slowestMs,
          'processor time (ms)': service.processorMs() - began,
          'memory before (MiB)': before,
          'peak memory above that (MiB)': growth,
        },
        violations: {
          'answers with another status': counts.unexpected,
          'answers that came too late': counts.slow,
          [`MiB above the ${maxGrowthMiB} that may be added`]: Math.max(0, growth - maxGrowthMiB),
          'exits and surprises': service.mishaps(),
        },
      };
    } finally {
      await service.close();
    }
  },
};

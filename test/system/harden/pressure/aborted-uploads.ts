import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendRequest, textOf } from '../../../support/clients/api-client.ts';
import { runs } from '../../../support/effort.ts';
import { between, type Random, randomOf } from '../../../support/generators/seeded-random.ts';
import { bodyOf, multipartType, type Part } from '../../../support/http/multipart.ts';
import { noiseOf } from '../../../support/images/images.ts';
import { countOf } from '../../../support/servers/stored-tables.ts';
import type { Harness, Size } from '../harness/harness.ts';
import { type MeasuredService, openMeasuredService, pollUntil } from './environment.ts';
import type { Target } from './slow-connections.ts';

const counts: { readonly [Of in Size]: number } = { short: runs(300, 30), full: 6000, long: 50_000 };
const atOnce = 24;
/** Growth of the resident memory beyond this counts as memory that was not released. */
const growthMiB = 120;

const photo = async (): Promise<Buffer> => noiseOf(128).jpeg().toBuffer();

/** Complete uploads of the forms that clients send. */
const uploads = (image: Buffer): readonly Buffer[] => {
  const file = (name: string): Part => ({ name, file: `${name}.jpg`, type: 'image/jpeg', content: image });
  const language: Part = { name: 'language', content: 'fr' };
  const metadata: Part = { name: 'metadata', content: '{"cut":"off"}' };
  return [
    [file('document_back')],
    [language, file('document_front'), metadata],
    [file('document_front'), file('document_back')],
    [metadata, language],
  ].map(bodyOf);
};

/**
 * Draws where to cut: anywhere before the end, half of the time within the first 400 bytes, where the part headers are.
 */
const cutOffset = (random: Random, length: number): number =>
  between(random, 0, (random() < 0.5 ? Math.min(400, length) : length) - 1);

const headOf = ({ profileId, flowToken }: Target, length: string): string =>
  [
    `PATCH /api/profiles/${profileId} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${flowToken}`,
    `Content-Type: ${multipartType}`,
    length,
    '',
    '',
  ].join('\r\n');

/** Sends the beginning of an upload and disconnects; answers what the service sent back, which is mostly nothing. */
const abort = (target: Target, body: Buffer, random: Random): Promise<string> =>
  new Promise((resolve) => {
    const cut = body.subarray(0, cutOffset(random, body.length));
    const isChunked = random() < 0.3;
    const isReset = random() < 0.5;
    const socket = connect({ host: '127.0.0.1', port: target.port });
    let said = '';
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(said));
    socket.write(headOf(target, isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`));
    const framed = isChunked ? Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), cut]) : cut;
    socket.write(framed, () => (isReset ? socket.resetAndDestroy() : socket.end()));
  });

type StoredState = { readonly profile: string; readonly rows: number };

const readStoredState = async (service: MeasuredService, id: string): Promise<StoredState> => {
  const rows = await countOf(await service.database.tables(), 'SELECT COUNT(*) FROM files');
  const profile = await sendRequest(service.baseUrl, { path: `/api/profiles/${id}`, token: service.token });
  return { profile: textOf(profile), rows };
};

const residentMiB = async (service: MeasuredService): Promise<number> =>
  (await service.metric('process_resident_memory_bytes')) / 2 ** 20;

/** Cuts off uploads, several at a time, and counts those that the service accepted as complete. */
const abortMany = async (target: Target, seed: number, count: number): Promise<number> => {
  const random = randomOf(seed);
  const bodies = uploads(await photo());
  let left = count;
  let taken = 0;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const said = await abort(target, bodies[between(random, 0, bodies.length - 1)] ?? Buffer.alloc(1), random);
      if (/^HTTP\/1\.1 (2|5)\d\d/.test(said)) taken += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return taken;
};

const runAbortedUploads = async (service: MeasuredService, folder: string, seed: number, count: number) => {
  const { id: profileId, flowToken } = await service.person('aborted');
  const target = { port: service.port, profileId, flowToken };
  const warm = await abortMany(target, seed + 1, atOnce * 4);
  const before = await readStoredState(service, profileId);
  const beganMiB = await residentMiB(service);
  const taken = warm + (await abortMany(target, seed, count));
  const heldBytes = await pollUntil(
    () => service.metric('portcullis_upload_bytes_in_flight'),
    (held) => held === 0,
    10_000,
  );
  const nowMiB = await pollUntil(
    () => residentMiB(service),
    (mebibytes) => mebibytes <= beganMiB + growthMiB,
    10_000,
  );
  const after = await readStoredState(service, profileId);
  return {
    performed: {
      'uploads cut off': count + atOnce * 4,
      'memory before (MiB)': Math.round(beganMiB),
      'memory afterwards (MiB)': Math.round(nowMiB),
      'peak memory (MiB)': service.peakMiB(),
    },
    violations: {
      'uploads taken for whole, or answered with a fault of ours': taken,
      'upload bytes still held': heldBytes,
      'files left in the database': after.rows - before.rows,
      'temporary files left': readdirSync(folder).length,
      'profiles changed': after.profile === before.profile ? 0 : 1,
      'MiB that did not come back': Math.max(0, Math.round(nowMiB - beganMiB - growthMiB)),
      'exits and surprises': service.mishaps(),
    },
  };
};

/** An upload that is cut off must have no effect. */
export const abortedUploads: Harness = {
  name: 'aborted-uploads',
  claim: 'an upload that is cut off anywhere leaves nothing: no bytes, no file, no change',
  run: async ({ engine, size, seed }) => {
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-aborted-'));
    const service = await openMeasuredService(engine, { TMPDIR: folder });
    try {
      return await runAbortedUploads(service, folder, seed, counts[size]);
    } finally {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

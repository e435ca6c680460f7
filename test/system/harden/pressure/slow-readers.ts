import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { t } from '@portcullis/domain/kernel';
import { readReply, sendRequest, textOf } from '../../../support/clients/api-client.ts';
import { runs } from '../../../support/effort.ts';
import { noiseOf } from '../../../support/images/images.ts';
import { type MeasuredService, pollUntil } from './environment.ts';

/** Answers the request head of a client that reads only the beginning of the response. */
const requestHead = (path: string, token: string): string =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`, '', ''].join('\r\n');

/** Noise is hardly compressed, so that the photo is stored in about the most bytes that a stored photo has. */
const largePhoto = async (): Promise<Blob> =>
  new Blob([new Uint8Array(await noiseOf(runs(2200, 1600)).jpeg({ quality: 92 }).toBuffer())], { type: 'image/jpeg' });

const Stored = t.type({ files: t.array(t.type({ id: t.string, size: t.number })) });

/** Uploads a large photo; answers the path of what is stored of it, and its bytes. */
const storedPhoto = async (service: MeasuredService): Promise<{ readonly path: string; readonly bytes: number }> => {
  const { id, flowToken } = await service.person('readers');
  const form = new FormData();
  form.append('document_front', await largePhoto(), 'a.jpg');
  const path = `/api/profiles/${id}`;
  const sent = await sendRequest(service.baseUrl, { method: 'PATCH', path, token: flowToken, form });
  if (sent.status !== 200) throw new Error(`the photo was answered ${sent.status}: ${textOf(sent)}`);
  const { files } = readReply(Stored, await sendRequest(service.baseUrl, { path, token: service.token }));
  const [file] = files;
  if (file === undefined) throw new Error('the photo is not in the profile');
  return { path: `${path}/files/${file.id}`, bytes: file.size };
};

/** Collects the first status that each client receives, or 0 while there is none. */
const firstStatuses = (service: MeasuredService, path: string, count: number) => {
  const statuses = Array.from({ length: count }, () => 0);
  const sockets = statuses.map((_, n): Socket => {
    const socket = connect({ host: '127.0.0.1', port: service.port, localAddress: '127.0.3.1' });
    socket.on('error', () => undefined);
    socket.once('data', (answer: Buffer) => {
      socket.pause();
      statuses[n] = Number(answer.toString('latin1').split(' ')[1]);
    });
    socket.write(requestHead(path, service.token));
    return socket;
  });
  return { statuses, sockets };
};

/**
 * Runs clients that request a large file at once and read only its beginning; then one that reads all of it. `improper`
 * counts those that were neither answered nor told to retry.
 */
export const slowReaders = async (service: MeasuredService, readers: number) => {
  const { bytes, path } = await storedPhoto(service);
  service.resetPeak();
  const { statuses, sockets } = firstStatuses(service, path, readers);
  await pollUntil(
    async () => statuses.filter((status) => status === 0).length,
    (silent) => silent === 0,
    20_000,
  );
  await sleep(500);
  const peakMiB = service.peakMiB();
  for (const socket of sockets) socket.destroy();
  const held = () => service.metric('portcullis_upload_bytes_in_flight');
  const heldBytes = await pollUntil(held, (found) => found === 0, 20_000);
  const whole = await fetch(`${service.baseUrl}${path}`, { headers: { Authorization: `Bearer ${service.token}` } });
  const got = (await whole.arrayBuffer()).byteLength;
  return {
    bytes,
    peakMiB,
    heldBytes,
    deferred: statuses.filter((status) => status === 429).length,
    improper: statuses.filter((status) => status !== 200 && status !== 429).length,
    notGot: Math.abs(bytes - got),
  };
};

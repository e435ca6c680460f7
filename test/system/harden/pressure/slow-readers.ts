import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MeasuredService, pollUntil } from './environment.ts';

/** Answers the request head of a client that reads only the beginning of the response. */
const requestHead = (path: string, token: string): string =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`, '', ''].join('\r\n');

/** A video of this many bytes, as far as the service examines it. */
const video = (bytes: number): Blob => {
  const content = new Uint8Array(bytes).fill(0x41);
  content.set(Buffer.from('\0\0\0\x18ftypmp42', 'latin1'));
  return new Blob([content], { type: 'video/mp4' });
};

/** Uploads a large file, and answers its path. */
const storedVideo = async (service: MeasuredService, bytes: number): Promise<string> => {
  const { id, flowToken } = await service.person('readers');
  const form = new FormData();
  form.append('facial_video', video(bytes), 'a.mp4');
  const path = `${service.baseUrl}/api/profiles/${id}`;
  const sent = await fetch(path, { method: 'PATCH', headers: { Authorization: `Bearer ${flowToken}` }, body: form });
  if (sent.status !== 200) throw new Error(`the video was answered ${sent.status}: ${await sent.text()}`);
  const profile: { readonly files?: readonly { readonly id: string }[] } = Object(
    await (await fetch(path, { headers: { Authorization: `Bearer ${service.token}` } })).json(),
  );
  const [file] = profile.files ?? [];
  if (file === undefined) throw new Error('the video is not in the profile');
  return `/api/profiles/${id}/files/${file.id}`;
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
export const slowReaders = async (service: MeasuredService, readers: number, bytes: number) => {
  const path = await storedVideo(service, bytes);
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
    peakMiB,
    heldBytes,
    deferred: statuses.filter((status) => status === 429).length,
    improper: statuses.filter((status) => status !== 200 && status !== 429).length,
    notGot: Math.abs(bytes - got),
  };
};

import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { multipartType, openBody } from '../../../support/http/multipart.ts';
import type { EngineName } from '../../../support/servers/database-server.ts';
import type { Findings } from '../harness/harness.ts';
import { type MeasuredService, openMeasuredService } from '../pressure/environment.ts';
import { photoBytes } from './multipart-floods.ts';

type Person = { readonly id: string; readonly flowToken: string };

const mebi = 1024 * 1024;

const opening = openBody([{ name: 'document_front', file: 'a.jpg', content: '' }]).subarray(0, -2);

const head = ({ id, flowToken }: Person, framing: string): string =>
  [
    `PATCH /api/profiles/${id} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${flowToken}`,
    `Content-Type: ${multipartType}`,
    framing,
    'Connection: close',
    '',
    '',
  ].join('\r\n');

/** Sends an upload that ends in the middle, reads the response, and answers its status. */
const send = async ({ port }: MeasuredService, bytes: Buffer): Promise<number> => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  // The service closes the connection of a body in too many pieces, which is no error here.
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.end(bytes);
  await closed;
  return Number(text.slice(9, 12));
};

const whole = (person: Person, content: Buffer): Buffer => {
  const body = Buffer.concat([opening, content]);
  return Buffer.concat([Buffer.from(head(person, `Content-Length: ${body.length}`)), body]);
};

/** One chunk for every byte of the content (RFC 9112 section 7.1). */
const inChunks = (person: Person, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${head(person, 'Transfer-Encoding: chunked')}${opening.length.toString(16)}\r\n`),
    opening,
    Buffer.from('\r\n'),
    Buffer.alloc(6 * content.length, '1\r\nx\r\n'),
  ]);

/** The processor that the service has used for these bytes, in nanoseconds a byte. */
const costOf = async (service: MeasuredService, bytes: Buffer): Promise<number> => {
  const used = () => service.metric('process_cpu_seconds_total');
  const before = await used();
  for (let i = 0; i < 4; i += 1) await send(service, bytes);
  return (1e9 * ((await used()) - before)) / (4 * bytes.length);
};

/** The slowest answer to somebody else, in milliseconds, while twelve uploads of a MiB arrive. */
const slowestBeside = async (service: MeasuredService, flood: Buffer): Promise<number> => {
  const floods = Promise.all(Array.from({ length: 12 }, () => send(service, flood)));
  let slowest = 0;
  let isOver = false;
  const over = floods.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const began = performance.now();
    await (await fetch(`${service.baseUrl}/openapi.json`)).arrayBuffer();
    slowest = Math.max(slowest, performance.now() - began);
    await sleep(5);
  }
  await over;
  return Math.round(slowest);
};

/** Nobody waits longer than this for an answer beside twelve uploads. */
const patienceMs = 1000;

/** Floods the real service, and measures its process. */
export const measureService = async (
  engine: EngineName,
  bound: number,
  say: (line: string) => void,
): Promise<Findings> => {
  const unlimited = { LIMIT_FLOW_PER_MINUTE: '100000', LIMIT_CLIENT_PER_MINUTE: '100000' };
  const service = await openMeasuredService(engine, unlimited);
  try {
    const person = await service.person('input-cost');
    const honest = whole(person, photoBytes(4 * mebi));
    await costOf(service, honest);
    const honestNs = await costOf(service, honest);
    const returns = (await costOf(service, whole(person, Buffer.alloc(4 * mebi, '\r')))) / honestNs;
    const pieces = (await costOf(service, inChunks(person, Buffer.alloc(mebi)))) / honestNs;
    const slowest = await slowestBeside(service, whole(person, Buffer.alloc(mebi, '\r')));
    say(
      `honest ${honestNs.toFixed(1)} ns, carriage returns ${returns.toFixed(2)} times, chunks ${pieces.toFixed(2)} times`,
    );
    return {
      performed: {
        'an honest byte of 4 MiB at the service (ns)': honestNs.toFixed(1),
        'carriage returns (times)': returns.toFixed(2),
        'chunks of a byte (times)': pieces.toFixed(2),
        'slowest answer beside 12 uploads (ms)': slowest,
      },
      violations: {
        'carriage returns beyond the bound': returns > bound ? 1 : 0,
        'chunks beyond the bound': pieces > bound ? 1 : 0,
        'answers to others that were late': slowest > patienceMs ? 1 : 0,
        'exits and surprises': service.mishaps(),
      },
    };
  } finally {
    await service.close();
  }
};

import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { randomOf } from '../generators/seeded-random.ts';
import { type StubServer, startStub } from '../servers/stub-server.ts';

/** A proxy that carries out every request and loses some of the answers. */
export type LossyProxy = StubServer & {
  /** How many answers were lost so far. */
  readonly lost: () => number;
};

type LossyOptions = {
  readonly seed: number;
  /** The share of the answers that are lost, 0 to 1. */
  readonly share: number;
  /** The requests whose answers may be lost. */
  readonly concerns: (path: string) => boolean;
};

/** Half of the lost answers end before their first byte, the others in the middle of their body. */
const loseAnswer = (received: IncomingMessage, answer: ServerResponse, inTheMiddle: boolean): void => {
  const chunks: Buffer[] = [];
  received.on('data', (chunk: Buffer) => chunks.push(chunk));
  received.on('end', () => {
    const body = Buffer.concat(chunks);
    if (!inTheMiddle || body.length < 2) {
      answer.destroy();
      return;
    }
    answer.writeHead(received.statusCode ?? 502, received.headers);
    answer.write(body.subarray(0, body.length / 2), () => answer.destroy());
  });
};

/** Starts a proxy before a service. The same seed loses the same answers, by their order. */
export const startLossyProxy = async (target: string, { concerns, seed, share }: LossyOptions): Promise<LossyProxy> => {
  const random = randomOf(seed);
  let lost = 0;
  const stub = await startStub((incoming, answer) => {
    const { headers, method, url: path = '/' } = incoming;
    const draw = concerns(path) ? random() : 1;
    const onward = request(new URL(path, target), { method, headers }, (received) => {
      if (draw >= share) {
        answer.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(answer);
        return;
      }
      lost += 1;
      loseAnswer(received, answer, draw < share / 2);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  return { ...stub, lost: () => lost };
};

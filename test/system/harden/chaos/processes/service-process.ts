import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../support/servers/free-port.ts';
import type { Program } from '../../../../support/servers/program.ts';
import { type LogLine, linesOf, startService, type Variables } from '../../../../support/servers/service-program.ts';

/** What `/readyz` answered at some moment; the status is 0 when there was no answer. */
export type ReadinessAnswer = { readonly status: number; readonly body: unknown };

/** One process of the service. */
export type ServiceProcess = {
  readonly url: string;
  readonly managementUrl: string;
  readonly pid: () => number;
  /** Starts it, and resolves when it listens, whether it is ready or not. */
  readonly start: (changes?: Variables) => Promise<void>;
  /** Sends SIGTERM, and answers the exit code and the duration. */
  readonly stop: () => Promise<{ readonly code: number | null; readonly ms: number }>;
  readonly kill: () => Promise<void>;
  readonly signal: (name: NodeJS.Signals) => void;
  /** Asks on a connection that is kept, as a scraper does. */
  readonly readiness: () => Promise<ReadinessAnswer>;
  readonly metrics: () => Promise<string>;
  /** The lines of its log, of every start. */
  readonly lines: () => readonly LogLine[];
  readonly hasEnded: () => boolean;
};

const askLimitMs = 8000;

const getText = (agent: Agent, url: string): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve) => {
    const failed = (): void => resolve({ status: 0, text: '' });
    const outgoing = request(url, { agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', failed);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    outgoing.setTimeout(askLimitMs, () => outgoing.destroy());
    outgoing.on('error', failed);
    outgoing.end();
  });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Prepares a process at two ports that stay the same. */
export const prepareService = async (environment: Variables): Promise<ServiceProcess> => {
  const port = await freePort();
  const managementPort = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const managementUrl = `http://127.0.0.1:${managementPort}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const programs: Program[] = [];
  let isRunning = false;
  const current = (): Program => {
    const last = programs.at(-1);
    if (last === undefined) throw new Error('the service was never started');
    return last;
  };
  const endWith = async (name: NodeJS.Signals): Promise<number | null> => {
    if (!isRunning) return null;
    const program = current();
    program.child.kill(name);
    const { code } = await program.ended;
    return code;
  };
  return {
    url,
    managementUrl,
    pid: () => current().child.pid ?? 0,
    start: async (changes = {}) => {
      const own = { PORT: String(port), MANAGEMENT_PORT: String(managementPort) };
      const program = startService({ ...environment, ...own, ...changes });
      programs.push(program);
      isRunning = true;
      void program.ended.then(() => {
        if (current() === program) isRunning = false;
      });
      while ((await getText(agent, `${managementUrl}/livez`)).status !== 200) {
        if (!isRunning) throw new Error(`The service has ended:\n${program.printed()}`);
        await sleep(20);
      }
    },
    stop: async () => {
      const began = performance.now();
      const code = await endWith('SIGTERM');
      return { code, ms: performance.now() - began };
    },
    kill: async () => void (await endWith('SIGKILL')),
    signal: (name) => void current().child.kill(name),
    readiness: async () => {
      const { status, text } = await getText(agent, `${managementUrl}/readyz`);
      return { status, body: parsed(text) };
    },
    metrics: async () => (await getText(agent, `${managementUrl}/metrics`)).text,
    lines: () => programs.flatMap(linesOf),
    hasEnded: () => !isRunning,
  };
};

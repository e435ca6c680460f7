import type { Problem, Result } from '@portcullis/client';
import { E } from '@portcullis/domain';
import { decode, t } from '@portcullis/domain/kernel';
import { connectionFailure, demoFailure } from './failure.ts';
import type { Row, Table } from './table.ts';

/** Long enough to read a photo on a slow machine. */
const timeoutSeconds = 90;

/** The options of a client of the demo: every request of it is a row of the table, and no call is tried again. */
type ShownConnection = {
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly maxTries: number;
  readonly timeoutSeconds: number;
};

export type ShownCalls = {
  readonly connectionOf: (who: 'partner' | 'person') => ShownConnection;
  /** Waits for a call, ends its row with a summary of the answer, and returns it; a problem throws a failure. */
  readonly show: <T>(call: Promise<Result<T>>, summarize: (value: T) => string) => Promise<T>;
  readonly count: () => number;
};

const failureOf = (line: string, baseUrl: string, thrown: unknown): Error =>
  demoFailure(
    `${line}: ${baseUrl} cannot be reached (${connectionFailure(thrown)}). Is the sandbox still running? Start it with: npm run sandbox`,
  );

/** Session ids are too long for the table. */
const shownPath = (path: string): string =>
  path.startsWith('/api/face-liveness/results/') ? `${path.slice(0, 35)}…` : path;

/** A problem as text: its code, its sentence, and the location and reason of each fault. */
export const problemText = ({ code, detail, errors = [], title }: Problem): string =>
  [`${code}: ${detail ?? title}`, ...errors.map(({ pointer, message }) => `${pointer || 'body'}: ${message}`)].join(
    '; ',
  );

const TokenResponse = t.type({ expires_in: t.number, scope: t.string });

/** Clients ask for a token by themselves, before their first call. */
const tokenSummary = async (response: Response): Promise<string> => {
  const read = decode(TokenResponse, await response.clone().json());
  if (E.isLeft(read)) return '';
  const { expires_in: seconds, scope } = read.right;
  return `bearer token for ${seconds} s, ${scope.split(' ').length} scopes`;
};

/** Shows the calls of clients at this address as rows of the table. */
export const createShownCalls = (baseUrl: string, table: Table): ShownCalls => {
  let count = 0;
  let answered: Omit<Row, 'answer'> | null = null;
  const end = (answer: string): void => {
    if (answered !== null) table.add({ ...answered, answer });
    answered = null;
  };
  const fetchAs =
    (who: string) =>
    async (url: string, init: RequestInit): Promise<Response> => {
      const { pathname, search } = new URL(url);
      const method = init.method ?? 'GET';
      const call = `${method.padEnd(5)} ${shownPath(`${pathname}${search}`)}`;
      count += 1;
      const began = performance.now();
      const response = await fetch(url, init).catch((thrown: unknown) => {
        throw failureOf(`${method} ${pathname}`, baseUrl, thrown);
      });
      answered = { who, call, outcome: String(response.status), ms: performance.now() - began };
      if (response.ok && pathname === '/api/auth/token') end(await tokenSummary(response));
      return response;
    };
  return {
    connectionOf: (who) => ({ baseUrl, fetch: fetchAs(who), maxTries: 1, timeoutSeconds }),
    show: async (call, summarize) => {
      const result = await call;
      if (result.ok) {
        end(summarize(result.value));
        return result.value;
      }
      const { problem } = result;
      const line = answered?.call.replace(/ +/, ' ') ?? '';
      end(problemText(problem));
      if (problem.code === 'no_answer') throw demoFailure(problem.detail ?? problem.title);
      throw demoFailure(`${line} was refused with ${problem.status}: ${problemText(problem)}`);
    },
    count: () => count,
  };
};

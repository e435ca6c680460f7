import type { IncomingHttpHeaders } from 'node:http';
import type { SimulatedCall } from '../core/exchange.ts';
import type { Vendor } from '../core/script.ts';

/** One call as the simulator received it. */
export type RecordedCall = {
  readonly vendor: Vendor;
  readonly operation: string;
  /** The status of the response; 0 when nothing was answered. */
  readonly status: number;
  /** The parsed body, with images as `{ bytes, sha256 }`. */
  readonly body?: unknown;
  /** The headers of W3C Trace Context and Baggage, where it had any. */
  readonly trace?: { readonly [name: string]: string };
};

const maxRecords = 1000;

/** The latest thousand calls. */
export type RequestLog = {
  readonly add: (
    call: Pick<SimulatedCall, 'vendor' | 'operation' | 'body'>,
    status: number,
    headers?: IncomingHttpHeaders,
  ) => void;
  readonly all: () => readonly RecordedCall[];
  readonly clear: () => void;
};

const traceHeaders = ['traceparent', 'tracestate', 'baggage'];

const traceOf = (headers: IncomingHttpHeaders): Pick<RecordedCall, 'trace'> => {
  const found = traceHeaders.filter((name) => headers[name] !== undefined);
  return found.length === 0 ? {} : { trace: Object.fromEntries(found.map((name) => [name, `${headers[name]}`])) };
};

export const requestLog = (): RequestLog => {
  const records: RecordedCall[] = [];
  return {
    add: ({ vendor, operation, body }, status, headers = {}) => {
      records.push({ vendor, operation, status, ...(body !== undefined && { body }), ...traceOf(headers) });
      if (records.length > maxRecords) records.shift();
    },
    all: () => [...records],
    clear: () => {
      records.length = 0;
    },
  };
};

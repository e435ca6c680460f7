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
};

const maxRecords = 1000;

/** The latest thousand calls. */
export type RequestLog = {
  readonly add: (call: Pick<SimulatedCall, 'vendor' | 'operation' | 'body'>, status: number) => void;
  readonly all: () => readonly RecordedCall[];
  readonly clear: () => void;
};

export const requestLog = (): RequestLog => {
  const records: RecordedCall[] = [];
  return {
    add: ({ vendor, operation, body }, status) => {
      records.push({ vendor, operation, status, ...(body !== undefined && { body }) });
      if (records.length > maxRecords) records.shift();
    },
    all: () => [...records],
    clear: () => {
      records.length = 0;
    },
  };
};

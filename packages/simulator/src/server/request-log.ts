import type { VendorCall } from '../core/exchange.ts';
import type { Vendor } from '../core/script.ts';

/** One call as the simulator received it. */
export type RequestRecord = {
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
  readonly add: (asked: Pick<VendorCall, 'vendor' | 'operation' | 'body'>, status: number) => void;
  readonly all: () => readonly RequestRecord[];
  readonly clear: () => void;
};

export const requestLog = (): RequestLog => {
  const records: RequestRecord[] = [];
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

import type { Asked } from '../exchange.ts';
import type { Vendor } from '../script.ts';

/** One call as the simulator saw it. */
export type RequestRecord = {
  readonly vendor: Vendor;
  readonly operation: string;
  /** What was answered; 0 where nothing was. */
  readonly status: number;
  /** Parsed; images as `{ bytes, sha256 }`. */
  readonly body?: unknown;
};

const maxRecords = 1000;

/** The newest thousand calls. */
export type RequestLog = {
  readonly add: (asked: Pick<Asked, 'vendor' | 'operation' | 'body'>, status: number) => void;
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

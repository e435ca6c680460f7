import { E } from '@portcullis/domain';
import { parseJson } from '@portcullis/domain/kernel';
import type { IncomingRequest, VendorResponse } from '../core/exchange.ts';
import { readScript, type Script, vendors } from '../core/script.ts';
import type { RequestLog } from './request-log.ts';

/** The controls of a running simulator. */
export type Controls = {
  readonly script: () => Script;
  readonly change: (changes: Partial<Script>) => void;
  readonly reset: () => void;
  readonly log: RequestLog;
};

const json = (status: number, body: unknown): VendorResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: `${JSON.stringify(body, null, 2)}\n`,
});

const changeScript = (controls: Controls, incoming: IncomingRequest): VendorResponse => {
  const given = readScript(parseJson(incoming.body.toString('utf8')));
  if (E.isLeft(given)) return json(400, { faults: given.left });
  controls.change(given.right);
  return json(200, controls.script());
};

const resetAll = (controls: Controls): VendorResponse => {
  controls.reset();
  return { status: 204, headers: {}, body: '' };
};

/** A client that follows a redirect may have sent its credentials along, so that the request itself is recorded. */
const recordRedirect = (controls: Controls, path: string): VendorResponse | null => {
  const vendor = vendors.find((name) => path === `/_simulator/elsewhere/${name}`);
  if (vendor === undefined) return null;
  controls.log.add({ vendor, operation: 'followed a redirect' }, 404);
  return json(404, { message: 'Nobody should have come here.' });
};

/**
 * `/_simulator/…`: the script and the request log over HTTP, for other processes. Returns `null` for any other path.
 */
export const control = (controls: Controls, incoming: IncomingRequest): VendorResponse | null => {
  const { method, path } = incoming;
  if (!path.startsWith('/_simulator/')) return null;
  switch (`${method} ${path}`) {
    case 'PUT /_simulator/script':
      return changeScript(controls, incoming);
    case 'GET /_simulator/script':
      return json(200, controls.script());
    case 'DELETE /_simulator/script':
      return resetAll(controls);
    case 'GET /_simulator/requests':
      return json(200, { requests: controls.log.all() });
    default:
      return recordRedirect(controls, path) ?? json(404, { message: 'There is no such control.' });
  }
};

import { headerOf, type IncomingRequest, type VendorCall } from '../core/exchange.ts';
import type { SimulatorState } from '../core/state.ts';
import type { IssuedKeys } from './authorize.ts';
import { rekognition } from './rekognition.ts';
import { sts } from './sts.ts';

/** Both AWS services behind `POST /`, distinguished by their protocols. Returns `null` for any other request. */
export const aws = (world: SimulatorState): ((incoming: IncomingRequest) => VendorCall | null) => {
  const issued = new Map<string, IssuedKeys>();
  const json = rekognition(world, issued);
  const query = sts(world, issued);
  return (incoming) => {
    if (incoming.method !== 'POST' || incoming.path !== '/') return null;
    return headerOf(incoming, 'x-amz-target') === undefined ? query(incoming) : json(incoming);
  };
};

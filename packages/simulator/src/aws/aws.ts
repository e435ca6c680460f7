import { headerOf, type IncomingRequest, type SimulatedCall } from '../core/exchange.ts';
import type { SimulatorState } from '../core/state.ts';
import type { IssuedKeys } from './authorize.ts';
import { rekognition } from './rekognition.ts';
import { sts } from './sts.ts';

/** Both AWS services behind `POST /`, distinguished by their protocols. Returns `null` for any other request. */
export const aws = (state: SimulatorState): ((incoming: IncomingRequest) => SimulatedCall | null) => {
  const issued = new Map<string, IssuedKeys>();
  const json = rekognition(state, issued);
  const query = sts(state, issued);
  return (incoming) => {
    if (incoming.method !== 'POST' || incoming.path !== '/') return null;
    return headerOf(incoming, 'x-amz-target') === undefined ? query(incoming) : json(incoming);
  };
};

import { type Asked, headerOf, type Incoming } from '../exchange.ts';
import type { World } from '../world.ts';
import type { IssuedKeys } from './authorize.ts';
import { rekognition } from './rekognition.ts';
import { sts } from './sts.ts';

/** Both AWS services behind `POST /`, distinguished by their protocols. Returns `null` for any other request. */
export const aws = (world: World): ((incoming: Incoming) => Asked | null) => {
  const issued = new Map<string, IssuedKeys>();
  const json = rekognition(world, issued);
  const query = sts(world, issued);
  return (incoming) => {
    if (incoming.method !== 'POST' || incoming.path !== '/') return null;
    return headerOf(incoming, 'x-amz-target') === undefined ? query(incoming) : json(incoming);
  };
};

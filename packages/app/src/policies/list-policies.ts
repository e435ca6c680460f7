import { E, type KeptPolicy } from '@portcullis/domain';
import type { Environment } from '../config/environment.ts';
import { outage, type Printed } from './printed.ts';
import { withRegister } from './with-register.ts';

const rowOf = ({ digest, partnerId, ref }: KeptPolicy): string =>
  [ref.id, ref.version, partnerId === null ? 'every partner' : `partner ${partnerId}`, digest].join('\t');

/** Lists what was added, in its order: the last of an id is the one that new profiles get. */
export const listPolicies = (env: Environment): Promise<Printed> =>
  withRegister(env, async (register) => {
    const listed = await register.list()();
    return E.isLeft(listed) ? outage(listed.left) : { code: 0, lines: listed.right.map(rowOf) };
  });

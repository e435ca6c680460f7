import { E, type KeptPolicy } from '@portcullis/domain';
import type { Environment } from '../config/environment.ts';
import { outage, type Printed } from './printed.ts';
import { withRegister } from './with-register.ts';

const rowOf = ({ digest, partnerId, ref }: KeptPolicy): string =>
  [ref.id, ref.version, partnerId === null ? 'every partner' : `partner ${partnerId}`, digest].join('\t');

/** Lists the added policies in their order: the last one of an id applies to new profiles. */
export const listPolicies = (env: Environment): Promise<Printed> =>
  withRegister(env, async (register) => {
    const listed = await register.list()();
    return E.isLeft(listed) ? outage(listed.left) : { code: 0, lines: listed.right.map(rowOf) };
  });

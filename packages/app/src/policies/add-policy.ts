import { E, type Policy, type PolicyRegister } from '@portcullis/domain';
import type { Environment } from '../config/environment.ts';
import { asErrors, findingLine, outage, type Printed } from './printed.ts';
import { readPolicy } from './read-policy.ts';
import { withRegister } from './with-register.ts';

const choosers = (partner: string | null): string => (partner === null ? 'every partner' : `the partner ${partner}`);

const keep = async (
  register: PolicyRegister,
  file: string,
  policy: Policy,
  partner: string | null,
): Promise<Printed> => {
  const added = await register.add(policy, partner)();
  const name = `${policy.id} ${policy.version}`;
  if (E.isRight(added)) return { code: 0, lines: [`${name} is kept, for ${choosers(partner)}.`] };
  if (added.left._tag === 'Unavailable') return outage(added.left);
  if (added.left._tag === 'Invalid')
    return { code: 1, lines: asErrors(added.left).map((finding) => findingLine(file, finding)) };
  return {
    code: 1,
    lines: [
      `${name} exists already, with another document or for others to choose. A change needs a version of its own.`,
    ],
  };
};

/** Stores the policy of a file, for every partner or for one, if its lint finds no error. */
export const addPolicy = async (env: Environment, file: string, partner: string | null): Promise<Printed> => {
  const { findings, policy } = await readPolicy(file);
  const lines = findings.map((finding) => findingLine(file, finding));
  if (policy === null || findings.some(({ level }) => level === 'error'))
    return { code: 1, lines: [...lines, 'Nothing was added.'] };
  const kept = await withRegister(env, (register) => keep(register, file, policy, partner));
  return { ...kept, lines: [...lines, ...kept.lines] };
};

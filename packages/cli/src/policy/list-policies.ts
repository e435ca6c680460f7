import type { Environment } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import type { StoredPolicy } from '@portcullis/domain/ports';
import { type CommandResult, unavailableResult } from '../command/command-result.ts';
import { withPolicyRepository } from './with-policy-repository.ts';

/** A policy in one line: its id, its version, for whom it is, and its digest. */
export const policyLine = ({ digest, partnerId, ref }: Pick<StoredPolicy, 'digest' | 'partnerId' | 'ref'>): string =>
  [ref.id, ref.version, partnerId === null ? 'every partner' : `partner ${partnerId}`, digest].join('\t');

/** Lists the added policies in their order: the last one of an id applies to new profiles. */
export const listPolicies = (env: Environment): Promise<CommandResult> =>
  withPolicyRepository(env, async (repository) => {
    const listed = await repository.list()();
    return E.isLeft(listed) ? unavailableResult(listed.left) : { code: 0, lines: listed.right.map(policyLine) };
  });

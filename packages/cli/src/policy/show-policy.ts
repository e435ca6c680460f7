import { type Environment, readStandardPolicyVariables } from '@portcullis/app/configuration';
import {
  builtInPolicies,
  E,
  type Either,
  type NotFound,
  notFound,
  type Policy,
  type PolicyRepository,
  standardPolicy,
  type Unavailable,
} from '@portcullis/domain';
import { builtInPolicyId } from '@portcullis/domain/checks';
import { type CommandResult, misconfiguredResult, unavailableResult } from '../command/command-result.ts';
import { withPolicyRepository } from './with-policy-repository.ts';

type Found = Either<NotFound | Unavailable, Policy>;

const showResult = (name: string, found: Found): CommandResult => {
  if (E.isRight(found)) return { code: 0, lines: [JSON.stringify(found.right, null, 2)] };
  return found.left._tag === 'NotFound'
    ? { code: 1, lines: [`There is no policy ${name}.`] }
    : unavailableResult(found.left);
};

/** The built-in policy: a given version of it, or the one of the environment. */
const showBuiltIn = async (env: Environment, version: string | null): Promise<CommandResult> => {
  const read = readStandardPolicyVariables(env);
  if (E.isLeft(read)) return misconfiguredResult(read.left);
  const options = { livenessThreshold: read.right.FACE_LIVENESS_THRESHOLD ?? 75, specimens: false };
  if (version === null) return showResult(builtInPolicyId, E.right(standardPolicy(options)));
  return showResult(
    `${builtInPolicyId} ${version}`,
    await builtInPolicies(options).get({ id: builtInPolicyId, version })(),
  );
};

/** The version that was added last, for whichever partner. */
const newestVersion = async (repository: PolicyRepository, id: string): Promise<Found> => {
  const listed = await repository.list()();
  if (E.isLeft(listed)) return listed;
  const last = listed.right.findLast(({ ref }) => ref.id === id);
  return last ? repository.get(last.ref)() : E.left(notFound);
};

/** Prints a policy as JSON; without a version, the newest one. */
export const showPolicy = (env: Environment, id: string, version: string | null): Promise<CommandResult> =>
  id === builtInPolicyId
    ? showBuiltIn(env, version)
    : withPolicyRepository(env, async (repository) =>
        version === null
          ? showResult(id, await newestVersion(repository, id))
          : showResult(`${id} ${version}`, await repository.get({ id, version })()),
      );

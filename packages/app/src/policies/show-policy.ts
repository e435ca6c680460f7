import {
  builtInId,
  builtInPolicies,
  E,
  type Either,
  type NotFound,
  notFound,
  type Policy,
  type PolicyRegister,
  standardPolicy,
  type Unavailable,
} from '@portcullis/domain';
import { type Environment, readStandardVariables } from '../config/environment.ts';
import { misconfigured, outage, type Printed } from './printed.ts';
import { withRegister } from './with-register.ts';

type Found = Either<NotFound | Unavailable, Policy>;

const shown = (name: string, found: Found): Printed => {
  if (E.isRight(found)) return { code: 0, lines: [JSON.stringify(found.right, null, 2)] };
  return found.left._tag === 'NotFound' ? { code: 1, lines: [`There is no policy ${name}.`] } : outage(found.left);
};

/** The built-in policy: a given version of it, or the one of the environment. */
const builtIn = async (env: Environment, version: string | null): Promise<Printed> => {
  const read = readStandardVariables(env);
  if (E.isLeft(read)) return misconfigured(read.left);
  const options = { livenessThreshold: read.right.FACE_LIVENESS_THRESHOLD ?? 75, specimens: false };
  if (version === null) return shown(builtInId, E.right(standardPolicy(options)));
  return shown(`${builtInId} ${version}`, await builtInPolicies(options).get({ id: builtInId, version })());
};

/** The version that was added last, for whichever partner. */
const newest = async (register: PolicyRegister, id: string): Promise<Found> => {
  const listed = await register.list()();
  if (E.isLeft(listed)) return listed;
  const last = listed.right.findLast(({ ref }) => ref.id === id);
  return last ? register.get(last.ref)() : E.left(notFound);
};

/** Prints a policy as JSON; without a version, the newest one. */
export const showPolicy = (env: Environment, id: string, version: string | null): Promise<Printed> =>
  id === builtInId
    ? builtIn(env, version)
    : withRegister(env, async (register) =>
        version === null
          ? shown(id, await newest(register, id))
          : shown(`${id} ${version}`, await register.get({ id, version })()),
      );

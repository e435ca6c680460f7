import { placeOf } from './codec.ts';
import type { DomainError } from './errors.ts';
import { E, type Either, type TaskEither } from './fp.ts';

/** A reason of the domain that was thrown: an error of the language with the `_tag` and the fields of the reason. */
export type Rejection = Error & DomainError;

/** Whether what was caught is a reason of the domain, and no fault of a program. */
export const isRejection = (caught: unknown): caught is Rejection =>
  caught instanceof Error && typeof Reflect.get(caught, '_tag') === 'string';

type Promised<Call> = Call extends (...input: infer Input) => TaskEither<infer _Reason, infer Value>
  ? (...input: Input) => Promise<Value>
  : Call;

/** The faults of an input and the kind of an outage, which name no value and no person. */
const messageOf = (reason: DomainError): string => {
  if (reason._tag === 'Invalid')
    return reason.faults.map((fault) => `${placeOf(fault)} ${fault.message}`.trimStart()).join('; ');
  return reason._tag === 'Unavailable' ? `${reason.service} gave no answer (${reason.kind})` : reason._tag;
};

const rejectionOf = (reason: DomainError): Rejection =>
  Object.assign(new Error(messageOf(reason)), { name: reason._tag }, reason);

const settled = async (task: () => Promise<Either<DomainError, unknown>>): Promise<unknown> => {
  const done = await task();
  if (E.isLeft(done)) throw rejectionOf(done.left);
  return done.right;
};

/**
 * The same functions for a program without tasks: each begins its work at once, and answers a promise of the value, or
 * one that rejects with a `Rejection`. It takes use cases as well as ports, also those that are objects of a class.
 */
export const promised = <Calls extends object>(
  calls: Calls,
): { readonly [Name in keyof Calls]: Promised<Calls[Name]> } => {
  const get = (_: object, name: string | symbol): unknown => {
    const call: unknown = Reflect.get(calls, name);
    if (typeof call !== 'function') return call;
    return (...input: readonly unknown[]): unknown => {
      const task: unknown = Reflect.apply(call, calls, input);
      return typeof task === 'function' ? settled(() => Reflect.apply(task, undefined, [])) : task;
    };
  };
  // Of a copy every property may be answered otherwise, also where the given object is frozen.
  return Object(new Proxy({ ...calls }, { get }));
};

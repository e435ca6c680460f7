import { decode, type t } from '../../kernel/codec.ts';
import { type Invalid, invalid } from '../../kernel/errors.ts';
import { E, type TaskEither, TE } from '../../kernel/fp.ts';
import { inputs } from './input-codecs.ts';

/** The ports that must be there: what may be `null`, or left out, is none. */
type PortOf<Deps> = {
  [Name in keyof Deps]-?: undefined extends Deps[Name] ? never : null extends Deps[Name] ? never : Name;
}[keyof Deps] &
  string;

/** The ports by name. The list does not compile where it leaves one out. */
type AllPorts<Deps, Port extends string> = readonly Port[] &
  ([PortOf<Deps>] extends [Port] ? unknown : { readonly missing: Exclude<PortOf<Deps>, Port> });

/** Whether a value may be this port. What each function of a port does only its type says. */
const isPort = (name: string, port: unknown): boolean => {
  if (typeof port !== 'object' && typeof port !== 'function') return false;
  return name !== 'clock' || typeof Reflect.get(Object(port), 'now') === 'function';
};

/**
 * Gives what needs ports its ports. It throws where one is missing or is none, and names it: otherwise the first
 * request that needs the port would find out. `settings` are the names of what is no port, or whose form is judged
 * elsewhere.
 */
export const withPorts = <Deps extends object, Made, Port extends PortOf<Deps>, Rest extends readonly unknown[] = []>(
  name: string,
  ports: AllPorts<Deps, Port>,
  make: (deps: Deps, ...rest: Rest) => Made,
  settings: readonly string[] = [],
) => {
  const maker = (deps: Deps, ...rest: Rest): Made => {
    const given: Partial<Deps> = deps ?? {};
    const missing = ports.filter((port) => given[port] === undefined || given[port] === null);
    if (missing.length > 0) throw new TypeError(`${name} is made without ${missing.join(', ')}`);
    const misshapen = ports.filter((port) => !settings.includes(port) && !isPort(port, given[port]));
    if (misshapen.length > 0) throw new TypeError(`${name} is made with something else as ${misshapen.join(', ')}`);
    return make(deps, ...rest);
  };
  const named: readonly string[] = ports;
  return Object.assign(maker, { ports: named });
};

/**
 * Decodes what is given before anything is done with it. The types say the same, but a program in JavaScript, or a
 * value that came from elsewhere, is not bound by them: an unknown field would be stored, and compared with nothing.
 * The pointers of the faults are those of the input. Asking whether it has the form costs a fraction of decoding, which
 * keeps for every field where it stands.
 */
export const decodesInput =
  <Input, Rest extends readonly unknown[], Reason, Done>(
    codec: t.Mixed,
    run: (input: Input, ...rest: Rest) => TaskEither<Reason, Done>,
  ) =>
  (input: Input, ...rest: Rest): TaskEither<Reason | Invalid, Done> => {
    if (codec.is(input)) return run(input, ...rest);
    const decoded = decode(codec, input);
    return E.isLeft(decoded) ? TE.left(invalid(decoded.left)) : run(input, ...rest);
  };

/** The fields of an input that its form does not have. It says nothing of one that is no object. */
type LeftOut<Form, Input> = unknown extends Form ? never : Exclude<keyof Input, keyof Form>;

/**
 * Makes use cases whose inputs have these forms, and whose `settings` are no ports. A use case has its ports, and its
 * input has the form that stands under its name: it does not compile where that form leaves a field out.
 */
export const useCaseOf =
  <Inputs extends { readonly [Name in keyof Inputs]: t.Mixed }>(inputs: Inputs, settings: readonly string[] = []) =>
  <
    Name extends keyof Inputs & string,
    Deps extends object,
    Input,
    Rest extends readonly unknown[],
    Reason,
    Done,
    Port extends PortOf<Deps>,
  >(
    name: Name & ([LeftOut<t.TypeOf<Inputs[Name]>, Input>] extends [never] ? unknown : never),
    ports: AllPorts<Deps, Port>,
    make: (deps: Deps) => (input: Input, ...rest: Rest) => TaskEither<Reason, Done>,
  ) =>
    withPorts(name, ports, (deps: Deps) => decodesInput(inputs[name], make(deps)), settings);

/** A use case of the verification of a person. */
export const useCase = useCaseOf(inputs, ['clientUrl', 'defaultLanguage', 'unregisteredClients']);

/** The ports of every use case that changes profiles. */
export const changePorts = ['profiles', 'policies', 'clock'] as const;

/** The ports of every use case that processes a profile. */
export const processingPorts = [
  ...changePorts,
  'files',
  'barcodes',
  'reader',
  'faces',
  'devices',
  'deviceEventClaims',
  'duplicateIndex',
  'liveness',
  'deferredRetries',
  'readingsInFlight',
] as const;

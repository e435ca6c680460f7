import { E } from '@portcullis/domain';
import { decode, t } from '@portcullis/domain/kernel';
import type { HttpConfig } from '@portcullis/http';
import { routesFor } from '#http/server';

type Codec = t.Decoder<unknown, unknown>;
type Route = ReturnType<typeof routesFor>[number];
type Asked = { readonly headers?: object; readonly method?: string; readonly path: string };
type Answered = { readonly json: unknown; readonly status: number; readonly text: string };

type Props = { readonly [name: string]: Codec };

const isCodec = (value: unknown): value is Codec => value instanceof t.Type;

/** The fields of an object that a codec knows; `null` where it takes any. */
const fieldsOf = (codec: Codec): Props | null => {
  if (codec instanceof t.InterfaceType || codec instanceof t.PartialType) return codec.props;
  if ('required' in codec && 'optional' in codec) return { ...Object(codec.required), ...Object(codec.optional) };
  if (!(codec instanceof t.IntersectionType)) return null;
  const parts: readonly (Props | null)[] = codec.types.map(fieldsOf);
  return parts.includes(null) ? null : Object.assign({}, ...parts);
};

/** The fields of a value that a codec does not name, by their pointers. */
const unnamedFields = (codec: Codec, value: unknown, pointer = ''): readonly string[] => {
  if (codec instanceof t.UnionType) {
    const found = codec.types
      .filter((type: t.Mixed) => type.is(value))
      .map((type: Codec) => unnamedFields(type, value, pointer));
    return found.find((names: readonly string[]) => names.length === 0) ?? found[0] ?? [];
  }
  if (codec instanceof t.ReadonlyArrayType || codec instanceof t.ArrayType)
    return Object.values(Object(value)).flatMap((item, at) => unnamedFields(codec.type, item, `${pointer}/${at}`));
  const fields = fieldsOf(codec);
  if (fields === null) return [];
  return Object.entries(Object(value)).flatMap(([name, inner]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return isCodec(field) ? unnamedFields(field, inner, `${pointer}/${name}`) : [`${pointer}/${name}`];
  });
};

/** What differs between an answer and the codec of its description. */
export const faultsOf = (codec: Codec, body: unknown): readonly string[] => {
  const decoded = decode(codec, body);
  if (E.isLeft(decoded)) return decoded.left.map(({ message, pointer }) => `${pointer}: ${message}`);
  return unnamedFields(codec, body).map((pointer) => `${pointer}: is not described`);
};

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

const isDescribed = ({ described, forConsole, responses }: Route): boolean =>
  responses.length > 0 && (described || forConsole === true);

/**
 * A check of answers: a successful one has a status of its route's description, and a body that one of the codecs there
 * accepts and whose fields it names. Members of staff are known by their cookie.
 */
export const describedAnswers = (config: HttpConfig) => {
  const routes = routesFor(config)
    .filter(isDescribed)
    .sort((one, other) => Number(one.path.includes(':')) - Number(other.path.includes(':')))
    .map((route) => ({ ...route, pattern: patternOf(route.path) }));
  return ({ headers = {}, method = 'GET', path }: Asked, answer: Answered): void => {
    const [plain = '', query = ''] = path.split('?');
    const route = routes.find((one) => one.method === method && one.pattern.test(plain));
    if (route === undefined || answer.status >= 300) return;
    const isStaff = Object.keys(headers).some((name) => name.toLowerCase() === 'cookie');
    const isVariant = /(^|&)view=summary(&|$)/.test(query);
    const listed = isVariant ? (route.variant?.responses ?? []) : route.responses;
    const found = listed.filter(({ status }) => status === answer.status);
    if (found.length === 0) throw new Error(`${route.id} has answered ${answer.status}, which is not described`);
    const codecs = found.flatMap(({ body, flowBody, staffBody = body }) => (isStaff ? [staffBody] : [body, flowBody]));
    const faults = codecs.flatMap((codec) => (codec === undefined ? [] : [faultsOf(codec, answer.json)]));
    if (faults.length === 0 || faults.some((all) => all.length === 0)) return;
    throw new Error(`${route.id} is answered otherwise than described:\n${faults.flat().join('\n')}\n${answer.text}`);
  };
};

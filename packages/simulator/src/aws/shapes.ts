import { isObject } from '../core/json.ts';

/** The constraints of a value, in the terms of the vendor's own models. Lengths are in code points, items or bytes. */
export type Shape =
  | { readonly is: 'string'; readonly min: number; readonly max: number; readonly pattern: string }
  | { readonly is: 'enum'; readonly of: readonly string[] }
  | { readonly is: 'integer' | 'float'; readonly min: number; readonly max: number }
  | { readonly is: 'blob'; readonly min: number; readonly max: number }
  | { readonly is: 'list'; readonly of: Shape }
  | Structure;

export type Structure = {
  readonly is: 'structure';
  readonly members: { readonly [name: string]: Shape };
  readonly required: readonly string[];
};

export const text = (min: number, max: number, pattern: string): Shape => ({ is: 'string', min, max, pattern });
export const listOf = (of: Shape): Shape => ({ is: 'list', of });
export const structure = (members: Structure['members'], ...required: readonly string[]): Structure => ({
  is: 'structure',
  members,
  required,
});

/** One thing that is wrong with a request. The value itself is never repeated. */
export type ShapeProblem = { readonly path: string; readonly rule: string; readonly tooLarge?: true };

type Bounds = { readonly min: number; readonly max: number };

const isOutOfRange = (size: number, { min, max }: Bounds): boolean => size < min || size > max;

const describeBounds = ({ min, max }: Bounds): string => `at least ${min} and at most ${max}`;

const problem = (path: string, rule: string): readonly ShapeProblem[] => [{ path, rule }];

const patterns = new Map<string, RegExp>();
const compiled = (pattern: string): RegExp => {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known;
};

const checkText = (shape: Extract<Shape, { is: 'string' }>, value: unknown, path: string): readonly ShapeProblem[] => {
  if (typeof value !== 'string') return problem(path, 'must be a string');
  const { pattern } = shape;
  return [
    ...(isOutOfRange([...value].length, shape) ? problem(path, `must have a length of ${describeBounds(shape)}`) : []),
    ...(compiled(pattern).test(value) ? [] : problem(path, `must match ${pattern}`)),
  ];
};

const checkNumber = (
  shape: Extract<Shape, { is: 'integer' | 'float' }>,
  value: unknown,
  path: string,
): readonly ShapeProblem[] => {
  if (shape.is === 'integer' && !Number.isInteger(value)) return problem(path, 'must be a whole number');
  if (typeof value !== 'number') return problem(path, 'must be a number');
  return isOutOfRange(value, shape) ? problem(path, `must be ${describeBounds(shape)}`) : [];
};

const checkBlob = (shape: Extract<Shape, { is: 'blob' }>, value: unknown, path: string): readonly ShapeProblem[] => {
  if (typeof value !== 'string') return problem(path, 'must be base64');
  const bytes = Buffer.from(value, 'base64');
  if (bytes.toString('base64') !== value) return problem(path, 'must be base64');
  if (bytes.length > shape.max) return [{ path, rule: `must be ${describeBounds(shape)} bytes`, tooLarge: true }];
  return isOutOfRange(bytes.length, shape) ? problem(path, `must be ${describeBounds(shape)} bytes`) : [];
};

const checkStructure = ({ members, required }: Structure, value: unknown, path: string): readonly ShapeProblem[] => {
  if (!isObject(value)) return problem(path, 'must be an object');
  const inside = Object.entries(members).flatMap(([name, shape]): readonly ShapeProblem[] => {
    const at = path === '' ? name : `${path}.${name}`;
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given !== undefined && given !== null) return checkShape(shape, given, at);
    return required.includes(name) ? problem(at, 'is required') : [];
  });
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(members, name));
  return [...inside, ...unknown.flatMap((name) => problem(`${path}/${name}`, 'is not a member'))];
};

/** Everything that is wrong with a value. */
export const checkShape = (shape: Shape, value: unknown, path = ''): readonly ShapeProblem[] => {
  switch (shape.is) {
    case 'structure':
      return checkStructure(shape, value, path);
    case 'list': {
      if (!Array.isArray(value)) return problem(path, 'must be a list');
      return value.flatMap((item, i) => checkShape(shape.of, item, `${path}[${i}]`));
    }
    case 'enum':
      return shape.of.some((word) => word === value) ? [] : problem(path, `must be one of ${shape.of.join(', ')}`);
    case 'blob':
      return checkBlob(shape, value, path);
    case 'string':
      return checkText(shape, value, path);
    default:
      return checkNumber(shape, value, path);
  }
};

/** All problems in one line. */
export const describeProblems = (problems: readonly ShapeProblem[]): string => {
  const all = problems.map(({ path, rule }) => `Value at '${path}' ${rule}`).join('; ');
  return `${problems.length} validation error${problems.length === 1 ? '' : 's'} detected: ${all}`;
};

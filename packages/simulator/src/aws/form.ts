import type { JsonObject } from '../json.ts';
import type { Shape, Structure } from './shapes.ts';

type Pairs = readonly (readonly [path: string, value: string])[];

/** What stands below a name: `Tags.member.1.Key` below `Tags` as `member.1.Key`. */
const below = (pairs: Pairs, name: string): Pairs =>
  pairs.flatMap(([path, value]) =>
    path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), value] as const] : [],
  );

const firstNames = (pairs: Pairs): readonly string[] => [...new Set(pairs.map(([path]) => path.split('.')[0] ?? ''))];

const wholeNumber = /^-?\d{1,15}$/;

const given = (shape: Shape | undefined, name: string, pairs: Pairs): unknown => {
  if (shape?.is === 'structure') return structureOf(shape, below(pairs, name));
  if (shape?.is === 'list') {
    const items = below(below(pairs, name), 'member');
    const places = [...firstNames(items)].sort((a, b) => Number(a) - Number(b));
    return places.map((place) => given(shape.of, place, items));
  }
  const plain = pairs.find(([path]) => path === name)?.[1];
  return shape?.is === 'integer' && plain !== undefined && wholeNumber.test(plain) ? Number(plain) : plain;
};

/** A flat form of the Query protocol as the object that it stands for. What is in no member stays as it came. */
export const structureOf = ({ members }: Structure, pairs: Pairs): JsonObject =>
  Object.fromEntries(
    firstNames(pairs).map((name) => {
      const shape = Object.hasOwn(members, name) ? members[name] : undefined;
      return [name, given(shape, name, pairs) ?? null];
    }),
  );

import type { JsonObject } from '../core/json.ts';
import type { Shape, Structure } from './shapes.ts';

type Pairs = readonly (readonly [path: string, value: string])[];

/** The pairs below a name: `Tags.member.1.Key` becomes `member.1.Key` below `Tags`. */
const nestedPairs = (pairs: Pairs, name: string): Pairs =>
  pairs.flatMap(([path, value]) =>
    path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), value] as const] : [],
  );

const firstNames = (pairs: Pairs): readonly string[] => [...new Set(pairs.map(([path]) => path.split('.')[0] ?? ''))];

const wholeNumber = /^-?\d{1,15}$/;

const memberValue = (shape: Shape | undefined, name: string, pairs: Pairs): unknown => {
  if (shape?.is === 'structure') return parseQueryForm(shape, nestedPairs(pairs, name));
  if (shape?.is === 'list') {
    const items = nestedPairs(nestedPairs(pairs, name), 'member');
    const places = [...firstNames(items)].sort((a, b) => Number(a) - Number(b));
    return places.map((place) => memberValue(shape.of, place, items));
  }
  const plain = pairs.find(([path]) => path === name)?.[1];
  return shape?.is === 'integer' && plain !== undefined && wholeNumber.test(plain) ? Number(plain) : plain;
};

/**
 * Converts a flat form of the Query protocol to the object that it represents. Fields that are not members stay as they
 * are.
 */
export const parseQueryForm = ({ members }: Structure, pairs: Pairs): JsonObject =>
  Object.fromEntries(
    firstNames(pairs).map((name) => {
      const shape = Object.hasOwn(members, name) ? members[name] : undefined;
      return [name, memberValue(shape, name, pairs) ?? null];
    }),
  );

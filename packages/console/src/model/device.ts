import type { Explanation, SeenComparison, SeenValue } from './wire.ts';

/** A result of the check of the device; `null` where the provider has said nothing about it. */
export type DeviceFact = {
  readonly name: string;
  readonly value: string | number | boolean | null;
  /** The limit of the policy, where there is one. */
  readonly limit: number | null;
  /** Whether it speaks against the device. */
  readonly isAdverse: boolean;
};

/** The facts that are good when the answer is yes; every other one then speaks against the device. */
const good: ReadonlySet<string> = new Set(['made_for_this_profile', 'on_our_page']);

const isAdverse = (name: string, value: DeviceFact['value'], limit: number | null): boolean => {
  if (typeof value === 'boolean') return value !== good.has(name);
  if (typeof value === 'number') {
    if (limit === null) return false;
    return name === 'confidence' ? value < limit : value > limit;
  }
  return value === 'bad';
};

const isValue = (seen: SeenValue | SeenComparison): seen is SeenValue => seen.kind === 'value';

/**
 * The results of the check of the device, bad ones first. `hidden`: the role does not see it. `lost`: the service
 * cannot find it out any more. `none`: no device was looked at.
 */
export const deviceFactsOf = (explanation: Explanation | null): readonly DeviceFact[] | 'hidden' | 'lost' | 'none' => {
  const check = explanation?.checks.find(({ name }) => name === 'device');
  if (check === undefined || check.status === 'not_applicable') return 'none';
  if (explanation?.redacted === true) return 'hidden';
  if (check.saw === null) return 'lost';
  const facts = check.saw.filter(isValue).map(({ limit, name, value }): DeviceFact => {
    const number = typeof limit === 'number' ? limit : null;
    return { name, value, limit: number, isAdverse: isAdverse(name, value, number) };
  });
  if (facts.length === 0) return 'none';
  return [...facts.filter((fact) => fact.isAdverse), ...facts.filter((fact) => !fact.isAdverse)];
};

import { type CheckName, checkNames, type FlatPolicy } from '@portcullis/domain/checks';
import { checkTwins } from '../checks/check-twins.ts';
import type { AttackCase } from '../sample-case/attack-case.ts';
import type { SampleCase, SampleEvidence } from '../sample-case/sample-case.ts';
import { isIndispensable } from './proofs.ts';

/** An attack on one path: a flawless case but for one defect, and the check of the path that it defeats. */
export type Attack = {
  readonly check: CheckName;
  readonly name: string;
  /** The parts of the evidence that differ from those of the flawless case. */
  readonly changed: Partial<SampleEvidence>;
};

/** The cases without a live person come first. */
const attackOrder: readonly CheckName[] = [...new Set<CheckName>(['liveness', 'face_match', ...checkNames])];

/**
 * The check that an attack case defeats. The machine-readable part is the MRZ, unless the path requires a barcode
 * instead.
 */
const defeatedCheck = (
  { checks }: FlatPolicy,
  name: CheckName,
  { concernsAnyMachineReadablePart }: AttackCase,
): CheckName =>
  concernsAnyMachineReadablePart && checks.document_mrz !== 'required' && checks.document_barcode === 'required'
    ? 'document_barcode'
    : name;

const mustPass = (rules: FlatPolicy, name: CheckName): boolean =>
  rules.checks[name] === 'required' || isIndispensable(rules, name);

/** The attacks on a path by cases that are made from a sample case, which may have more than the path asks for. */
export const attacksOn = (rules: FlatPolicy, sampleCase: SampleCase): readonly Attack[] =>
  attackOrder.flatMap((name) =>
    checkTwins[name].attackCases.flatMap((attackCase) => {
      const check = defeatedCheck(rules, name, attackCase);
      const changed = mustPass(rules, check) ? attackCase.change(sampleCase) : null;
      return changed ? [{ check, name: attackCase.name, changed }] : [];
    }),
  );

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** What two attacks have changed of a flawless part; where both have changed the same value, that of the first. */
const merged = (flawless: unknown, one: unknown, other: unknown): unknown => {
  if (isSame(one, flawless)) return other;
  if (isSame(other, flawless)) return one;
  if (isList(flawless) && isList(one) && isList(other) && one.length === other.length)
    return one.map((item, at) => merged(flawless[at], item, other[at]));
  if ([flawless, one, other].some((part) => isList(part) || !isGroup(part))) return one;
  const valueIn = (part: unknown, name: string): unknown => (isGroup(part) ? Reflect.get(part, name) : undefined);
  const names = Object.keys({ ...Object(one), ...Object(other) });
  const parts = names.map((name) => [name, merged(valueIn(flawless, name), valueIn(one, name), valueIn(other, name))]);
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
};

/** The case with the defects of two attacks, as far as both can be in one. */
export const withBothDefects = (flawless: SampleEvidence, one: SampleEvidence, other: SampleEvidence): SampleEvidence =>
  Object.assign({}, flawless, merged(flawless, one, other));

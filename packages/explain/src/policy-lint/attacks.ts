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

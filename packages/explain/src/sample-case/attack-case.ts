import type { SampleCase, SampleEvidence } from './sample-case.ts';

/** A case that is flawless except for one defect. `null` means that the policy has no such case. */
export type AttackCase = {
  readonly name: string;
  readonly change: (sampleCase: SampleCase) => Partial<SampleEvidence> | null;
  /** The defect is that of any machine-readable part, which is the barcode if the policy requires that instead. */
  readonly concernsAnyMachineReadablePart?: true;
};

import type { DocumentFacts } from '../../evidence/document-facts.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import type { CaseFile, InForce, Placed } from '../../evidence/in-force.ts';
import type { Policy } from '../policy.ts';

/** What a decision depends on, beside its policy. `now` is ISO 8601. */
export type Situation = { readonly file: CaseFile; readonly now: string };

/** A value before or after a change; `null`: there was, or would be, none. */
export type EditValue = string | number | boolean | null;

/**
 * One thing that could have been otherwise. `what` names it (`liveness.confidence`), `noun` says it in words; `next` is
 * the situation in which it is otherwise and everything else is the same.
 */
export type Edit = {
  readonly what: string;
  readonly noun: string;
  readonly from: EditValue;
  readonly to: EditValue;
  /** How far the change goes: for a number the share of its range, 1 for what is either so or not, more for several things at once. */
  readonly size: number;
  readonly next: Situation;
};

/** A situation with what follows from it, as those see it who look for changes. */
export type Scene = Situation & {
  readonly policy: Policy;
  readonly inForce: InForce;
  readonly facts: DocumentFacts | null;
};

/** Looks for changes of one kind. */
export type EditsOf = (scene: Scene) => readonly Edit[];

type Change = Omit<Edit, 'next'>;

const withEvidence = ({ file, now }: Situation, evidence: readonly Evidence[]): Situation => ({
  file: { ...file, evidence },
  now,
});

/** A change of pieces of evidence where they stand. */
export const editing = <E extends Evidence>(
  scene: Scene,
  placed: readonly Placed<E>[],
  change: (item: E) => Evidence,
  edit: Change,
): Edit => {
  const changed = new Map(placed.map(({ at, item }) => [at, change(item)]));
  return {
    ...edit,
    next: withEvidence(
      scene,
      scene.file.evidence.map((item, at) => changed.get(at) ?? item),
    ),
  };
};

/** Evidence that there could have been besides. */
export const adding = (scene: Scene, evidence: readonly Evidence[], edit: Change): Edit => ({
  ...edit,
  next: withEvidence(scene, [...scene.file.evidence, ...evidence]),
});

/** Another moment of the decision. */
export const moving = ({ file }: Scene, now: string, edit: Change): Edit => ({ ...edit, next: { file, now } });

/** How far apart two numbers are, as a share of a range; at most 1. */
export const shareOf = (from: number, to: number, range: number): number =>
  range <= 0 ? 1 : Math.min(1, Math.abs(to - from) / range);

/** The mark of evidence that the attempt at hand would have. */
export const markOf = ({ file, now }: Situation): { readonly attempt: number; readonly at: string } => ({
  attempt: file.attempt,
  at: now,
});

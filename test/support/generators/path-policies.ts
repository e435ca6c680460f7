import type { FlatPolicy, PolicyPath, PolicyWithPaths } from '@portcullis/domain/checks';
import { checkNames } from '@portcullis/domain/checks';
import { canonicalJson } from '@portcullis/domain/kernel';
import fc from 'fast-check';
import type { NewEvidence } from '#domain/profile/commands';
import { policy } from '../builders/profile-states.ts';
import { onFront, passportLines, printedFields } from '../builders/readings.ts';
import { type CaseFacts, evidenceOf, facts, nearlyFlawless } from './case-facts.ts';
import { aReading } from './profile-history.ts';

const { checks: flatChecks, optionalSteps: _, steps: __, ...common } = policy;
const { device: ___, duplicates: ____, velocity: _____, ...ownChecks } = flatChecks;
const documentChecks = Object.fromEntries(
  Object.entries(ownChecks).filter(([name]) => name.startsWith('document_') || name === 'claimed_data'),
);

/** The paths by what they ask for. Each has steps of its own that another has too. */
const paths: readonly PolicyPath[] = [
  {
    id: 'whole',
    steps: ['consent', 'document_front', 'liveness'],
    optionalSteps: ['document_back'],
    checks: ownChecks,
  },
  { id: 'paper', steps: ['consent', 'document_front'], optionalSteps: ['document_back'], checks: documentChecks },
  { id: 'face', steps: ['consent', 'liveness'], optionalSteps: [], checks: { liveness: 'required' } },
  // It has no step for a document, so that only another path could lend it one.
  {
    id: 'borrower',
    steps: ['consent', 'liveness'],
    optionalSteps: [],
    checks: { document_mrz: 'required', liveness: 'required' },
  },
  {
    id: 'lenient',
    steps: ['consent', 'document_front'],
    optionalSteps: [],
    checks: { document_mrz: 'required', document_expiry: 'optional' },
  },
];

const requirement = fc.constantFrom('required' as const, 'optional' as const);

const always = fc.record(
  { device: requirement, duplicates: requirement, velocity: requirement },
  { requiredKeys: ['velocity'] },
);

/** A policy with some of the paths, in any order. */
export const pathPolicy: fc.Arbitrary<PolicyWithPaths> = fc
  .tuple(fc.shuffledSubarray([...paths], { minLength: 1 }), always)
  .map(([some, everywhere]) => ({ ...common, paths: some, always: everywhere }));

/** The flat policy of a path, made without the code that makes it for the decision. */
export const flatOf = (
  { always: everywhere, paths: ______, ...rules }: PolicyWithPaths,
  path: PolicyPath,
): FlatPolicy => ({
  ...rules,
  steps: path.steps,
  optionalSteps: path.optionalSteps,
  checks: { ...path.checks, ...everywhere },
});

/** A flat policy that runs the checks of every path alone. */
export const alwaysAlone = ({ always: everywhere, paths: ______, ...rules }: PolicyWithPaths): FlatPolicy => ({
  ...rules,
  steps: [],
  optionalSteps: [],
  checks: everywhere,
});

/** The same checks in one path, and flat. */
export const onePath: fc.Arbitrary<{ readonly flat: FlatPolicy; readonly withPath: PolicyWithPaths }> = fc
  .tuple(always, fc.subarray([...checkNames]))
  .map(([everywhere, left]) => {
    const checks = Object.fromEntries(Object.entries(ownChecks).filter(([name]) => !left.some((one) => one === name)));
    const path: PolicyPath = { id: 'only', steps: policy.steps, optionalSteps: policy.optionalSteps, checks };
    const withPath = { ...common, paths: [path], always: everywhere };
    return { withPath, flat: flatOf(withPath, path) };
  });

const isOfDocument = ({ kind }: NewEvidence): boolean => kind === 'file' || kind === 'document_reading';
const isOfFace = ({ kind }: NewEvidence): boolean => kind === 'liveness_result';

const has = ({ optionalSteps, steps }: PolicyPath, ...wanted: readonly string[]): boolean =>
  [...steps, ...optionalSteps].some((step) => wanted.includes(step));

/** Whether a piece of evidence is one that a path may look at. */
const isOfPath =
  (path: PolicyPath) =>
  (item: NewEvidence): boolean => {
    const showsDocument = has(path, 'document_front', 'document_back');
    const showsFace = has(path, 'liveness');
    if (item.kind === 'face_match') return showsDocument && showsFace;
    return (showsDocument || !isOfDocument(item)) && (showsFace || !isOfFace(item));
  };

/** The evidence that a path may look at, by its kind alone. */
export const ownEvidence = (path: PolicyPath, items: readonly NewEvidence[]): readonly NewEvidence[] =>
  items.filter(isOfPath(path));

/** Whether somebody supplied something of a path that is not common. */
export const isBegunWith = (path: PolicyPath, items: readonly NewEvidence[]): boolean =>
  ownEvidence(path, items).some((item) => isOfDocument(item) || isOfFace(item));

const part = fc.constantFrom('both', 'both', 'document', 'face');

const partOf = (which: string, items: readonly NewEvidence[]): readonly NewEvidence[] =>
  items.filter(
    (item) =>
      which === 'both' ||
      (item.kind !== 'face_match' && (which === 'document' ? !isOfFace(item) : !isOfDocument(item))),
  );

export type PathItems = { readonly given: CaseFacts; readonly items: readonly NewEvidence[] };

/** All evidence, or that of the document or of the face alone, after the choice of a path. */
export const itemsUnder = ({ paths: some }: PolicyWithPaths): fc.Arbitrary<PathItems> =>
  fc
    .tuple(
      fc.oneof({ arbitrary: facts, weight: 1 }, { arbitrary: nearlyFlawless, weight: 1 }),
      part,
      fc.constantFrom(...some),
    )
    .map(([given, which, { id }]) => ({
      given,
      items: [{ kind: 'path_chosen', path: id }, ...partOf(which, evidenceOf(given))],
    }));

/** The document of somebody else, shown in a path before another one is chosen. */
export const otherPersonIn = (
  path: string,
  change: { readonly names?: string; readonly born?: string },
): readonly NewEvidence[] => {
  const mrzLines = passportLines({ ...change, number: 'X12345678' });
  const print = { fields: printedFields(mrzLines), mrzLines, barcode: null };
  return [
    { kind: 'path_chosen', path },
    {
      kind: 'file',
      file: {
        id: 'other0000000000',
        kind: 'document_front',
        contentType: 'image/jpeg',
        size: 1,
        sha256: 'c'.repeat(64),
      },
    },
    {
      kind: 'document_reading',
      id: 'otherreading000',
      frontFileId: 'other0000000000',
      backFileId: null,
      reading: { ...aReading('good'), ...print, sides: onFront(print) },
    },
  ];
};

/** A text of a value that is the same for the same value. */
export const textOf = (value: unknown): string => canonicalJson(value);

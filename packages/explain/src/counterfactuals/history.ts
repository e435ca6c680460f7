import type { FlatPolicy } from '@portcullis/domain/checks';
import {
  type DeclinedKind,
  type DuplicatesEvidence,
  declinedKinds,
  type FingerprintKind,
  fingerprintKinds,
} from '@portcullis/domain/evidence';
import {
  addEvidence,
  boundTowards,
  changeEvidence,
  type ExplainContext,
  evidenceStamp,
  type FindPerturbations,
  type Perturbation,
} from './perturbation.ts';

type ChangeDuplicates = (item: DuplicatesEvidence) => DuplicatesEvidence;

const changeDuplicates = (
  context: ExplainContext,
  change: ChangeDuplicates,
  perturbation: Omit<Perturbation, 'next'>,
): readonly Perturbation[] => {
  const { sightings } = context.currentEvidence;
  return sightings ? [changeEvidence(context, [sightings], change, perturbation)] : [];
};

const kindLabels: Readonly<Record<FingerprintKind, string>> = {
  document: 'document',
  person: 'person',
  image: 'picture',
  device: 'device',
};

/** Changes the number of other references under which one kind was seen. */
export const othersPerturbation = (
  context: ExplainContext,
  kind: FingerprintKind,
  to: number,
): readonly Perturbation[] => {
  const from = context.currentEvidence.sightings?.value.others[kind] ?? null;
  return changeDuplicates(context, (item) => ({ ...item, others: { ...item.others, [kind]: to } }), {
    what: `sightings.others.${kind}`,
    label: `The number of other references with this ${kindLabels[kind]}`,
    from,
    to,
    bound: boundTowards(from ?? 0, to),
    size: 1,
  });
};

export const velocityKinds = ['document', 'device', 'reference'] as const;
type VelocityKind = (typeof velocityKinds)[number];

/** Changes the number of attempts in the window. */
export const attemptsPerturbation = (
  context: ExplainContext,
  kind: VelocityKind,
  to: number,
): readonly Perturbation[] => {
  const from = context.currentEvidence.sightings?.value.attempts[kind] ?? null;
  return changeDuplicates(context, (item) => ({ ...item, attempts: { ...item.attempts, [kind]: to } }), {
    what: `sightings.attempts.${kind}`,
    label: `The number of attempts with this ${kind} in the window`,
    from,
    to,
    bound: boundTowards(from ?? 0, to),
    size: 1,
  });
};

/** Changes how many of the profiles that showed the same are declined. */
export const declinedPerturbation = (
  context: ExplainContext,
  kind: DeclinedKind,
  to: number,
): readonly Perturbation[] => {
  const from = context.currentEvidence.sightings?.value.declined[kind] ?? null;
  return changeDuplicates(context, (item) => ({ ...item, declined: { ...item.declined, [kind]: to } }), {
    what: `sightings.declined.${kind}`,
    label: `The number of declined profiles with this ${kindLabels[kind]}`,
    from,
    to,
    bound: boundTowards(from ?? 0, to),
    size: 1,
  });
};

/** The kinds by which declined profiles count against this one. */
const countedDeclined = (
  { duplicates }: FlatPolicy,
  declined: DuplicatesEvidence['declined'],
): readonly DeclinedKind[] => declinedKinds.filter((kind) => duplicates[kind] !== null && (declined[kind] ?? 0) > 0);

/** Lowers every count that is above its limit to the limit. */
const withinLimits =
  (policy: FlatPolicy): ChangeDuplicates =>
  ({ others, attempts, declined, ...item }) => {
    const { duplicates, velocity } = policy;
    const capped = (count: number | null, limit: number | null) =>
      count !== null && limit !== null ? Math.min(count, limit) : count;
    return {
      ...item,
      declined: {
        ...declined,
        ...Object.fromEntries(countedDeclined(policy, declined).map((kind) => [kind, 0])),
      },
      others: {
        document: capped(others.document, duplicates.document),
        person: capped(others.person, duplicates.person),
        image: capped(others.image, duplicates.image),
        device: capped(others.device, duplicates.device),
      },
      attempts: {
        ...attempts,
        document: capped(attempts.document, velocity.document),
        device: capped(attempts.device, velocity.device),
        reference: Math.min(attempts.reference, velocity.reference ?? attempts.reference),
      },
    };
  };

/** Lowers single counts to their limits, and all of them together. */
export const countImprovements: FindPerturbations = (context) => {
  const single = singleCountImprovements(context);
  if (single.length < 2) return single;
  // Several counts are often above their limits together: those of a document, its holder and its picture.
  const perturbation = { what: 'sightings', label: 'What was seen too often', size: single.length };
  const from = single.map(({ what }) => what.replace('sightings.', '')).join(', ');
  return [
    ...single,
    ...changeDuplicates(context, withinLimits(context.policy), { ...perturbation, from, to: 'within its limits' }),
  ];
};

const singleCountImprovements: FindPerturbations = (context) => {
  const { policy } = context;
  const item = context.currentEvidence.sightings?.value;
  if (!item) return [];
  return [
    ...countedDeclined(policy, item.declined).flatMap((kind) => declinedPerturbation(context, kind, 0)),
    ...fingerprintKinds.flatMap((kind) => {
      const limit = policy.duplicates[kind];
      return limit !== null && (item.others[kind] ?? 0) > limit ? othersPerturbation(context, kind, limit) : [];
    }),
    ...velocityKinds.flatMap((kind) => {
      const limit = policy.velocity[kind];
      return limit !== null && (item.attempts[kind] ?? 0) > limit ? attemptsPerturbation(context, kind, limit) : [];
    }),
  ];
};

/** Removes every entry on the list of those to decline, because one entry is enough for that reason. */
export const listImprovements: FindPerturbations = (context) => {
  const blocked = context.currentEvidence.sightings?.value.blocked ?? [];
  return blocked.length === 0
    ? []
    : changeDuplicates(context, (item) => ({ ...item, blocked: [] }), {
        what: 'sightings.blocked',
        label: "What stands on the tenant's list of those to decline",
        from: blocked.map((kind) => kindLabels[kind]).join(', '),
        to: null,
        size: 1,
      });
};

/** Takes off every entry whose list nobody can name. */
export const unreadableImprovements: FindPerturbations = (context) => {
  const unreadable = context.currentEvidence.sightings?.value.unreadable ?? [];
  return unreadable.length === 0
    ? []
    : changeDuplicates(context, ({ unreadable: _, ...item }) => ({ ...item, kind: 'sightings' }), {
        what: 'sightings.unreadable',
        label: "What stands on a list of the tenant's that cannot be read",
        from: unreadable.map((kind) => kindLabels[kind]).join(', '),
        to: null,
        size: 1,
      });
};

/** Adds a lookup in the duplicate index that found nothing, if there was no lookup. */
export const lookupImprovements: FindPerturbations = (context) => {
  const { checks, velocity } = context.policy;
  const isLookupNeeded = checks.duplicates !== undefined || checks.velocity !== undefined;
  if (context.currentEvidence.sightings || !isLookupNeeded) return [];
  const found: DuplicatesEvidence = {
    kind: 'sightings',
    readingId: context.currentEvidence.reading?.value.id ?? null,
    others: { document: 0, person: 0, image: 0, device: 0 },
    attempts: { windowSeconds: velocity.windowSeconds, document: 1, device: 1, reference: 1 },
    declined: { document: 0, person: 0, image: 0 },
    blocked: [],
    allowed: [],
    ...evidenceStamp(context),
  };
  return [
    addEvidence(context, [found], {
      what: 'sightings',
      label: 'The look into the register',
      from: null,
      to: 'nobody',
      size: 1,
    }),
  ];
};

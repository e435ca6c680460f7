import type { DocumentType } from '@portcullis/documents';
import type { ReasonCode } from '@portcullis/domain';
import { type CheckName, checkNames, type FlatPolicy, type PolicyAction, reasonCodes } from '@portcullis/domain/checks';
import { fingerprintKinds } from '@portcullis/domain/evidence';
import fc from 'fast-check';
import type { PhotoLimits } from '#domain/policy/policy';
import { reasonTable } from '#domain/policy/reason-table';

/** A policy that is made stricter; `by` says how much. */
type Tightening = { readonly by: unknown; readonly of: (policy: FlatPolicy) => FlatPolicy };

const way = <By>(by: fc.Arbitrary<By>, tighten: (policy: FlatPolicy, by: By) => FlatPolicy): fc.Arbitrary<Tightening> =>
  by.map((value) => ({ by: value, of: (policy) => tighten(policy, value) }));

const atLeast = (limit: number | null, least: number): number => Math.max(limit ?? 0, least);
const atMost = (limit: number | null, most: number): number => Math.min(limit ?? Number.MAX_SAFE_INTEGER, most);

const thousandth = fc.nat(1000).map((n) => n / 1000);

/** Limits that every photo satisfies. */
const anyPhoto: PhotoLimits = {
  minSide: 0,
  minSharpness: 0,
  minBrightness: 0,
  maxGlare: 1,
  minColour: 0,
  maxCutEdges: 4,
};

const photo = <Name extends keyof PhotoLimits>(name: Name, by: fc.Arbitrary<number>) =>
  way(by, (policy, limit) => {
    const images = policy.images ?? anyPhoto;
    const tighter = name.startsWith('min') ? atLeast(images[name], limit) : atMost(images[name], limit);
    return { ...policy, images: { ...images, [name]: tighter } };
  });

/** The actions from the mildest to the most severe; a policy assigns one of these to a reason. */
const actions = ['info', 'retry', 'review', 'decline'] as const satisfies readonly PolicyAction[];
const severityOf = (action: PolicyAction): number => actions.indexOf(action);

const moreSevereAction = (policy: FlatPolicy, code: ReasonCode, wanted: PolicyAction): FlatPolicy => {
  const now = policy.actions[code] ?? reasonTable[code].action;
  // A reason that waits for a provider leads to a review; a reason that only explains decides nothing, and no policy
  // assigns it an action.
  const isMild = severityOf(now === 'wait' || now === 'explain' ? 'review' : now) < severityOf(wanted);
  return isMild ? { ...policy, actions: { ...policy.actions, [code]: wanted } } : policy;
};

const decidingReasons = reasonCodes.filter((code) => reasonTable[code].action !== 'explain');

/** Every way in which a policy can be stricter, by the name of what it changes; none of them makes it milder. */
export const tighteningsByName = {
  liveness: way(fc.integer({ min: 50, max: 100 }), (policy, pass) => ({
    ...policy,
    liveness: { ...policy.liveness, pass: atLeast(policy.liveness.pass, pass) },
  })),
  attack: way(fc.nat(60), (policy, attack) => ({
    ...policy,
    liveness: { ...policy.liveness, attack: atLeast(policy.liveness.attack, attack) },
  })),
  facePass: way(fc.integer({ min: 80, max: 100 }), (policy, pass) => ({
    ...policy,
    faceMatch: { ...policy.faceMatch, pass: atLeast(policy.faceMatch.pass, pass) },
  })),
  faceReview: way(fc.integer({ min: 70, max: 100 }), (policy, review) => ({
    ...policy,
    faceMatch: {
      ...policy.faceMatch,
      review: Math.min(policy.faceMatch.pass, atLeast(policy.faceMatch.review, review)),
    },
  })),
  minimumAge: way(fc.integer({ min: 18, max: 80 }), (policy, age) => ({
    ...policy,
    minimumAge: atLeast(policy.minimumAge, age),
  })),
  required: way(fc.constantFrom<CheckName>(...checkNames), (policy, name) => ({
    ...policy,
    checks: { ...policy.checks, [name]: 'required' },
  })),
  types: way(fc.constantFrom<DocumentType>('passport', 'id_card'), (policy, type) => ({
    ...policy,
    documents: { ...policy.documents, types: policy.documents.types.filter((one) => one === type) },
  })),
  allowed: way(fc.subarray(['UTO', 'DEU', 'SWE']), (policy, codes) => {
    const { allowedCountries } = policy.documents;
    const fewer = allowedCountries?.filter((code) => codes.includes(code)) ?? codes;
    return { ...policy, documents: { ...policy.documents, allowedCountries: fewer } };
  }),
  denied: way(fc.constantFrom('DEU', 'UTO', 'GBD'), (policy, code) => ({
    ...policy,
    documents: { ...policy.documents, deniedCountries: [...policy.documents.deniedCountries, code] },
  })),
  grace: way(fc.nat(900), (policy, days) => ({
    ...policy,
    documents: { ...policy.documents, expiryGraceDays: atMost(policy.documents.expiryGraceDays, days) },
  })),
  validity: way(fc.integer({ min: 1, max: 20 }), (policy, years) => ({
    ...policy,
    documents: { ...policy.documents, maxValidityYears: atMost(policy.documents.maxValidityYears, years) },
  })),
  reader: way(thousandth, (policy, confidence) => ({
    ...policy,
    documents: {
      ...policy.documents,
      minReaderConfidence: atLeast(policy.documents.minReaderConfidence, confidence),
    },
  })),
  names: way(fc.integer({ min: 60, max: 100 }), (policy, pass) => ({
    ...policy,
    names: { pass: atLeast(policy.names.pass, pass) },
  })),
  side: photo('minSide', fc.integer({ min: 100, max: 1300 })),
  sharpness: photo('minSharpness', thousandth),
  brightness: photo('minBrightness', thousandth),
  glare: photo('maxGlare', thousandth),
  colour: photo('minColour', thousandth),
  cutEdges: photo('maxCutEdges', fc.nat(4)),
  deviceAge: way(fc.integer({ min: 1, max: 400 }), (policy, seconds) => ({
    ...policy,
    device: { ...policy.device, maxAgeSeconds: atMost(policy.device.maxAgeSeconds, seconds) },
  })),
  deviceConfidence: way(thousandth, (policy, confidence) => ({
    ...policy,
    device: { ...policy.device, minConfidence: atLeast(policy.device.minConfidence, confidence) },
  })),
  linkedIds: way(fc.nat(5), (policy, ids) => ({
    ...policy,
    device: { ...policy.device, maxLinkedIds: atMost(policy.device.maxLinkedIds, ids) },
  })),
  duplicates: way(
    fc.record({ kind: fc.constantFrom(...fingerprintKinds), most: fc.nat(5) }),
    (policy, { kind, most }) => ({
      ...policy,
      duplicates: { ...policy.duplicates, [kind]: atMost(policy.duplicates[kind], most) },
    }),
  ),
  velocity: way(
    fc.record({ kind: fc.constantFrom('document', 'device', 'reference'), most: fc.integer({ min: 1, max: 9 }) }),
    (policy, { kind, most }) => ({
      ...policy,
      velocity: { ...policy.velocity, [kind]: atMost(policy.velocity[kind], most) },
    }),
  ),
  sampling: way(thousandth, (policy, sampling) => ({ ...policy, sampling: atLeast(policy.sampling, sampling) })),
  actions: way(
    fc.record({ code: fc.constantFrom(...decidingReasons), action: fc.constantFrom(...actions) }),
    (policy, { code, action }) => moreSevereAction(policy, code, action),
  ),
};

/** Several of them, one after another. */
export const tightenings: fc.Arbitrary<readonly Tightening[]> = fc.array(
  fc.oneof(...Object.values(tighteningsByName)),
  {
    maxLength: 5,
  },
);

/** One action for every reason whose action is milder. It makes a review of a retry, which one change rarely does. */
export const sameActions: fc.Arbitrary<readonly Tightening[]> = way(
  fc.constantFrom<PolicyAction>('review', 'decline'),
  (policy, action) => decidingReasons.reduce((before, code) => moreSevereAction(before, code, action), policy),
).map((one) => [one]);

export const tightened = (policy: FlatPolicy, by: readonly Tightening[]): FlatPolicy =>
  by.reduce((before, { of }) => of(before), policy);

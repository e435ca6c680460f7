import { addDays, dayOf } from '../../evidence/dates.ts';
import { sightingKinds } from '../../evidence/evidence.ts';
import { signalConfidence } from '../document/shared.ts';
import { type Edit, type EditsOf, editing, type Scene, shareOf } from './edit.ts';
import { attemptsEdit, othersEdit, windows } from './mends/history.ts';
import { measureEdits } from './mends/images.ts';
import { passing } from './mends/person.ts';
import { dayOfAge, lastDayOf, onDay } from './mends/time.ts';

/** The next lower value below a threshold. Scores are shown with at most two decimals. */
const justBelow = (threshold: number): number => Number((threshold - 0.01).toFixed(2));

const scoreLosses: EditsOf = (scene) => {
  const { faceMatch, result } = scene.inForce;
  const { policy } = scene;
  const confidence = result?.item.confidence ?? null;
  const similarity = faceMatch?.item.similarity ?? null;
  const [live, alike] = [justBelow(passing(policy)), justBelow(policy.faceMatch.pass)];
  return [
    ...(result && confidence !== null
      ? [
          editing(scene, [result], (item) => ({ ...item, confidence: live }), {
            what: 'liveness.confidence',
            noun: 'The confidence of the liveness session',
            from: confidence,
            to: live,
            size: shareOf(confidence, live, 100),
          }),
        ]
      : []),
    ...(faceMatch && similarity !== null
      ? [
          editing(scene, [faceMatch], (item) => ({ ...item, similarity: alike }), {
            what: 'face_match.similarity',
            noun: 'The similarity of the two faces',
            from: similarity,
            to: alike,
            size: shareOf(similarity, alike, 100),
          }),
        ]
      : []),
  ];
};

/**
 * Moves the decision to the first day on which the document is no longer accepted, or to the last day on which the
 * person was too young.
 */
const dayLosses: EditsOf = (scene) => {
  const [last, grown, today] = [lastDayOf(scene), dayOfAge(scene), dayOf(scene.now)];
  return [
    ...(last !== null && last >= today ? [onDay(scene, addDays(last, 1))] : []),
    ...(grown !== null && grown <= today ? [onDay(scene, addDays(grown, -1))] : []),
  ];
};

/** Raises signals of the reader from below the confidence limit to the limit. */
const signalLosses: EditsOf = (scene) => {
  const { reading } = scene.inForce;
  return (reading?.item.reading.signals ?? []).flatMap(({ code, confidence }): readonly Edit[] => {
    if (!reading || confidence >= signalConfidence) return [];
    const sure = reading.item.reading.signals.map((signal) =>
      signal.code === code ? { ...signal, confidence: signalConfidence } : signal,
    );
    return [
      editing(scene, [reading], (item) => ({ ...item, reading: { ...item.reading, signals: sure } }), {
        what: `signals.${code}`,
        noun: `The sign "${code}" on the photo`,
        from: confidence,
        to: signalConfidence,
        size: shareOf(confidence, signalConfidence, 1),
      }),
    ];
  });
};

const deviceLosses: EditsOf = (scene) => {
  const { device } = scene.inForce;
  const facts = device?.item.facts;
  const { maxLinkedIds, minConfidence } = scene.policy.device;
  if (!device || !facts) return [];
  const edits: Edit[] = [];
  if (facts.confidence !== null && facts.confidence >= minConfidence) {
    const confidence = justBelow(minConfidence);
    edits.push(
      editing(scene, [device], (item) => ({ ...item, facts: { ...facts, confidence } }), {
        what: 'device.confidence',
        noun: 'The confidence in the identification of the device',
        from: facts.confidence,
        to: confidence,
        size: shareOf(facts.confidence, confidence, 1),
      }),
    );
  }
  if (facts.linkedIds24h !== null && facts.linkedIds24h <= maxLinkedIds) {
    const linkedIds24h = maxLinkedIds + 1;
    edits.push(
      editing(scene, [device], (item) => ({ ...item, facts: { ...facts, linkedIds24h } }), {
        what: 'device.linked_ids_24h',
        noun: 'The number of people seen with the device within a day',
        from: facts.linkedIds24h,
        to: linkedIds24h,
        size: shareOf(facts.linkedIds24h, linkedIds24h, linkedIds24h),
      }),
    );
  }
  return edits;
};

const historyLosses: EditsOf = (scene) => {
  const { policy } = scene;
  if (!scene.inForce.sightings) return [];
  return [
    ...sightingKinds.flatMap((kind) => {
      const most = policy.duplicates[kind];
      return most === null ? [] : othersEdit(scene, kind, most + 1);
    }),
    ...windows.flatMap((kind) => {
      const most = policy.velocity[kind];
      return most === null ? [] : attemptsEdit(scene, kind, most + 1);
    }),
  ];
};

/** Perturbations without a margin: the person had declined consent, or the photo of the front was missing. */
const plainLosses: EditsOf = (scene) => {
  const { consent, front } = scene.inForce;
  return [
    ...(consent
      ? [
          editing(scene, [consent], (item) => ({ ...item, granted: false }), {
            what: 'consent',
            noun: 'The consent of the person',
            from: 'granted',
            to: 'declined',
            size: 1,
          }),
        ]
      : []),
    ...(front ? [withoutFront(scene)] : []),
  ];
};

const withoutFront = (scene: Scene): Edit => ({
  what: 'files.document_front',
  noun: 'The photo of the front',
  from: 'supplied',
  to: null,
  size: 1,
  next: {
    now: scene.now,
    file: {
      ...scene.file,
      evidence: scene.file.evidence.filter((item) => item.kind !== 'file' || item.file.kind !== 'document_front'),
    },
  },
});

/** Finds every single perturbation by which an approval could have been lost, in a fixed order. */
export const losses: EditsOf = (scene) => [
  ...scoreLosses(scene),
  ...dayLosses(scene),
  ...measureEdits(scene, 'bad'),
  ...signalLosses(scene),
  ...deviceLosses(scene),
  ...historyLosses(scene),
  ...plainLosses(scene),
];

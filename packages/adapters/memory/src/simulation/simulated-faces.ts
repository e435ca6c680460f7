import { type FaceComparer, pipe, TE } from '@portcullis/domain';
import type { FaceBox } from '@portcullis/domain/evidence';
import type { FaceComparison } from '@portcullis/domain/ports';
import type { Scenario } from './scenarios.ts';
import { type Simulation, scenarioFor, simulatedOutages } from './simulation.ts';

/** Where the face is on the photos of specimens, which the sandbox is tried with: nobody looks at other pictures. */
const specimenFace: FaceBox = { left: 0.135, top: 0.25, width: 0.13, height: 0.24 };

/** An image of no bytes shows nobody, whatever the scenario says. */
const compare = ({ faces }: Scenario, reference: Uint8Array, document: Uint8Array): FaceComparison => {
  if (reference.length === 0) return { outcome: 'no_face_in_selfie', similarity: null };
  if (document.length === 0) return { outcome: 'no_face_on_document', similarity: null };
  const { outcome, similarity } = faces;
  return { outcome, similarity, ...(outcome === 'compared' && { documentFace: specimenFace }) };
};

/** Returns the scenario's similarity without looking at the pictures. */
export const simulatedFaces = (simulation: Simulation): FaceComparer => {
  const simulateOutage = simulatedOutages('faces');
  return {
    compare: ({ call, reference, document }) =>
      pipe(
        TE.Do,
        TE.bindW('scenario', () => scenarioFor(simulation, 'faces', call)),
        TE.bindW('up', ({ scenario }) => simulateOutage(call, scenario.faces.unavailable)),
        TE.map(({ scenario }) => compare(scenario, reference, document)),
      ),
  };
};

import { rekognitionFaces } from '@portcullis/adapter-aws';
import { simulatedFaces } from '@portcullis/adapter-memory';
import { faceComparerContract } from '@portcullis/contracts';
import { TE } from '@portcullis/domain';
import { simulatorKeys } from '@portcullis/vendor-simulator';
import { aSimulation } from '../support/builders/simulations.ts';
import { awsAt } from '../support/clients/aws.ts';
import { simulatorForTests } from '../support/clients/vendor-calls.ts';
import { tinyJpeg } from '../support/images/tiny-jpeg.ts';

faceComparerContract(
  { describe, it },
  'simulated',
  ({ scenario }) => simulatedFaces(aSimulation(scenario)),
  tinyJpeg(),
);

describe('the face comparer over the simulator of AWS', () => {
  const { running } = simulatorForTests();

  faceComparerContract(
    { describe, it },
    'Rekognition',
    ({ scenario }) => {
      running().script({ scenario });
      return rekognitionFaces(awsAt(running().url, {}, simulatorKeys).clients, { fit: (image) => TE.right(image) });
    },
    tinyJpeg(),
  );
});

import { checkShape, listOf, type Shape, type Structure, structure, text } from './shapes.ts';

const image = structure({ Bytes: { is: 'blob', min: 1, max: 5_242_880 } }, 'Bytes');
const challenge = structure(
  { Type: { is: 'enum', of: ['FaceMovementAndLightChallenge', 'FaceMovementChallenge'] } },
  'Type',
);
const attribute: Shape = { is: 'enum', of: ['DEFAULT', 'FACE_OCCLUDED', 'SUNGLASSES'] };

/** The requests of Rekognition (API version 2016-06-27), with the members that the service sends and no others. */
export const rekognitionRequests = {
  CreateFaceLivenessSession: structure({
    ClientRequestToken: text(1, 64, '^[a-zA-Z0-9-_]+$'),
    Settings: structure({
      AuditImagesLimit: { is: 'integer', min: 0, max: 0 },
      ChallengePreferences: listOf(challenge),
    }),
  }),
  GetFaceLivenessSessionResults: structure(
    { SessionId: text(36, 36, '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$') },
    'SessionId',
  ),
  DetectFaces: structure({ Image: image, Attributes: listOf(attribute) }, 'Image'),
  CompareFaces: structure(
    {
      SourceImage: image,
      TargetImage: image,
      SimilarityThreshold: { is: 'float', min: 0, max: 100 },
    },
    'SourceImage',
    'TargetImage',
  ),
} as const satisfies { readonly [operation: string]: Structure };

const policyText = '^[\\u0009\\u000A\\u000D\\u0020-\\u00FF]+$';
const name = '^[\\w+=,.@-]*$';

/** The requests of STS (API version 2011-06-15), likewise. */
export const stsRequests = {
  GetFederationToken: structure(
    {
      Name: text(2, 32, name),
      Policy: text(1, 2048, policyText),
      DurationSeconds: { is: 'integer', min: 900, max: 129_600 },
    },
    'Name',
    'Policy',
    'DurationSeconds',
  ),
  AssumeRole: structure(
    {
      RoleArn: text(20, 2048, '^arn:aws:iam::\\d{12}:role/([\\w+=,.@/-]*/)?[\\w+=,.@-]{1,64}$'),
      RoleSessionName: text(2, 64, name),
      Policy: text(1, 2048, policyText),
      DurationSeconds: { is: 'integer', min: 900, max: 43_200 },
    },
    'RoleArn',
    'RoleSessionName',
    'Policy',
    'DurationSeconds',
  ),
  GetCallerIdentity: structure({}),
} as const satisfies { readonly [operation: string]: Structure };

/** Every AWS operation that is simulated. */
export type AwsOperation = keyof typeof rekognitionRequests | keyof typeof stsRequests;

/** Everything that is wrong with a request, one sentence each. */
export const awsRequestProblems = (operation: AwsOperation, request: unknown): readonly string[] =>
  checkShape({ ...rekognitionRequests, ...stsRequests }[operation], request).map(({ path, rule }) => `${path} ${rule}`);

import { checkShape, listOf, type Shape, type Structure, structure, text } from './shapes.ts';

const bucket = text(3, 255, '^[0-9A-Za-z\\.\\-_]*$');
const image = structure({
  Bytes: { is: 'blob', min: 1, max: 5_242_880 },
  S3Object: structure({ Bucket: bucket, Name: text(1, 1024), Version: text(1, 1024) }),
});
const percent: Shape = { is: 'float', min: 0, max: 100 };

const challenge = structure(
  {
    Type: { is: 'enum', of: ['FaceMovementAndLightChallenge', 'FaceMovementChallenge'] },
    Versions: structure({ Minimum: text(), Maximum: text() }),
  },
  'Type',
);

const attribute: Shape = {
  is: 'enum',
  of: [
    'DEFAULT',
    'ALL',
    'AGE_RANGE',
    'BEARD',
    'EMOTIONS',
    'EYE_DIRECTION',
    'EYEGLASSES',
    'EYES_OPEN',
    'GENDER',
    'MOUTH_OPEN',
    'MUSTACHE',
    'FACE_OCCLUDED',
    'SMILE',
    'SUNGLASSES',
  ],
};

/** The requests of Rekognition (API version 2016-06-27). */
export const rekognitionRequests = {
  CreateFaceLivenessSession: structure({
    KmsKeyId: text(1, 2048, '^[A-Za-z0-9][A-Za-z0-9:_/+=,@.-]{0,2048}$'),
    ClientRequestToken: text(1, 64, '^[a-zA-Z0-9-_]+$'),
    Settings: structure({
      OutputConfig: structure({ S3Bucket: bucket, S3KeyPrefix: text(0, 950, '^\\S*$') }, 'S3Bucket'),
      AuditImagesLimit: { is: 'integer', min: 0, max: 4 },
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
      SimilarityThreshold: percent,
      QualityFilter: { is: 'enum', of: ['NONE', 'AUTO', 'LOW', 'MEDIUM', 'HIGH'] },
    },
    'SourceImage',
    'TargetImage',
  ),
} as const satisfies { readonly [operation: string]: Structure };

const policyText = '^[\\u0009\\u000A\\u000D\\u0020-\\u00FF]+$';
const arn = text(
  20,
  2048,
  '^[\\u0009\\u000A\\u000D\\u0020-\\u007E\\u0085\\u00A0-\\uD7FF\\uE000-\\uFFFD\\u10000-\\u10FFFF]+$',
);
const tagLetters = '\\p{L}\\p{Z}\\p{N}_.:/=+\\-@';
const tagKey = text(1, 128, `^[${tagLetters}]+$`);
const tags = listOf(structure({ Key: tagKey, Value: text(0, 256, `^[${tagLetters}]*$`) }, 'Key', 'Value'), 50);
const policyArns = listOf(structure({ arn }));
const name = '^[\\w+=,.@-]*$';

/** The requests of STS (API version 2011-06-15). */
export const stsRequests = {
  GetFederationToken: structure(
    {
      Name: text(2, 32, name),
      Policy: text(1, 2048, policyText),
      PolicyArns: policyArns,
      DurationSeconds: { is: 'integer', min: 900, max: 129_600 },
      Tags: tags,
    },
    'Name',
  ),
  AssumeRole: structure(
    {
      RoleArn: arn,
      RoleSessionName: text(2, 64, name),
      PolicyArns: policyArns,
      Policy: text(1, undefined, policyText),
      DurationSeconds: { is: 'integer', min: 900, max: 43_200 },
      Tags: tags,
      TransitiveTagKeys: listOf(tagKey, 50),
      ExternalId: text(2, 1224, '^[\\w+=,.@:\\/-]*$'),
      SerialNumber: text(9, 256, '^[\\w+=/:,.@-]*$'),
      TokenCode: text(6, 6, '^[\\d]*$'),
      SourceIdentity: text(2, 64, name),
      ProvidedContexts: listOf(structure({ ProviderArn: arn, ContextAssertion: text(4, 2048) }), 5),
    },
    'RoleArn',
    'RoleSessionName',
  ),
  GetCallerIdentity: structure({}),
} as const satisfies { readonly [operation: string]: Structure };

/** Every AWS operation that is simulated. */
export type AwsOperation = keyof typeof rekognitionRequests | keyof typeof stsRequests;

/**
 * Everything that is wrong with a request, one sentence each. An STS form is passed as the object that it represents.
 */
export const awsRequestProblems = (operation: AwsOperation, request: unknown): readonly string[] =>
  checkShape({ ...rekognitionRequests, ...stsRequests }[operation], request).map(({ path, rule }) => `${path} ${rule}`);

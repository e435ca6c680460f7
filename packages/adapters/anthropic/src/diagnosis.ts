import { type Diagnosis, E, type NotFound, type Unavailable } from '@portcullis/domain';
import type { DiagnosisFinding } from '@portcullis/domain/ports';
import { type Capabilities, fetchCapabilities, type ModelAccess } from './capabilities.ts';

const finding = (
  subject: string,
  verdict: DiagnosisFinding['verdict'],
  found: string,
  remedy: string | null = null,
): DiagnosisFinding => ({
  subject,
  verdict,
  found,
  remedy,
});

const keyAccepted = finding('document AI key', 'ok', 'Anthropic accepts it.');
const otherModelRemedy = 'Name another model in AI_MODEL.';

const capabilityFinding = (
  subject: string,
  isSupported: boolean | null,
  supported: string,
  unsupported: string,
): DiagnosisFinding => {
  if (isSupported === null) return finding(subject, 'unknown', 'Anthropic does not say.');
  return isSupported ? finding(subject, 'ok', supported) : finding(subject, 'wrong', unsupported, otherModelRemedy);
};

const lifecycleFinding = (model: string, { lifecycle, retiresAt }: Capabilities): DiagnosisFinding => {
  const subject = `document AI model ${model}`;
  const when = retiresAt === null ? '' : `, and is to be retired on ${retiresAt}`;
  if (lifecycle === 'retired') return finding(subject, 'wrong', 'It has been retired.', otherModelRemedy);
  if (lifecycle === 'deprecated') return finding(subject, 'warning', `It is deprecated${when}.`, otherModelRemedy);
  if (retiresAt !== null) return finding(subject, 'warning', `It is active${when}.`, otherModelRemedy);
  return finding(subject, 'ok', 'It is there, and active.');
};

const findingsOf = (model: string, found: Capabilities): readonly DiagnosisFinding[] => [
  keyAccepted,
  lifecycleFinding(model, found),
  capabilityFinding('document AI images', found.imageInput, 'The model sees images.', 'The model sees no images.'),
  capabilityFinding(
    'document AI structured outputs',
    found.structuredOutputs,
    'The model keeps to a schema.',
    'The model cannot be held to a schema.',
  ),
];

const statusOf = ({ cause }: Unavailable): unknown =>
  typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'status') : undefined;

/** Why the key was rejected, by the HTTP status of the response. */
const keyRejections: { readonly [status: number]: readonly [found: string, remedy: string] } = {
  401: ['Anthropic does not accept it.', 'Put a valid key into AI_API_KEY.'],
  402: ['Anthropic cannot bill for it.', 'Settle the billing of the account in the console of Anthropic.'],
  403: ['It may not use this model.', 'Give the workspace of the key access to the model, or use another key.'],
};

const failureFindings = (model: string, failure: NotFound | Unavailable): readonly DiagnosisFinding[] => {
  if (failure._tag === 'NotFound') {
    return [
      keyAccepted,
      finding(`document AI model ${model}`, 'wrong', 'Anthropic has no model of this name.', otherModelRemedy),
    ];
  }
  const status = statusOf(failure);
  const rejection = typeof status === 'number' ? keyRejections[status] : undefined;
  if (rejection) return [finding('document AI key', 'wrong', ...rejection)];
  const found = `Anthropic gave no answer that says so (${failure.kind}).`;
  return [finding('document AI key', 'unknown', found, 'Look whether its address can be reached from here.')];
};

/** Checks the key and the model with one call that is free of charge. */
export const diagnoseModel =
  (access: ModelAccess): Diagnosis =>
  () =>
  async () => {
    const found = await fetchCapabilities(access)();
    return E.right(
      E.isRight(found) ? findingsOf(access.model, found.right) : failureFindings(access.model, found.left),
    );
  };

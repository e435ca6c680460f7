export * from './use-cases/input/caller-codecs.ts';
export * from './use-cases/input/forms.ts';
export { inputs } from './use-cases/input/input-codecs.ts';
export { changePorts, decodesInput, useCase, useCaseOf, withPorts } from './use-cases/input/use-case.ts';

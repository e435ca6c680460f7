export * from './use-cases/access/caller-codecs.ts';
export * from './use-cases/access/forms.ts';
export { inputs } from './use-cases/access/input-codecs.ts';
export { changePorts, decodesInput, useCase, useCaseOf, withPorts } from './use-cases/access/use-case.ts';

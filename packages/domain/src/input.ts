export * from './use-cases/access/caller-codecs.ts';
export {
  administration,
  Count,
  form,
  Id,
  judgement,
  Limit,
  nullable,
  own,
  ownInput,
  request,
  staff,
} from './use-cases/access/forms.ts';
export { changePorts, decodesInput, useCase, useCaseOf, withPorts } from './use-cases/access/use-case.ts';

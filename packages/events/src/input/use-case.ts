import { useCaseOf } from '@portcullis/domain/input';
import { inputs } from './inputs.ts';

/** A use case of the feed or of webhooks, whose input has the form that stands under its name. */
export const useCase = useCaseOf(inputs);

import { changePorts, useCaseOf } from '@portcullis/domain/input';
import { inputs } from './inputs.ts';

/** A use case of the back office, whose input has the form that stands under its name. */
export const useCase = useCaseOf(inputs, ['maxOpenClaims', 'reviewSlaHours', 'skipsSecondFactor']);

/** The ports of every use case of reviews. */
export const reviewPorts = [...changePorts, 'reviewQueue', 'reviewClaims', 'reviewSlaHours', 'maxOpenClaims'] as const;

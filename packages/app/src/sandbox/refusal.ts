/** The reason why a sandbox cannot start, as a sentence for the person who started it. */
export type Refusal = Error & { readonly exitCode: number };

export const refusal = (sentence: string, exitCode = 1): Refusal => Object.assign(new Error(sentence), { exitCode });

export const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'exitCode' in error;

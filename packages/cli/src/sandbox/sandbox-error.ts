/** The reason why a sandbox cannot start, as a sentence for the person who started it. */
export type SandboxError = Error & { readonly exitCode: number };

export const sandboxError = (sentence: string, exitCode = 1): SandboxError =>
  Object.assign(new Error(sentence), { exitCode });

export const isSandboxError = (error: unknown): error is SandboxError => error instanceof Error && 'exitCode' in error;

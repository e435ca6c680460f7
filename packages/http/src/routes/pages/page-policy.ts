import type { LivenessComponent } from '../../request/config.ts';

/** The origins beside its own that the page of a person may reach. */
export type PageOrigins = {
  /** The origin of the API; `null` where the page is served by the API itself. */
  readonly api: string | null;
  readonly liveness: Pick<LivenessComponent, 'origins' | 'usesWasm'>;
  /** The origin of the agent of the device check; `null` where the page loads none. */
  readonly deviceAgent: string | null;
};

const directive = (name: string, sources: readonly (string | null)[]): string =>
  [name, ...sources.filter((source) => source !== null)].join(' ');

/**
 * The Content-Security-Policy of the page of a person. The page runs its own scripts and styles, shows pictures that it
 * has taken itself, and calls the service alone. A liveness component connects to the origins of its provider, and may
 * need WebAssembly. Where it loads an agent for the device check, that talks to where it comes from.
 */
export const pagePolicy = ({ api, deviceAgent, liveness }: PageOrigins): string =>
  [
    "default-src 'none'",
    directive('script-src', ["'self'", liveness.usesWasm ? "'wasm-unsafe-eval'" : null, deviceAgent]),
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    directive('connect-src', ["'self'", api, ...liveness.origins, deviceAgent]),
    "font-src 'self'",
    "manifest-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

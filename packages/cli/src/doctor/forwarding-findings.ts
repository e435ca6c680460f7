import type { Config } from '@portcullis/app/configuration';
import type { DiagnosisFinding } from '@portcullis/domain/ports';

const waitMs = 2000;

/** Where a listener on this host is asked from the same machine. */
const askedHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return host === '::' ? '[::1]' : '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

/**
 * The findings on proxies of the service that runs beside this command: it alone sees who forwards requests. Nothing is
 * said where none answers.
 */
export const forwardingFindings = async ({
  host,
  port,
}: Config['management']): Promise<readonly DiagnosisFinding[]> => {
  try {
    const answer = await fetch(`http://${askedHost(host)}:${port}/metrics`, { signal: AbortSignal.timeout(waitMs) });
    const [, count = '0'] = /^portcullis_unread_forwarding_total (\d+)$/m.exec(await answer.text()) ?? [];
    if (count === '0') return [];
    return [
      {
        subject: 'environment TRUSTED_PROXIES',
        verdict: 'warning',
        found: `${count} connections to the running service forwarded requests of others, and were not trusted.`,
        remedy:
          'Name the proxy in TRUSTED_PROXIES (its address is in the log, proxy_not_trusted), and let it send X-Forwarded-For.',
      },
    ];
  } catch {
    return [];
  }
};

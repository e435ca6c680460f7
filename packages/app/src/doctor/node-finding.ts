import type { Finding } from '@portcullis/domain';

/** The first release line that the SDKs of the vendors will still take in 2027. */
const wanted = 22;

/** What is to be said of the Node.js that this runs on: `version` as `20.19.0`. */
export const nodeFinding = (version: string): Finding => {
  const isOld = Number.parseInt(version, 10) < wanted;
  return {
    subject: 'Node.js',
    verdict: isOld ? 'warning' : 'ok',
    found: `it is ${version}${isOld ? ', which is past its end of life.' : '.'}`,
    mend: isOld ? `Run Node.js ${wanted} or newer: releases of the AWS SDK from January 2027 on need it.` : null,
  };
};

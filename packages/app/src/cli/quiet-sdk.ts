/**
 * The AWS SDK says in six lines at every start on Node 20 that it will need Node 22 one day; the doctor says it in one.
 * It reads this when it is loaded, so it is set before.
 */
export const quietSdk = (): void => {
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
};

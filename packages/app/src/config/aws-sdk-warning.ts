/**
 * On Node 20, the AWS SDK warns in six lines at every start that it will need Node 22 one day; the doctor says so in
 * one. The SDK reads this variable when it is loaded, so it must be set before.
 */
export const silenceNodeWarning = (env: NodeJS.ProcessEnv): void => {
  env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
};

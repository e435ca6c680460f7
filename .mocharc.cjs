module.exports = {
  reporter: './test/support/reporter.cjs',
  timeout: 20_000,
  slow: 2_000,
  // A forgotten `.only` must not make a run of one test green; no `exit`, so that a handle left open is seen.
  'forbid-only': true,
};

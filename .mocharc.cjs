// For the test command (test/support/test-worker.mjs), and for whoever calls mocha by hand.
module.exports = {
  // For a machine that does other work beside; a test that hangs still ends.
  timeout: 60_000,
  slow: 2_000,
  // A forgotten `.only` must not make a run of one test green.
  forbidOnly: true,
  // Stops what test files share; the test command does that by itself.
  require: ['./test/dist/support/test-end.js'],
};

// `pocketbase save-superuser` saves the account of the service, as `superuser upsert` does, but takes the password from
// the environment: every user of a machine can read the arguments of a process. Prints `saved`, and nothing else when it
// was rejected. Under a key of `--encryptionEnv` it saves the settings too, because PocketBase encrypts them only then.
$app.rootCmd.addCommand(
  new Command({
    use: 'save-superuser',
    run: () => {
      const email = $os.getenv('DB_USER_EMAIL');
      let account;
      try {
        account = $app.findAuthRecordByEmail('_superusers', email);
      } catch {
        account = new Record($app.findCollectionByNameOrId('_superusers'));
        account.setEmail(email);
      }
      account.setPassword($os.getenv('DB_USER_PASSWORD'));
      $app.save(account);
      if ($app.encryptionEnv() !== '') $app.save($app.settings());
      // biome-ignore lint/suspicious/noConsole: whoever started the command reads its output
      console.log('saved');
    },
  }),
);

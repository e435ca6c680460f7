// `pocketbase list-origin` prints, as JSON after the word ORIGIN, what a data folder has that can act on its own or lets
// somebody in: its schema objects, collections with their rules, fields and ways to sign in, superusers, other accounts,
// linked sign-ins, the settings that send data elsewhere or refuse requests, what SQLite finds damaged, and the files
// that no record names. Collections and settings are listed as PocketBase itself understands them: SQLite and PocketBase
// read a JSON text differently in which a key stands twice, or in other letters. Nothing is served, and nothing is changed.
$app.rootCmd.addCommand(
  new Command({
    use: 'list-origin',
    run: () => {
      const rowsOf = (sql) => {
        const rows = arrayOf(new DynamicModel({ line: '' }));
        $app.db().newQuery(sql).all(rows);
        return rows.map(({ line }) => JSON.parse(line));
      };
      const hasTable = (name) =>
        rowsOf(`SELECT json_quote(count(*)) AS line FROM sqlite_master WHERE type = 'table' AND name = '${name}'`)[0] >
        0;
      const entriesOf = (...path) => {
        try {
          return $os.readDir($filepath.join($app.dataDir(), ...path)).map((entry) => entry.name());
        } catch {
          return [];
        }
      };
      const collections = JSON.parse(JSON.stringify($app.findAllCollections()));
      const { backups, rateLimits, s3, smtp, superuserIPs } = $app.settings();

      // Files stand in storage/<collection>/<record>/<name>, with their attributes beside them.
      const idOfFiles = collections.find(({ name }) => name === 'files')?.id;
      const nameOf = new Map(hasTable('files') ? rowsOf('SELECT json_array(id, content) AS line FROM files') : []);
      const unnamedIn = (record) => {
        const name = nameOf.get(record);
        if (name === undefined) return [`storage/${idOfFiles}/${record}`];
        return entriesOf('storage', idOfFiles, record)
          .filter((entry) => entry !== name && entry !== `${name}.attrs`)
          .map((entry) => `storage/${idOfFiles}/${record}/${entry}`);
      };
      const unnamed = entriesOf('storage').flatMap((folder) =>
        folder === idOfFiles ? entriesOf('storage', folder).flatMap(unnamedIn) : [`storage/${folder}`],
      );

      const origin = {
        objects: rowsOf(
          `SELECT json_object('type', lower(type), 'name', name, 'table', tbl_name, 'sql', sql) AS line
            FROM sqlite_master WHERE sql IS NOT NULL`,
        ),
        damage: rowsOf(
          `SELECT json_quote(integrity_check) AS line FROM pragma_integrity_check WHERE integrity_check != 'ok' LIMIT 3`,
        ),
        collections: collections.map((one) => ({
          ...{ name: one.name, type: one.type, fields: one.fields, indexes: one.indexes ?? [] },
          rules: [one.listRule, one.viewRule, one.createRule, one.updateRule, one.deleteRule],
          manageRule: one.manageRule ?? null,
          authRule: one.authRule ?? null,
          oauth2: one.oauth2 ? one.oauth2.enabled : null,
          otp: one.otp ? one.otp.enabled : null,
          mfa: one.mfa ? one.mfa.enabled : null,
          password: one.passwordAuth ? one.passwordAuth.enabled : null,
          identities: one.passwordAuth ? one.passwordAuth.identityFields : null,
        })),
        superusers: rowsOf(`SELECT json_quote(email) AS line FROM _superusers ORDER BY email LIMIT 1000`),
        linkedSignIns: rowsOf(`SELECT json_quote(count(*)) AS line FROM _externalAuths`)[0],
        accounts: hasTable('users') ? rowsOf(`SELECT json_quote(count(*)) AS line FROM users`)[0] : 0,
        unnamed,
        settings: {
          smtp: smtp.enabled,
          s3: s3.enabled,
          schedule: backups.cron,
          backupsS3: backups.s3.enabled,
          rateLimits: rateLimits.enabled,
          superuserIPs: superuserIPs.length > 0,
        },
      };
      // biome-ignore lint/suspicious/noConsole: whoever started the command reads its output
      console.log(`ORIGIN ${JSON.stringify(origin)}`);
    },
  }),
);

const sessionCollections = ['_externalAuths', '_authOrigins', '_mfas', '_otps'];
const ownSession =
  "@request.auth.id != '' && recordRef = @request.auth.id && collectionRef = @request.auth.collectionId";

/** The rule of a collection that may stay: that of PocketBase by which accounts see their own sessions. */
const ruleOf = (collection, rule) => (sessionCollections.includes(collection) && rule === ownSession ? rule : null);

/** A field of the service as the migrations define it: it takes every value, and does nothing by itself. */
const plainField = (collection, given) => {
  const isOptional = (JSON.parse($os.getenv('OPTIONAL_FIELDS'))[collection] ?? []).includes(given.name);
  const field = isOptional ? { ...given, required: false } : given;
  if (field.type === 'file') return { ...field, protected: true, mimeTypes: null, thumbs: null, maxSelect: 1 };
  if (field.type === 'number') return { ...field, max: null, min: field.min > 1 ? null : field.min };
  if (field.type === 'relation')
    return { ...field, cascadeDelete: collection === 'liveness_sessions', minSelect: 0, maxSelect: 1 };
  if (field.type !== 'text') return field;
  return field.name === 'id'
    ? { ...field, autogeneratePattern: '[a-z0-9]{15}', pattern: '^[a-z0-9]+$', min: 15, max: 15 }
    : { ...field, autogeneratePattern: '', pattern: '', min: 0 };
};

const closedField = (own, collection, field) => {
  if (own.includes(collection)) return plainField(collection, field);
  if (field.type === 'file' && collection !== 'users') return { ...field, protected: true };
  if (field.name === 'tokenKey') return { ...field, autogeneratePattern: '[a-zA-Z0-9]{50}' };
  return field.type === 'password' && field.cost > 13 ? { ...field, cost: 0 } : field;
};

/** How one signs in to a collection of accounts: superusers by address and password, and nobody else. */
const closedSignIn = (collection) => {
  const isOfSuperusers = collection.name === '_superusers';
  const withSecret = (token) => ({ ...collection[token], secret: $security.randomString(50) });
  const { authAlert, confirmEmailChangeTemplate, resetPasswordTemplate, verificationTemplate } = collection;
  return {
    ...{ authAlert, confirmEmailChangeTemplate, resetPasswordTemplate, verificationTemplate },
    authRule: isOfSuperusers ? '' : null,
    manageRule: null,
    oauth2: { ...collection.oauth2, providers: [], enabled: false },
    passwordAuth: { enabled: isOfSuperusers, identityFields: ['email'] },
    mfa: { ...collection.mfa, enabled: false },
    otp: { ...collection.otp, enabled: false },
    authToken: withSecret('authToken'),
    passwordResetToken: withSecret('passwordResetToken'),
    emailChangeToken: withSecret('emailChangeToken'),
    verificationToken: withSecret('verificationToken'),
    fileToken: withSecret('fileToken'),
  };
};

// `pocketbase close-origin` takes out of a data folder what acts on its own or lets somebody in: triggers, the indexes of
// INDEXES that are to be removed (while it makes others of it), superusers other than those of KEPT_SUPERUSERS (a JSON list), other accounts, every
// session and linked sign-in, rules that let others in, ways to sign in other than by address and password, settings that
// send data elsewhere or refuse requests, and patterns, bounds and cascades of fields of OWN_COLLECTIONS (another one). It
// protects files, makes the secrets of tokens anew, and every index from the rows. Prints `closed`.
$app.rootCmd.addCommand(
  new Command({
    use: 'close-origin',
    run: () => {
      const execute = (sql, values = {}) => $app.db().newQuery(sql).bind(values).execute();
      const namesOf = (type) => {
        const rows = arrayOf(new DynamicModel({ name: '' }));
        $app.db().newQuery(`SELECT name FROM sqlite_master WHERE lower(type) = '${type}'`).all(rows);
        return rows.map(({ name }) => name);
      };
      const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
      for (let names = namesOf('trigger'); names.length > 0; names = namesOf('trigger'))
        for (const name of names) execute(`DROP TRIGGER ${quoted(name)}`);
      const { kept, made, removed } = JSON.parse($os.getenv('INDEXES'));
      for (const name of removed) execute(`DROP INDEX ${quoted(name)}`);
      for (const statement of made) execute(statement);
      if (namesOf('table').includes('users')) execute('DELETE FROM users');
      for (const name of sessionCollections) execute(`DELETE FROM ${name}`);

      const own = JSON.parse($os.getenv('OWN_COLLECTIONS'));
      for (const one of JSON.parse(JSON.stringify($app.findAllCollections()))) {
        const fields = JSON.stringify(one.fields.map((field) => closedField(own, one.name, field)));
        const indexes = JSON.stringify(kept[one.name] ?? one.indexes ?? []);
        execute('UPDATE _collections SET fields = {:fields}, indexes = {:indexes} WHERE id = {:id}', {
          ...{ id: one.id, fields, indexes },
        });
        for (const rule of ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'])
          if (ruleOf(one.name, one[rule]) === null)
            execute(`UPDATE _collections SET ${rule} = NULL WHERE id = {:id}`, { id: one.id });
        if (one.type === 'auth')
          execute('UPDATE _collections SET options = {:options} WHERE id = {:id}', {
            id: one.id,
            options: JSON.stringify(closedSignIn(one)),
          });
      }
      execute(
        `DELETE FROM _superusers WHERE email NOT IN (SELECT value FROM json_each({:kept}))
          OR rowid NOT IN (SELECT min(rowid) FROM _superusers GROUP BY lower(email))`,
        { kept: $os.getenv('KEPT_SUPERUSERS') },
      );
      const settings = $app.settings();
      settings.smtp.enabled = false;
      settings.s3.enabled = false;
      settings.backups.cron = '';
      settings.backups.s3.enabled = false;
      settings.rateLimits.enabled = false;
      settings.superuserIPs = [];
      $app.save(settings);
      execute('REINDEX');
      // biome-ignore lint/suspicious/noConsole: whoever started the command reads its output
      console.log('closed');
    },
  }),
);
